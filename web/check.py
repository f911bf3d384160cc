"""Check the browser client as ruff, mypy and pytest check the package: `python web/check.py`.

prettier (layout), eslint (mistakes), svelte-check (types and accessibility), vitest (the modules that need no page).
"""

from concurrent.futures import ThreadPoolExecutor

from node import Node, generate

CHECKS = (
    ("prettier/bin/prettier.cjs", "--check", "--log-level=warn", "."),
    ("eslint/bin/eslint.js", "--max-warnings=0", "."),
    ("svelte-check/bin/svelte-check", "--fail-on-warnings", "--output=human"),
    ("vitest/vitest.mjs", "run", "--reporter=dot"),
)


def main() -> None:
    node = Node()
    generate()
    with ThreadPoolExecutor() as pool:  # each is a process of its own, and no two write the same file
        for check in [pool.submit(node.run, *arguments) for arguments in CHECKS]:
            check.result()
    print("web: prettier, eslint, svelte-check and vitest are content")


if __name__ == "__main__":
    main()
