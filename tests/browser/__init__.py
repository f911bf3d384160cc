"""Tests in a real browser: one package, because they share what is expensive to start (conftest.py)."""
