"""Tests that read generated photographs of pad pages, whose content is known."""
