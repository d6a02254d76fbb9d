"""How much one address may have and try."""
