"""Costly work: who may ask for how much of it, and the processes that do it."""
