# `make` alone lists the targets. Needed: Python 3.11 or later and make; everything else is set up in .venv and var.

HOST ?= 127.0.0.1
PORT ?= 8000

VENV := .venv
BIN := $(VENV)/bin
MANAGE := $(BIN)/python manage.py
VAR := $(or $(VAR_DIR),var)
LOCK := requirements/dev.lock
# The environment is made anew when the lock's content changes, whatever the files' times say.
STAMP := $(VENV)/.installed-$(shell cksum <$(LOCK) 2>/dev/null | cut -d' ' -f1)

LOCALE := deckbuilder/locale
LANGUAGES := zh_Hant zh_Hans ja
CATALOGS := $(wildcard $(LOCALE)/*/LC_MESSAGES/*.po)
STATIC_FILES := $(shell find static deckbuilder/*/static -type f 2>/dev/null)

# Every process would compile every module again, pytest twice as slowly as others.
unexport PYTHONDONTWRITEBYTECODE

# The tests that run; see the markers in pyproject.toml.
MARKS ?= not exhaustive$(if $(FAST), and not browser and not slow)

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help setup run test walk lint format bench backup restore messages mo static
.PHONY: check-style check-types check-imports check-migrations check-messages lock clean

help: ## List the targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' Makefile

setup: $(STAMP) ## Create the virtual environment .venv only

run: setup mo static ## Serve the site with sample cards and decks and one worker (PORT=8000)
	@$(MANAGE) migrate --verbosity 0
	@$(MANAGE) load_samples
	@HOST=$(HOST) PORT=$(PORT) exec bin/serve

test: setup mo static ## Run the tests (FAST=1: without browsers and worker processes; ARGS= adds options of pytest)
	@$(if $(FAST),,CHROMIUM=$$(bin/ensure-chromium) && bin/ensure-browser-starts "$$CHROMIUM" || exit 1; export CHROMIUM; \
	$(BIN)/python bin/compile-games &&) \
	$(BIN)/pytest --numprocesses auto --dist worksteal --durations 15 --costs -m '$(MARKS)' $(if $(FAST),--ignore tests/browser) $(ARGS)

SECONDS ?= 180
SEEDS ?= 1 2

walk: setup mo static ## Walk through the site at random (SECONDS=180 from each of SEEDS="1 2")
	@$(BIN)/pytest --numprocesses auto tests/walker/test_walk.py --walk-seconds $(SECONDS) $(SEEDS:%=--walk-seed %) $(ARGS)

lint: check-style check-types check-imports check-migrations check-messages ## Check style, types, imports, migrations and translations

format: setup ## Format the code and fix what ruff can fix
	@$(BIN)/ruff format .
	@$(BIN)/ruff check --fix .

bench: setup mo static ## Run the benchmarks and check their limits
	@$(MANAGE) bench

# These two change nothing but the data: an environment that is out of date is not made anew for them.
backup: | $(BIN)/python ## Back up database and secret key into TO=var/backups
	@$(MANAGE) backup $(TO)

restore: | $(BIN)/python ## Restore the backup FROM=folder into an empty database (ARGS=--overwrite: into any)
	@$(MANAGE) restore $(if $(FROM),'$(FROM)',$(error FROM=folder of the backup is needed)) $(ARGS)

messages: setup ## Collect the texts to translate into deckbuilder/locale (needs GNU gettext)
	@command -v xgettext >/dev/null || bin/apt-install gettext
	@mkdir -p $(LANGUAGES:%=$(LOCALE)/%/LC_MESSAGES)
	@$(MANAGE) makemessages --all --no-location --no-obsolete --ignore 'var/*' --ignore 'tests/*' --ignore 'docs/*'

# Of the differences from the last commit: each package once, with the versions before and after.
CHANGED_VERSIONS := awk -F '==| ' '/^-[a-z]/ { old[substr($$1, 2)] = $$2 } /^[+][a-z]/ { new[substr($$1, 2)] = $$2 } \
END { for (name in new) if (!(name in old)) print name, "new:", new[name]; \
else if (old[name] != new[name]) print name, old[name], "→", new[name]; \
for (name in old) if (!(name in new)) print name, old[name], "→ removed" }'

lock: ## Choose the newest versions that requirements/*.in allow, with their hashes, and list what changed
	@test -x var/lock/bin/uv || { python3 -m venv var/lock && var/lock/bin/python -m pip install --quiet uv; }
	@cd requirements && for name in runtime photos dev; do \
	../var/lock/bin/uv pip compile --quiet --upgrade --universal --no-strip-extras --python-version 3.11 --only-binary :all: \
	--generate-hashes --no-header --no-emit-index-url --no-emit-find-links $$name.in --output-file $$name.lock \
	|| exit 1; done
	@git diff --unified=0 -- requirements/*.lock | $(CHANGED_VERSIONS) | sort

clean: ## Remove everything that make created, including the database
	rm -rf $(VENV) $(VAR) $(CATALOGS:.po=.mo) .coverage .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +


$(BIN)/python:
	@echo "There is no environment here to run this with; make setup creates one." >&2; exit 1

$(STAMP):
	@bin/make-venv $(VENV) $(LOCK)
	@touch $@

mo: $(CATALOGS:.po=.mo)

%.mo: %.po | $(STAMP)
	@$(BIN)/pybabel --quiet compile --use-fuzzy --input-file $< --output-file $@

# Only what changed is copied; the stamp says that nothing has.
static: $(VAR)/.static-collected

$(VAR)/.static-collected: $(STATIC_FILES) $(LOCK) | $(STAMP)
	@mkdir -p $(VAR)
	@$(MANAGE) collectstatic --no-input --verbosity 0
	@touch $@

check-style: setup
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@find templates static \( -name '*.html' -o -name '*.js' \) \
	-exec awk 'length > 120 { print FILENAME ":" FNR ": over 120 characters"; bad = 1 } END { exit bad }' {} +
	@$(BIN)/djlint --quiet templates
	@$(BIN)/python -m tests.lint.names
	@$(BIN)/python -m tests.lint.styles
	@$(BIN)/oxlint --quiet --deny-warnings static/js

check-types: setup
	@$(BIN)/mypy

check-imports: setup
	@$(BIN)/lint-imports --no-logo

check-migrations: setup
	@$(MANAGE) makemigrations --check --dry-run
	@$(BIN)/python -m tests.lint.migrations

check-messages: setup
	@$(BIN)/python bin/check-messages $(LOCALE) $(LANGUAGES)
