"""Exports of a table's result for other apps, spreadsheets and people, and of a whole table as one file."""
