"""Build the browser client into the package: `python web/build.py`."""

from node import Node, generate


def main() -> None:
    node = Node()
    generate()
    node.run("vite/bin/vite.js", "build")


if __name__ == "__main__":
    main()
