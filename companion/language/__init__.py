"""The languages: words, numbers, days, and names within a sentence."""
