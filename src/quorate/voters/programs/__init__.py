"""Engines that are installed programs: found, checked, logged in."""
