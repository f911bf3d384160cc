"""A scene as text, as SVG, and as a picture."""
