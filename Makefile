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
.PHONY: film frames
.PHONY: help setup play play-terminal page picture contact-sheets docs sbom test test-rules test-compiled check check-page chromium format
.PHONY: probe-printed probe-planted
.PHONY: compiled-copy attack nodes nodes-unfenced fuzz-packs bench bench-env env-games train pace whole-game soak soak-sets soak-expansions soak-mixes audit audit-touched laws laws-prove golden compile clean

help:
	@echo "make play     play in the browser: opens the table"
	@echo "make play-terminal  play at the terminal"
	@echo "make page     build the page of the table"
	@echo "make picture  take the picture of the README anew"
	@echo "make contact-sheets  draw all cards of all packs beside each other into build/contact-sheets"
	@echo "make docs     build the documentation site into build/site; a broken link is an error"
	@echo "make sbom     write the bill of materials of a release into dist"
	@echo "make test     lint, types and all tests, on a compiled copy where a C compiler is, those of the rules on the sources, too"
	@echo "make test-rules  the tests of the rules on the sources, without lint and types"
	@echo "make check    lint and types only"
	@echo "make format   format the code"
	@echo "make audit    would the scenarios notice a changed card or switch? (long)"
	@echo "make audit-touched  the same for what the last commits touched"
	@echo "make laws     try all laws on all cards of all packs (minutes)"
	@echo "make laws-prove  break lines of the engine on purpose: do the laws find them? (minutes)"
	@echo "make golden   write the golden games anew, after a change of behaviour that is meant"
	@echo "make film     film every scene of the stage, frame by frame, into build/film"
	@echo "make frames   measure the busiest scene of the stage on a browser slowed down six times"
	@echo "make pace     play whole games in the browser: clicks, presses, seconds a turn, jumps of the layout"
	@echo "make whole-game  four browsers play a whole game, each in its own way"
	@echo "make bench    measure the engine on one core"
	@echo "make soak     20,000 random games, 1,000 of them with all checks at every decision (long)"
	@echo "make soak-sets  the same over Star, Bites, Babies, all pairs of packs and all together (long)"
	@echo "make soak-expansions  the same over the expansions, with the cards that nobody played (long)"
	@echo "make soak-mixes  the same over random mixes of all packs by any book (long)"
	@echo "make attack   attack servers of its own, on loopback only (long; ATTACK=small takes minutes)"
	@echo "make nodes    several servers on one PostgreSQL, killed and frozen while 300 tables are played (long)"
	@echo "make nodes-unfenced  the same without the fence between them, small: the check must find a fault"
	@echo "make bench-env  measure the environment, beside one of PettingZoo's own where that is installed"
	@echo "make env-games  10,000 random games through the environment are those of the engine (long)"
	@echo "make probe-printed  measure anew what printed cards are worth: the yardstick of kickdoor probe (long)"
	@echo "make probe-planted  does kickdoor probe find planted cards, and no others? (long)"
	@echo "make fuzz-packs  10,000 spoilt packs: none breaks the check, a game or the server (long)"
	@echo "make train    teach the grandmaster's network anew, into runs/train (half an hour; faster after make compile)"
	@echo "make compile  compile the engine in place with mypyc, where its sources have changed (minutes)"
	@echo "make test-compiled  all tests on a compiled copy of the engine, without lint and types"
	@echo "make clean    remove build products and the compiled engine"

setup: $(STAMP)

# The engine is compiled by `make compile` only, so the install never is. Python caches modules when they are first
# used, so pip need not do so for all of them.
INSTALL = test -x $(BIN)/python || $(PYTHON) -m venv .venv; \
  KICKDOOR_COMPILE= $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile -e
$(STAMP): pyproject.toml setup.py
	$(INSTALL) '.[dev]'
	touch $(TERMINAL) $(TABLE) $@

$(TABLE): pyproject.toml setup.py
	@echo "kickdoor: installing what the table needs into .venv (once, half a minute or so)"
	@$(INSTALL) '.[serve,page]'
	@touch $(TERMINAL) $@

$(TERMINAL): pyproject.toml setup.py
	@echo "kickdoor: installing what the terminal needs into .venv (once)"
	@$(INSTALL) '.[terminal]'
	@touch $@

# A compiled engine that is older than its sources is never run.
TIDY = $(BIN)/python tools/compiling.py --tidy
play: $(PAGE)
	@$(BIN)/python tools/compiling.py --beside $(BIN)/kickdoor serve --open

play-terminal: $(TERMINAL)
	@$(TIDY)
	@$(BIN)/kickdoor play

# The page of the table, built with the Node.js of a Python wheel into what the server serves.
NPM = $(BIN)/python tools/npm.py
NPM_CI = $(NPM) ci --no-audit --no-fund --loglevel=error --silent
# What builds the page; and, for tests, what checks it too.
BUILDERS := web/node_modules/.builders
MODULES := web/node_modules/.everything
page: $(PAGE)

$(BUILDERS): web/package.json web/package-lock.json | $(TABLE)
	@echo "kickdoor: installing what builds the page (once)"
	@$(NPM_CI) --omit=dev
	@touch $@

$(MODULES): web/package.json web/package-lock.json $(STAMP)
	$(NPM_CI)
	touch $(BUILDERS) $@

$(PAGE): $(BUILDERS) docs/cards.md $(filter-out web/node_modules/%,$(shell find web -path web/node_modules -prune -o -type f -print))
	@echo "kickdoor: building the page"
	@$(NPM) run build --silent -- --logLevel warn

check-page: $(MODULES)
	$(NPM) run check --silent
	$(NPM) test --silent

# The browser tests need a Chromium; without one they are skipped. The one without a window takes a third less time.
CHROMIUMS := chromium-headless-shell chromium
chromium:
	@for each in $(CHROMIUMS) google-chrome; do command -v $$each >/dev/null && exit; done; \
	  { test "$$(id -u)" = 0 && command -v apt-get >/dev/null && apt-get update --quiet >/dev/null && \
	    for each in $(CHROMIUMS); do apt-get install --yes --quiet $$each >/dev/null 2>&1 && break; done; } || \
	  echo "no Chromium found or installed: the browser tests are skipped"

picture: $(STAMP) $(PAGE) chromium
	$(BIN)/pytest tests/browser/picture.py

contact-sheets: $(STAMP) $(PAGE)
	$(BIN)/python tools/contact_sheets.py
	$(BIN)/python tools/contact_sheets.py --docs

docs: $(STAMP)
	$(BIN)/python tools/site_pages.py
	$(BIN)/zensical build --clean --strict

sbom: $(STAMP)
	$(BIN)/python tools/sbom.py

# What needs one core each is done side by side. Browsers and servers often wait, so there are three workers a core.
# Where a C compiler is, all tests run on a compiled copy of the engine. Those of the rules run on the sources, too, with
# those that only plain Python can run, while one core compiles. The copy takes the page along, which is therefore built first.
WORKERS = $(shell $(BIN)/python -c "import os; print(3 * (os.cpu_count() or 1))")
PYTEST = $(BIN)/pytest -n $(WORKERS) --dist worksteal
OF_RULES := tests/scenarios tests/rules tests/golden tests/play/test_soundness.py tests/play/test_questions.py
ifneq ($(shell command -v cc),)
COMPILED := compiled-copy
ON_SOURCES := test-rules
endif
test: $(STAMP) $(MODULES) $(PAGE)
	@$(TIDY)
	$(MAKE) --no-print-directory --jobs=2 --output-sync=target $(COMPILED) check check-page docs chromium $(ON_SOURCES)
ifdef COMPILED
	$(TEST_COPY)
else
	@echo "no C compiler found: the tests on a compiled engine are left out"
	$(PYTEST)
endif

test-rules: $(STAMP)
	$(BIN)/pytest $(OF_RULES)

check: $(STAMP)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

format: $(STAMP) $(MODULES)
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	$(NPM) run format --silent

audit: $(STAMP)
	$(BIN)/kickdoor scenario audit

# What the last commits touched (where there is no such commit, anything); of much a sample, another at each commit.
SINCE ?= HEAD~20
audit-touched: $(STAMP)
	$(BIN)/kickdoor scenario audit --at-most 100 $$(git rev-parse --verify --quiet $(SINCE) >/dev/null && echo --since $(SINCE))

laws: $(STAMP)
	$(BIN)/kickdoor laws

laws-prove: $(STAMP)
	$(BIN)/python tools/prove_laws.py

fuzz-packs: $(STAMP)
	$(BIN)/python tools/fuzz_packs.py

probe-printed: $(STAMP)
	$(BIN)/python tools/probe_printed.py

probe-planted: $(STAMP)
	$(BIN)/python tools/probe_planted.py

golden: $(STAMP)
	$(BIN)/python tests/golden/test_golden_games.py
	$(BIN)/python tests/golden/test_courses.py
	$(BIN)/python tests/env/test_numbers.py

whole-game: $(STAMP) $(PAGE) chromium
	$(BIN)/pytest tests/browser/whole_game.py

film: $(STAMP) $(PAGE) chromium
	$(BIN)/python tools/film.py

frames: $(STAMP) $(PAGE) chromium
	$(BIN)/python tools/frames.py

pace: $(STAMP) $(PAGE) chromium
	$(BIN)/python tools/pace.py

bench: $(STAMP)
	$(BIN)/kickdoor bench

bench-env: $(STAMP)
	$(BIN)/python tools/bench_env.py

train: $(STAMP) $(if $(COMPILED),compile)
	$(BIN)/python examples/train.py

env-games: $(STAMP)
	$(BIN)/python tools/env_games.py 10000

SIM = $(BIN)/kickdoor sim --jobs 0 --json
soak: $(STAMP)
	for seats in 3 4 5 6; do \
	  $(SIM) --packs munchkin --seats $$seats --games 4250 --check 210 --seed soak-$$seats || exit 1; done
	$(SIM) --packs munchkin-lite --seats 3 --games 1000 --check 80 --seed soak-lite-3
	$(SIM) --packs munchkin-lite --seats 4 --games 2000 --check 80 --seed soak-lite-4

SEATS = 3 4 5 6
PAIRS = munchkin,star munchkin,bites munchkin,babies munchkin,munchkin-lite star,bites star,babies star,munchkin-lite \
  bites,babies bites,munchkin-lite babies,munchkin-lite
ALL = munchkin,munchkin-lite,star,bites,babies
soak-sets: $(STAMP)
	for seats in $(SEATS); do \
	  $(SIM) --packs star --seats $$seats --games 900 --check 20 --seed soak-$$seats || exit 1; \
	  $(SIM) --packs bites --seats $$seats --games 900 --check 20 --seed soak-$$seats || exit 1; \
	  $(SIM) --packs babies --seats $$seats --games 200 --check 1 --seed soak-$$seats || exit 1; \
	  for pair in $(PAIRS); do \
	    $(SIM) --packs $$pair --seats $$seats --games 200 --check 3 --seed soak-$$seats || exit 1; done; \
	  for book in deluxe star bites babies; do \
	    $(SIM) --packs $(ALL) --book $$book --seats $$seats --games 225 --check 3 --seed soak-$$seats || exit 1; done; \
	done
	$(SIM) --packs $(ALL) --book lite --seats 4 --games 400 --check 3 --seed soak-4

soak-expansions: $(STAMP)
	$(BIN)/python tools/soak_expansions.py

soak-mixes: $(STAMP)
	$(BIN)/python tools/soak_mixes.py

# PostgreSQL is attacked where KICKDOOR_TEST_POSTGRESQL names one; see .ci/postgresql.
attack: $(STAMP)
	$(BIN)/python tests/attacks/attack.py

# Starts a PostgreSQL of its own, which is started again in the middle.
NODES = --nodes 3 --tables 300 --faults 200
nodes: $(STAMP)
	.ci/with-postgresql $(BIN)/python tests/attacks/nodes.py $(NODES) --restart '.ci/postgresql restart "$$KICKDOOR_POSTGRESQL_FOLDER"'

# The same without what keeps a server from writing to a table that it has lost: a fault must be found.
UNFENCED = --nodes 2 --tables 12 --faults 3 --frozen 1 --every 14 --pause 0.5
nodes-unfenced: $(STAMP)
	.ci/with-postgresql $(BIN)/python tests/attacks/nodes.py --unfenced $(UNFENCED)

# A copy is compiled, so that the sources stay as they are.
compiled-copy: $(STAMP) $(PAGE)
	@echo "kickdoor: compiling a copy of the engine for tests"
	rm -rf build/compiled && mkdir -p build/compiled
	cp -r src setup.py pyproject.toml README.md LICENSE THIRD_PARTY.md build/compiled/
	ln -s ../../tests ../../docs ../../tools build/compiled/
	cd build/compiled && find src -name '*.so' -delete && \
	  KICKDOOR_COMPILE=quickly ../../$(BIN)/python setup.py --quiet build_ext --inplace

define TEST_COPY
PYTHONPATH='$(CURDIR)/build/compiled/src' $(BIN)/python -m kickdoor --version | grep 'compiled engine'
PYTHONPATH='$(CURDIR)/build/compiled/src' $(PYTEST)
endef
test-compiled: compiled-copy
	$(TEST_COPY)

compile: $(STAMP)
	$(BIN)/python tools/compiling.py

clean:
	rm -rf src/kickdoor/server/static web/node_modules
	rm -rf build dist .cache .mypy_cache .ruff_cache .pytest_cache .hypothesis
	find src -name '*.so' -delete
	find src tests -name __pycache__ -type d -prune -exec rm -rf {} +
