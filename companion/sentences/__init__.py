"""Sentences of the app in the reader's language: log, news, refusals and results."""
