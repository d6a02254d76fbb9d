"""Server-sent events: tells every open phone about each entry."""
