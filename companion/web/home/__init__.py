"""The pages that do not belong to one table: home, groups, editions and recorded plays."""
