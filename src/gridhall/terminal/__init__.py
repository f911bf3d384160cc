"""Keys and words in, text out: what the command line does with a match."""
