"""The migrations, the oldest first by their numbers."""
