"""What finished matches count for: ratings, tables, the match of the day, the open dump."""
