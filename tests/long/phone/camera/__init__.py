"""Tests of reading photographed pad pages. The photographs are generated, so their content is known."""
