"""The hall as an ASGI application, and what of uvicorn it does in its own way."""
