"""Server-sent events: inform every open phone of each entry."""
