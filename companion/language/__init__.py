"""Languages: translations, numbers, dates, and names within a sentence."""
