"""What the rules and a table say, in the reader's words: the log, news, refusals, results."""
