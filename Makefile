# make play: set up all and serve the hall.   make test: set up all and test.   Nothing is done twice.
SHELL := /bin/bash
PYTHON ?= python3
BIN := .venv/bin
WORKERS ?= 2

.PHONY: play test test-slow bench screenshots wheel lint clean

play: .venv/ready src/gridhall/server/client/index.html
	@$(BIN)/gridhall serve

test: .venv/ready src/gridhall/server/client/index.html lint
	@$(BIN)/python tests/chromium.py
	$(BIN)/python -m pytest -n $(WORKERS) --dist loadgroup -m "not slow"
	GRIDHALL_BOUNDS=1 $(BIN)/python -m pytest -n $(WORKERS) -m "not slow" tests/test_properties.py

test-slow: .venv/slow src/gridhall/server/client/index.html
	@$(BIN)/python tests/chromium.py
	$(BIN)/python -m pytest -n $(WORKERS) --dist loadgroup -m slow

lint: .venv/ready
	$(BIN)/ruff check .
	$(BIN)/mypy

bench: .venv/ready
	$(BIN)/gridhall bench

screenshots: .venv/ready src/gridhall/server/client/index.html
	@$(BIN)/python tests/chromium.py
	$(BIN)/python tests/screenshots.py screenshots

wheel: .venv/ready src/gridhall/server/client/index.html
	$(BIN)/pip wheel --quiet --no-deps --wheel-dir dist .

.venv/ready: pyproject.toml
	$(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet --disable-pip-version-check --editable ".[dev]"
	@touch $@

.venv/slow: .venv/ready
	$(BIN)/pip install --quiet --disable-pip-version-check --editable ".[dev,scale,spiel]" "torch==2.13.0" stable-baselines3 matplotlib
	@touch $@

src/gridhall/server/client/index.html: .venv/ready $(shell find web -type f -not -path '*/node_modules/*' -not -path '*/generated/*' 2>/dev/null) $(wildcard src/gridhall/games/*/theme.svg) src/gridhall/scene.py src/gridhall/server/messages.py
	$(BIN)/python web/build.py

clean:
	rm -rf .venv build dist web/node_modules src/gridhall/server/client screenshots
