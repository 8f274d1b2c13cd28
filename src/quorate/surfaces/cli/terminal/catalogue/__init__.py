"""What the command line says, language by language."""
