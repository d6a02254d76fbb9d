"""What a device keeps, and takes along."""
