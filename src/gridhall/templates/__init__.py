"""Whole small games that `gridhall new-game` copies: one for one player, one for two."""
