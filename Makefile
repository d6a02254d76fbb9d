# The two targets for newcomers are `make run` and `make test`.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
BIOME = PATH="$(CURDIR)/$(BIN):$$PATH" node_modules/.bin/biome
TSC = PATH="$(CURDIR)/$(BIN):$$PATH" node_modules/.bin/tsc
ENVIRONMENT = $(PYTHON) make_environment.py $(VENV)
# Tests start many processes, so Python must write bytecode.
export PYTHONDONTWRITEBYTECODE :=
# A failing command in a pipe fails the recipe.
SHELL := /bin/bash
.SHELLFLAGS := -o pipefail -c
PYTEST := $(BIN)/python -m pytest -n 2 --dist worksteal
# Folders of tests/long. Before you finish a change, run the folders of its subject completely.
LONG := phone visual touch browsers processes guide
# A failed browser test runs once more; pytest lists these tests at the end.
ONCE_MORE := --reruns 1 -rR

.PHONY: $(MAKECMDGOALS)

run: environment-build
	@$(BIN)/python hatch_build.py --if-possible
	@$(BIN)/python -m companion

test: built
	@$(MAKE) --no-print-directory -j2 check required

# A file that the app opens without an encoding is an error.
required: built
	PYTHONWARNDEFAULTENCODING=1 $(PYTEST)

$(LONG): packed
	$(PYTEST) $(ONCE_MORE) tests/long/$@

# The long versions of the required tests, with new random examples in each run.
randomised: built
	$(PYTEST) --hypothesis-profile randomised -m long tests

# Prints one line for the required tests and one for each folder. Their output goes to build/long.
test-all: packed
	@mkdir -p build/long; red=0; for part in test $(LONG) randomised; do \
		SECONDS=0; $(MAKE) --no-print-directory $$part > build/long/$$part 2>&1; code=$$?; red=$$((red | code)); \
		echo "$$part: $$(tail -1 build/long/$$part | tr -d =), exit $$code"; grep -a ^RERUN build/long/$$part; \
	done; exit $$red

check: built
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache --no-logo
	$(BIOME) format
	$(BIOME) lint --error-on-warnings
	$(TSC)
	$(TSC) --project offline_bundle
	$(BIN)/djlint --quiet --lint templates

format: built
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	$(BIOME) format --write

built: environment-dev
	@$(BIN)/python hatch_build.py --dev

packed: built
	@$(BIN)/python -m offline_bundle.build

offline: environment-offline
	@$(BIN)/python hatch_build.py
	@$(BIN)/python -m offline_bundle.build

site: offline
	@$(BIN)/python -m offline_bundle.site

coverage: built
	$(PYTEST) --cov --cov-report=term

windows-like: built
	PYTHONPATH=tests/long/processes/no_unix PYTHONWARNDEFAULTENCODING=1 $(PYTEST) --ignore tests/browser

bench: environment-bench offline
	$(BIN)/python -m bench

bench-quick: environment-bench offline
	$(BIN)/python -m bench --quick

animated-picture: built
	$(BIN)/python -m tests.long.visual.animated_picture docs/boards/in_step.webp

faults: built
	$(PYTEST) -m long tests/long/processes/test_faults.py tests/long/phone/test_flapping_connection.py

load: environment-bench
	@$(BIN)/python hatch_build.py
	$(BIN)/python -m bench.load

# Changes the rules, one place at a time, and lists the changes that no test notices. FUNCTIONS limits it, for example
# to `companion.games.giza.scoring.*`.
mutation: built
	$(BIN)/mutmut run $(FUNCTIONS)
	$(BIN)/mutmut results

release: audit offline
	$(BIN)/python -m tests.long.processes.installed.release

audit: environment-dev
	$(BIN)/pip-audit --disable-pip --require-hashes --requirement locks/bench.txt --progress-spinner off

wheels: environment-dev
	$(PYTEST) tests/long/processes/installed/test_locks.py

# locks/EXTRA.txt has all packages of the project with that extra, for every supported Python and system. All have
# wheels (`make wheels`), except one package of `bench`. The extra `bench` includes everything, so the other locks
# take their versions from its lock.
LOCK = $(BIN)/uv pip compile --quiet --universal --fork-strategy fewest --python-version 3.11 \
	--only-binary :all: --no-binary chess --generate-hashes --no-annotate \
	--custom-compile-command "make lock" pyproject.toml

lock: environment-dev
	$(LOCK) --upgrade --extra bench --output-file locks/bench.txt
	for extra in build dev offline postgres; do \
		$(LOCK) --extra $$extra --constraint locks/bench.txt --output-file locks/$$extra.txt || exit 1; done

# Runs the required tests with the newest versions that pyproject.toml allows, and prints the differences from the lock.
newest:
	$(PYTHON) -m venv --clear build/newest
	build/newest/bin/python -m pip install --quiet --upgrade pip -e '.[dev]'
	@$(MAKE) --no-print-directory VENV=build/newest ENVIRONMENT=true test; code=$$?; echo "Not as in the lock:"; \
		build/newest/bin/uv --quiet pip freeze --python build/newest --exclude-editable \
		| grep -vxFf <(grep -o '^[^ ]*==[^ ]*' locks/dev.txt); exit $$code


catalogues: environment-dev
	$(BIN)/python -m tests.catalogues

# Creates the environment if it is missing, has another Python version, or has packages of an older lock.
environment-%:
	@$(ENVIRONMENT) $*

clean:
	rm -rf build $(VENV) .coverage .pytest_cache .mypy_cache .ruff_cache
