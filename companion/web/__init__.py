"""The pages of the app and their fragments."""
