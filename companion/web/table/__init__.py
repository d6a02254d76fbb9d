"""What is seen and done at one table."""
