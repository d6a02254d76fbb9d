"""Editions: the values printed in a physical game box, which the owner copies once into the app."""
