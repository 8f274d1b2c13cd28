"""What commands print: verdicts, deliberations, plans, tables."""
