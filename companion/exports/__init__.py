"""A table's result for other apps, for spreadsheets and for people; and a table as one file."""
