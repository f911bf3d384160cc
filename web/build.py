"""Build the browser client into the package: `python web/build.py`."""

import hashlib
import json
import shutil

from node import WEB, Node, generate

CLIENT = WEB.parent / "src" / "gridhall" / "server" / "client"
FONT = WEB / "node_modules" / "@fontsource-variable" / "figtree"
ICON_SIZES = (192, 512)


def main() -> None:
    node = Node()
    generate()
    node.run("vite/bin/vite.js", "build")
    write_parts()
    draw_icons()
    shutil.copy(FONT / "LICENSE", CLIENT / "font-license.txt")
    write_service_worker()


def write_parts() -> None:
    """The files of each page that is fetched when it is wanted, by its source, without what every page has.

    The hall, which knows the address, names them in the page.
    """
    manifest = CLIENT / "manifest.json"
    chunks = json.loads(manifest.read_text("utf-8"))
    manifest.unlink()

    def files(name: str) -> set[str]:
        chunk = chunks[name]
        own = {chunk["file"], *chunk.get("css", [])}
        return own.union(*(files(other) for other in chunk.get("imports", [])))

    first = files("index.html")
    later = {name: sorted(files(name) - first) for name, chunk in chunks.items() if chunk.get("isDynamicEntry")}
    parts = {name.removeprefix("src/"): [f"/{file}" for file in named] for name, named in later.items()}
    (CLIENT / "parts.json").write_text(json.dumps(parts, indent=1), "utf-8")


def draw_icons() -> None:
    """The icon in the sizes that an installed page wants."""
    from gridhall.render.picture import rasterise

    icon = (WEB / "public" / "icon.svg").read_text("utf-8")
    for size in ICON_SIZES:
        sized = icon.replace("<svg ", f'<svg width="{size}" height="{size}" ', 1)
        (CLIENT / f"icon-{size}.png").write_bytes(rasterise(sized))


def write_service_worker() -> None:
    """The service worker with the names of the built files, and a version that changes with them."""
    source = (WEB / "service_worker.js").read_text("utf-8")
    built = sorted(path for path in CLIENT.rglob("*") if path.is_file() and path.name != "service_worker.js")
    digest = hashlib.sha256(source.encode())
    for path in built:
        digest.update(path.read_bytes())
    files = [f"/{path.relative_to(CLIENT).as_posix()}" for path in built if path.suffix not in (".html", ".json")]
    text = source.replace("'BUILD'", f"'{digest.hexdigest()[:16]}'").replace("['FILES']", json.dumps(files))
    (CLIENT / "service_worker.js").write_text(text, "utf-8")


if __name__ == "__main__":
    main()
