"""The hall over HTTP, by what is asked for."""
