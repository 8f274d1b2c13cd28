"""The real programs, asked through Quorate, with a stand-in for their model servers. `sh scripts/engines` runs it."""
