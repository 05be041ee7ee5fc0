PYTHON ?= python3
BIN := .venv/bin
# What is installed in .venv: what the terminal needs, what the table in the browser needs, everything.
TERMINAL := .venv/.terminal
TABLE := .venv/.table
STAMP := .venv/.everything
PAGE := src/kickdoor/server/static/index.html

# The processes of a run share the modules that one of them has compiled.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
