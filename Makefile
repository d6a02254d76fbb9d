# Everything a newcomer needs: make run, make test.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# Servers and workers start again and again: they are compiled once, even where a machine is told not to.
export PYTHONDONTWRITEBYTECODE :=

.PHONY: packed pocket cellar run test check format coverage screens rough words bench bench-quick bench-pocket lighthouse evenings screenshots faults fuzz load audit client clean

run: $(VENV)/.installed
	@$(BIN)/python hatch_build.py
	@$(BIN)/python -m companion

test: $(VENV)/.installed-dev
	@$(MAKE) --no-print-directory -j2 check packed
	$(BIN)/python -m pytest -n 3 --dist loadfile

packed: $(VENV)/.installed-dev
	@$(BIN)/python hatch_build.py
	@$(BIN)/python -m pocket.build --quick

pocket: $(VENV)/.installed
	@$(BIN)/python hatch_build.py
	@$(BIN)/python -m pocket.build

cellar: $(VENV)/.installed-dev pocket
	COMPANION_CELLAR=all $(BIN)/python -m pytest tests/browser/test_pocket.py tests/browser/test_kills.py \
		tests/browser/test_along.py tests/seam tests/pocket/built_again.py

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
	COMPANION_EVERY_LOOK=1 COMPANION_SCREENS=all $(BIN)/python -m pytest -n 2 tests/browser/test_every_screen.py tests/browser/test_table_screen.py

rough: $(VENV)/.installed-dev
	COMPANION_STEPS=2400 COMPANION_LEGAL=all $(BIN)/python -m pytest -n 2 -s tests/web/test_rough_handling.py tests/api/test_legal.py

faults: $(VENV)/.installed-dev
	$(BIN)/python -m tests.scaled.faults
	$(BIN)/python -m tests.browser.flapping 100

bench: $(VENV)/.installed-dev
	$(BIN)/python -m pip install --quiet -e '.[bench]'
	@$(BIN)/python hatch_build.py
	$(BIN)/python -m bench

bench-quick: $(VENV)/.installed-dev
	$(BIN)/python -m pip install --quiet -e '.[bench]'
	@$(BIN)/python hatch_build.py
	$(BIN)/python -m bench --quick

bench-pocket: $(VENV)/.installed-dev pocket
	$(BIN)/python -m pip install --quiet -e '.[bench]'
	$(BIN)/python -m bench pocket

lighthouse: $(VENV)/.installed-dev
	@$(BIN)/python hatch_build.py
	$(BIN)/python -m bench.lighthouse

fuzz: $(VENV)/.installed-dev
	$(BIN)/python -m tests.hostile.fuzz 300000

load: $(VENV)/.installed-dev
	$(BIN)/python -m gevent.monkey --module tests.scaled.load

evenings: $(VENV)/.installed-dev
	@$(BIN)/python hatch_build.py
	$(BIN)/python -m tests.browser.evenings

screenshots: $(VENV)/.installed-dev
	$(BIN)/python -m tests.browser.screenshots screenshots

audit: $(VENV)/.installed-dev
	@$(BIN)/python -m pip install --quiet --upgrade pip setuptools
	$(BIN)/pip-audit --skip-editable --progress-spinner off

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
