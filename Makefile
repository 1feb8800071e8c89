# Every target sets up what it needs in .venv; only Python 3.11+, Git and make must be there before.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
DEV := $(VENV)/.ready-dev
WORKERS ?= auto
PYTEST_OPTIONS ?=
# pip asks for a package with its extras as it is required, and takes a newer one if the lock leaves them out.
COMPILE := $(BIN)/uv pip compile --quiet --universal --no-strip-extras --generate-hashes --no-header --no-annotate \
  --python-version 3.11 --no-emit-index-url --extra study --extra scale pyproject.toml build-requirements.txt

.DEFAULT_GOAL := help
.PHONY: all test test-all lint types bench clean help lock docs

all: $(READY) ## run and audit every study in data/raw (a synthetic one, built first, if there is none); STUDY=name for one
	@ls data/raw/*/study.toml >/dev/null 2>&1 || $(BIN)/reread twin
	$(BIN)/reread run $(STUDY)
	$(BIN)/reread audit --if-any $(STUDY)

test: $(DEV) lint ## check style, types and imports, then run the tests
	$(BIN)/python -m pytest -n $(WORKERS) -m "not slow" $(PYTEST_OPTIONS)

test-all: $(DEV) lint ## the same with the slow tests: the real corpora, coverage of intervals
	$(BIN)/python -m pytest -n $(WORKERS) $(PYTEST_OPTIONS)

lint: $(DEV) ## ruff, mypy --strict, import-linter
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: $(DEV) ## print each bar of docs/performance.md with what this machine measures
	$(BIN)/python -m benchmarks

docs: $(DEV) ## write the generated pages and pictures of docs/ anew
	$(BIN)/python -m docs.generate --pictures

lock: $(DEV) ## lock all dependencies with hashes anew
	$(BIN)/python -m pip install --quiet uv
	$(COMPILE) -o requirements.lock
	$(COMPILE) --extra dev -o requirements-dev.lock

clean: ## remove .venv, derived tables, reports and caches; data/raw stays
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache build dist
	find data/derived reports -mindepth 1 -maxdepth 1 ! -name README.md -exec rm -rf {} +
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

help: ## what each target does
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "make %-9s %s\n", $$1, $$2}'

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Reread needs Python 3.11 or newer: make PYTHON=/path/to/python3.11" >&2; exit 2; }
	$(PYTHON) -m venv $(VENV)

$(READY): requirements.lock pyproject.toml | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@touch $@

$(DEV): requirements-dev.lock $(READY)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-dev.lock
	@touch $@
