"""Pure questions to finished counts: why a verdict is as it is, and what another protocol would have said."""
