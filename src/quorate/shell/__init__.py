"""The shell file that `quorate shell-functions` names."""
