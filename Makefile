# Everything starts from a fresh clone with Python 3.11 or later and make; .venv holds what is installed.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# An editable installation is meant here; the build tool would warn of it at length.
PIP := PYTHONWARNINGS=ignore $(BIN)/python -m pip install --quiet

.PHONY: help setup demo test check bench neo4j format clean

help:  ## What can be made
	@grep -E '^[a-z0-9]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*##/\t/'

$(BIN)/nous: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(PIP) --upgrade pip
	$(PIP) --editable .
	@touch $@

$(VENV)/.tested: $(BIN)/nous
	$(PIP) --editable '.[test]'
	@touch $@

setup: $(VENV)/.tested  ## .venv with all that the tests need

demo: $(BIN)/nous  ## A conversation of two years becomes beliefs with a history
	$(BIN)/nous demo

test: $(VENV)/.tested  ## Every test; the Neo4j half where Java and Maven are
	$(BIN)/python -m pytest -n 2 -q

check: $(VENV)/.tested  ## Format, lint and types
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy

format: $(VENV)/.tested  ## Put the code in order
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

bench: $(VENV)/.tested  ## How fast it is here
	$(BIN)/nous bench beliefs

neo4j: $(VENV)/.tested  ## A real Neo4j server on this machine, without Docker; Ctrl-C ends it
	$(BIN)/python -m tests.neo4j_server run

clean:
	rm -rf $(VENV) build dist *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis
