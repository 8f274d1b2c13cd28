"""Engines that are installed programs: how they are found and asked, and what their answers come in."""
