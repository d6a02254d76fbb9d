"""What every page stands on: requests, templates, files, faults."""
