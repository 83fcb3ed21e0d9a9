# Needs only make, Python 3.11 or newer and a package registry. `make` alone lists the targets.

BIN := .venv/bin
READY := .venv/.ready
TOOLS := .venv/.tools
PIP := $(BIN)/python -m pip --disable-pip-version-check
WORKERS ?= 2
CLIENT := src/eschaton/server/static/index.html
CLIENT_SOURCES := $(shell find web -type f -not -path '*/node_modules/*') $(wildcard src/eschaton/games/*/icons.txt)
ARGS ?=

.DEFAULT_GOAL := help
.PHONY: help play terminal test long proven studies reference check kernel lock clean

help: ## list the targets
	@sed -n 's/^\([a-z]*\):.*## /\1\t/p' Makefile | expand -t 8

play: kernel $(CLIENT) ## play in the browser, at http://localhost:8000 (options of `eschaton serve` in ARGS)
	@$(BIN)/eschaton serve $(ARGS)

terminal: kernel ## play in the terminal: the first game there is, or ARGS="GAME --seats you,bot"
	@$(BIN)/eschaton play $(ARGS)

test: check kernel ## every check and test, sampled (pytest options in ARGS)
	@tests/browser/chromium.sh
	@tests/server/postgres.sh
	@$(BIN)/python -m pytest -q -n $(WORKERS) $(ARGS)

long: check kernel ## the same properties at full size
	@tests/browser/chromium.sh
	@tests/server/postgres.sh
	@ESCHATON_LONG=1 $(BIN)/python -m pytest -q -n $(WORKERS) --timeout 0 $(ARGS)

proven: $(TOOLS) kernel ## run all tests and rewrite the list of rules that they prove
	@$(BIN)/python -m pytest -q -n $(WORKERS) --proven=update $(ARGS)

studies: $(TOOLS) kernel ## play the studies of docs/studies anew, and renew their pages and pictures
	@set -e; for folder in docs/studies/*; do \
		rm -rf $$folder/study.results; \
		$(BIN)/eschaton lab run $$folder/study.toml --workers $(WORKERS); \
		$(BIN)/eschaton lab report $$folder/study.results --pictures $$folder/study.results/pictures; \
		for picture in $$folder/*.svg; do cp $$folder/study.results/pictures/$${picture##*/} $$picture; done; \
	done

reference: $(READY) ## write the API reference from the docstrings: docs/reference
	@$(BIN)/python docs/make_reference.py

check: $(TOOLS) $(CLIENT) ## lint, format, types, import contracts
	@$(BIN)/ruff check --quiet .
	@$(BIN)/ruff format --quiet --check . || { $(BIN)/ruff format --diff .; exit 1; }
	@$(BIN)/mypy --strict --no-error-summary src
	@out=$$($(BIN)/lint-imports 2>&1) || { echo "$$out"; exit 1; }
	@out=$$($(BIN)/python hatch_build.py check test 2>&1) || { echo "$$out"; exit 1; }

kernel: $(READY) ## compile the busiest modules of the kernel, if there is a C compiler and they have changed
	@$(BIN)/python compile_kernel.py

LOCK := UV_PYTHON_DOWNLOADS=never $(BIN)/uv pip compile --quiet --universal --generate-hashes --no-header \
	--python-version 3.11 --group build pyproject.toml

lock: $(READY) ## renew both lists of requirements from pyproject.toml (UPGRADE=1: newest versions)
	@$(PIP) install -qq uv
	@$(LOCK) $(if $(UPGRADE),--upgrade) --all-extras --output-file requirements.txt
	@$(LOCK) --extra server --constraint requirements.txt --output-file requirements-play.txt

clean: ## remove the environment and all caches
	@rm -rf .venv web/node_modules docs/reference src/eschaton/server/static src/eschaton/kernel/compiled build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache .coverage .coverage.*
	@find src tests -name __pycache__ -type d -prune -exec rm -rf {} +

# The browser client, built when its sources change; with PyPI's Node where the machine has none that will do.
$(CLIENT): $(CLIENT_SOURCES) hatch_build.py | $(READY)
	@$(BIN)/python hatch_build.py node || $(PIP) install -qq --require-hashes -r web/node.txt
	@$(BIN)/python hatch_build.py

# What playing needs: made with the first Python that is new enough, renewed when what it is made from changes. The system's
# own comes first: distributions optimise theirs by profile, which version managers leave out, and games run a tenth faster.
$(READY): requirements-play.txt pyproject.toml
	@test -x $(BIN)/python && $(BIN)/python -m pip --version >/dev/null 2>&1 || { \
		found=; for python in $(PYTHON) /usr/bin/python3 python3 python3.14 python3.13 python3.12 python3.11; do \
			if $$python -c 'import ensurepip, sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then found=$$python; break; fi; \
		done; \
		test -n "$$found" || { echo 'Eschaton needs Python 3.11 or newer, with venv; none was found (set PYTHON=...).' >&2; exit 1; }; \
		echo "Making .venv with $$found" >&2; \
		$$found -m venv --clear .venv; }
	@$(PIP) install -qq --require-hashes -r requirements-play.txt
	@ESCHATON_CLIENT=0 $(PIP) install -qq --no-build-isolation --no-deps -e .
	@touch $@

# What tests, studies and research need besides.
$(TOOLS): requirements.txt | $(READY)
	@echo 'Installing what the tests need' >&2
	@$(PIP) install -qq --require-hashes -r requirements.txt
	@touch $@
