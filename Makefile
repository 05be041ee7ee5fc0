PYTHON ?= python3
BIN := .venv/bin
STAMP := .venv/.installed

.DEFAULT_GOAL := help
.PHONY: help setup play test check format bench soak compile clean

help:
	@echo "make play     play at the terminal"
	@echo "make test     lint, types and all tests"
	@echo "make check    lint and types only"
	@echo "make format   format the code"
	@echo "make bench    measure games per second in one process"
	@echo "make soak     many random games on all cores"
	@echo "make compile  compile the engine in place with mypyc"
	@echo "make clean    remove build products and the compiled engine"

setup: $(STAMP)

# The engine is compiled by `make compile` only, so the install never is.
$(STAMP): pyproject.toml setup.py
	test -x $(BIN)/python || $(PYTHON) -m venv .venv
	KICKDOOR_COMPILE= $(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[dev]'
	touch $@

play: $(STAMP)
	$(BIN)/kickdoor play

test: check
	$(BIN)/pytest -n auto

check: $(STAMP)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

format: $(STAMP)
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: $(STAMP)
	$(BIN)/kickdoor sim --games 1000 --seats 4 --packs munchkin --jobs 1 --json

soak: $(STAMP)
	$(BIN)/kickdoor sim --games 20000 --seats 4 --packs munchkin --jobs 0 --json

compile: $(STAMP)
	KICKDOOR_COMPILE=1 $(BIN)/python setup.py build_ext --inplace

clean:
	rm -rf build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis
	find src -name '*.so' -delete
	find src tests -name __pycache__ -type d -prune -exec rm -rf {} +
