"""What came back from a voter, as a ballot or as the reason why there is none."""
