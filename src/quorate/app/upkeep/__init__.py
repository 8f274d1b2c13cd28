"""What happens without anybody typing a command: deliberations are carried on, deadlines apply, people are told."""
