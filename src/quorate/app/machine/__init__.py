"""This machine: the engines that can be asked here, and the settings of a folder."""
