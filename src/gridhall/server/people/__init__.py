"""Accounts: who somebody is, how they prove it, and the page about them."""
