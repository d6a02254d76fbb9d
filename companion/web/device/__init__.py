"""What the app stores on a device: tables, names and the offline bundle."""
