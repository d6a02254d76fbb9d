# Everything a newcomer needs: make run, make test.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# Servers and workers start again and again: they are compiled once, even where a machine is told not to.
export PYTHONDONTWRITEBYTECODE :=
# What a long measurement says is kept in docs/measured as well; that it failed is not lost on the way.
SHELL := /bin/bash
.SHELLFLAGS := -o pipefail -c
KEPT = | tee docs/measured

.PHONY: \
	audit \
	bench \
	bench-pocket \
	bench-quick \
	cellar \
	check \
	clean \
	client \
	coverage \
	deploy-test \
	engines \
	evenings \
	evenings-elsewhere \
	faults \
	format \
	fuzz \
	game \
	hosting \
	interleavings \
	lighthouse \
	load \
	lock \
	packed \
	planted \
	pocket \
	proof \
	release \
	rough \
	run \
	screens \
	screenshots \
	site \
	test \
	test-long \
	test-quick \
	thumbs \
	windows-like \
	words \
	year

# What a browser on a full machine did not show in time is looked at once more, and named (docs/decisions/0084).
NOT_IN_TIME := Locator expected|Timeout [0-9]+ms exceeded|did not come

run: $(VENV)/.installed
	@$(BIN)/python hatch_build.py
	@$(BIN)/python -m companion

test: $(VENV)/.installed-dev
	@$(MAKE) --no-print-directory -j2 check packed
	$(BIN)/python -m pytest -n 4 --dist loadfile --no-loadscope-reorder -rR --reruns 1 --only-rerun '$(NOT_IN_TIME)'

test-quick: $(VENV)/.installed-dev
	$(BIN)/python -m tests.quick

test-long: $(VENV)/.installed-dev packed
	COMPANION_LONG=1 $(BIN)/python -m pytest -n 2 --dist loadfile

game: $(VENV)/.installed-dev
	$(BIN)/python -m tests.quick $(slug)

packed: $(VENV)/.installed-dev
	@$(BIN)/python hatch_build.py
	@$(BIN)/python -m pocket.build --quick

pocket: $(VENV)/.installed
	@$(BIN)/python hatch_build.py
	@$(BIN)/python -m pocket.build

site: pocket
	@$(BIN)/python -m pocket.site

cellar: $(VENV)/.installed-dev pocket
	COMPANION_LONG=1 COMPANION_CELLAR=all $(BIN)/python -m pytest tests/browser/test_pocket.py tests/browser/test_kills.py \
		tests/browser/test_along.py tests/seam tests/pocket/built_again.py

windows-like: $(VENV)/.installed-dev
	PYTHONPATH=tests/home/elsewhere PYTHONWARNDEFAULTENCODING=1 $(BIN)/python -m pytest -n 2 --dist loadfile \
		tests/engine tests/games tests/tables tests/groups tests/exports tests/api tests/web tests/home

check: $(VENV)/.installed-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/biome format
	$(BIN)/biome lint --error-on-warnings
	$(BIN)/djlint --quiet --lint templates

format: $(VENV)/.installed-dev
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	$(BIN)/biome format --write

coverage: $(VENV)/.installed-dev
	$(BIN)/python -m pytest -n 2 --dist loadfile --cov --cov-report=term

screens: $(VENV)/.installed-dev
	@$(BIN)/python hatch_build.py
	COMPANION_EVERY_LOOK=1 COMPANION_SCREENS=all $(BIN)/python -m pytest -n 2 tests/browser/test_every_screen.py tests/browser/test_table_screen.py \
		tests/browser/test_table_states.py

rough: $(VENV)/.installed-dev
	COMPANION_STEPS=2400 COMPANION_LEGAL=all $(BIN)/python -m pytest -n 2 -s tests/web/test_rough_handling.py tests/api/test_legal.py

faults: $(VENV)/.installed-dev
	$(BIN)/python -m tests.scaled.faults
	$(BIN)/python -m tests.browser.flapping 100

bench: $(VENV)/.installed-dev
	$(BIN)/python -m pip install --quiet -e '.[bench]'
	@$(BIN)/python hatch_build.py
	$(BIN)/python -m bench $(KEPT)/bench.txt

bench-quick: $(VENV)/.installed-dev
	$(BIN)/python -m pip install --quiet -e '.[bench]'
	@$(BIN)/python hatch_build.py
	$(BIN)/python -m bench --quick

bench-pocket: $(VENV)/.installed-dev pocket
	$(BIN)/python -m pip install --quiet -e '.[bench]'
	$(BIN)/python -m bench pocket $(KEPT)/pocket.txt

lighthouse: $(VENV)/.installed-dev
	@$(BIN)/python hatch_build.py
	$(BIN)/python -m bench.lighthouse

fuzz: $(VENV)/.installed-dev
	$(BIN)/python -m tests.hostile.fuzz 300000

load: $(VENV)/.installed-dev
	$(BIN)/python -m gevent.monkey --module tests.scaled.load

engines: $(VENV)/.installed-dev packed
	for engine in chromium firefox webkit; do COMPANION_LONG=1 COMPANION_ENGINE=$$engine \
		$(BIN)/python -m pytest -n 2 --dist loadfile tests/browser/test_evenings.py tests/browser/test_in_every_engine.py || exit 1; done
	$(BIN)/python -m pytest tests/browser/test_old_webkit.py

proof: $(VENV)/.installed-dev
	COMPANION_LONG=1 $(BIN)/python -m pytest -n 2 tests/proof

interleavings: $(VENV)/.installed-dev
	COMPANION_INTERLEAVINGS=all $(BIN)/python -m pytest -n 2 tests/interleaving

year: $(VENV)/.installed-dev packed
	$(BIN)/python -m tests.year

planted: $(VENV)/.installed-dev packed
	$(BIN)/python -m tests.planted

evenings: $(VENV)/.installed-dev
	@$(BIN)/python hatch_build.py
	$(BIN)/python -m tests.browser.evenings $(KEPT)/evenings.txt

evenings-elsewhere: $(VENV)/.installed-dev packed
	COMPANION_LONG=1 $(BIN)/python -m pytest -n 2 -rR --reruns 1 --only-rerun '$(NOT_IN_TIME)' \
		tests/browser/test_evenings_in_firefox.py tests/browser/test_evenings_in_webkit.py

thumbs: $(VENV)/.installed-dev
	$(BIN)/python -m tests.browser.random_thumbs 2000

screenshots: $(VENV)/.installed-dev
	$(BIN)/python -m tests.browser.screenshots screenshots

deploy-test: $(VENV)/.installed-dev
	$(BIN)/python -m tests.deployed.evening $(KEPT)/deployed.txt

release: $(VENV)/.installed-dev pocket
	$(BIN)/python -m tests.installed.release

audit: $(VENV)/.installed-dev
	@$(BIN)/python -m pip install --quiet --upgrade pip setuptools
	$(BIN)/pip-audit --skip-editable --progress-spinner off

hosting: $(VENV)/.installed-dev
	$(BIN)/python -m tests.installed.bare_debian

# What the image installs, with hashes: for Linux and the image's Python.
LOCK = $(BIN)/uv pip compile --quiet --python-version 3.11 --python-platform linux --generate-hashes --no-annotate \
	--no-emit-index-url --no-emit-find-links --custom-compile-command "make lock" pyproject.toml

lock: $(VENV)/.installed-dev
	@$(BIN)/python -m pip install --quiet uv
	$(LOCK) --upgrade --extra postgres --output-file deploy/requirements.txt
	$(LOCK) --upgrade --extra build --extra pocket --constraint deploy/requirements.txt \
		--output-file deploy/requirements.build.txt

client: $(VENV)/.installed-dev
	$(BIN)/python -m companion openapi | $(BIN)/python docs/client/generate.py > docs/client/companion_client.new
	mv docs/client/companion_client.new docs/client/companion_client.py

words: $(VENV)/.installed-dev
	$(BIN)/python -m tests.words

$(VENV)/.installed: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade pip
	$(BIN)/python -m pip install --quiet -e '.[build]'
	@touch $@

$(VENV)/.installed-dev: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade pip
	$(BIN)/python -m pip install --quiet -e '.[dev]'
	@touch $@ $(VENV)/.installed

clean:
	rm -rf build $(VENV) instance .coverage .pytest_cache .mypy_cache .ruff_cache
