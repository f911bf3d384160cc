# make play: set up all and serve the hall.   make test: set up all and test.   Nothing is done twice.
# Browsers and halls wait for each other, so that three workers keep two cores busy.
SHELL := /bin/bash
# Tests start hundreds of processes: Python is to compile each file once, also where the environment tells it not to keep that.
unexport PYTHONDONTWRITEBYTECODE
PYTHON ?= python3
BIN := .venv/bin
WORKERS ?= 3
CLIENT := src/gridhall/server/client/index.html
SHIPPED := src/gridhall/compiler/shipped/ready

.PHONY: play test test-slow bench screenshots wheel docs coverage lint lint-types lint-client ready clean

play: ready
	@$(BIN)/gridhall serve

test: ready lint
	@$(BIN)/python tests/chromium.py
	$(BIN)/python -m pytest -n $(WORKERS) --dist loadgroup -m "not slow"

test-slow: .venv/slow ready
	@$(BIN)/python tests/chromium.py
	$(BIN)/python -m pytest -n $(WORKERS) --dist loadgroup -m slow

lint: .venv/ready
	$(BIN)/ruff check .
	$(BIN)/ruff format --check --quiet .
	@$(MAKE) --no-print-directory --jobs=2 lint-types lint-client

lint-types: .venv/ready
	$(BIN)/mypy

lint-client: .venv/ready
	$(BIN)/python web/check.py

bench: ready
	$(BIN)/gridhall bench

screenshots: ready
	@$(BIN)/python tests/chromium.py
	$(BIN)/python -m tests.screenshots screenshots

wheel: .venv/build ready
	$(BIN)/python -m build --no-isolation --outdir dist .

docs: .venv/docs ready
	$(BIN)/mkdocs build --quiet

# Of all that is tested without a browser, by lines and branches; what other processes run is counted, kernels compiled are not.
coverage: .venv/docs ready
	$(BIN)/coverage run --parallel-mode -m pytest -n $(WORKERS) --dist loadgroup -m "not slow" --ignore=tests/browser
	$(BIN)/coverage combine --quiet
	$(BIN)/coverage report --skip-covered --sort=cover | tail -n 40

# The client waits for the network, the kernels for a core: both at once. Nothing else may install meanwhile.
ready: .venv/ready
	@$(MAKE) --no-print-directory --jobs=2 $(CLIENT) $(SHIPPED)

# The versions that were tested together, or (on a system that lacks one of them) any that pyproject.toml allows.
.venv/ready: pyproject.toml requirements-dev.lock
	$(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet --disable-pip-version-check --constraint requirements-dev.lock --editable ".[dev]" \
	  || $(BIN)/pip install --quiet --disable-pip-version-check --editable ".[dev]"
	@touch $@

.venv/build: .venv/ready
	$(BIN)/pip install --quiet --disable-pip-version-check build "setuptools>=77"
	@touch $@

.venv/slow: .venv/build
	$(BIN)/pip install --quiet --disable-pip-version-check --editable ".[dev,scale,spiel,baselines,frameworks,notebook,mcp]" \
	  "torch==2.13.0" twine
	@touch $@

.venv/docs: .venv/ready
	$(BIN)/pip install --quiet --disable-pip-version-check --editable ".[dev,docs]"
	@touch $@

$(CLIENT): .venv/ready $(shell find web -type f -not -path '*/node_modules/*' -not -path '*/generated/*' 2>/dev/null) $(wildcard src/gridhall/games/*/theme.svg) src/gridhall/scene.py src/gridhall/draft.py $(wildcard src/gridhall/server/messages/*.py) src/gridhall/render/tokens.json
	$(BIN)/python web/build.py

# Kernels compiled beforehand; only what has changed is compiled again.
$(SHIPPED): .venv/ready src/gridhall/prepare.py src/gridhall/kernel.py $(wildcard src/gridhall/compiler/*.py) $(shell grep -rlE '^@(kernel|record)|import.* compiled' src/gridhall --include='*.py')
	$(BIN)/python -m gridhall.prepare --ship
	@touch $@

clean:
	rm -rf .venv build dist web/node_modules src/gridhall/server/client src/gridhall/compiler/shipped screenshots
