# Every target sets up what it needs and is quick the second time. The environment lives in .venv and is made again
# when pyproject.toml or constraints.txt changes. `make help` lists the targets.

PYTHON ?= python3
VENV   := .venv
PY     := $(VENV)/bin/python
# Modules are compiled when they are first imported: to compile all of torch and transformers takes longer.
PIP    := $(PY) -m pip install --quiet --disable-pip-version-check --no-input --no-compile -c constraints.txt
TORCH  := $(shell sed -n '/^torch==/p' constraints.txt)
EXAMPLE := presets/workbooks/example.fitsheet
# A display of its own where there is one to be had, so that a test can neither meet nor disturb a person's windows.
VIRTUAL_DISPLAY := $(if $(shell command -v xvfb-run),xvfb-run -a -s "-screen 0 1920x1200x24",env QT_QPA_PLATFORM=offscreen)

# Each target's output in one piece, where this make can (GNU make 4).
WHOLE_OUTPUTS := $(if $(filter output-sync,$(.FEATURES)),--output-sync=target)

.DEFAULT_GOAL := help
.PHONY: help setup run test test-window test-measure test-planner lint format bench screenshots translations accuracy \
    package package-torch soak clean

help: ## list the targets
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1\t\2/p' $(MAKEFILE_LIST) | expand -t 22

run: $(VENV)/.run ## open the planner on the example workbook (prints its plan where there is no display)
	@packaging/system-packages.sh run
	@if [ "$$(uname -s)" = Linux ] && [ -z "$$DISPLAY$$WAYLAND_DISPLAY" ]; then \
	    echo "No display (DISPLAY and WAYLAND_DISPLAY are empty), so no window: here is the plan of $(EXAMPLE)."; \
	    status=0; $(PY) -m ui plan $(EXAMPLE) || status=$$?; \
	    case $$status in 0|1|3) ;; *) exit $$status ;; esac; \
	else \
	    $(PY) -m ui; \
	fi

test: $(VENV)/.test ## lint, doctests and tests, with reduced counts
	@packaging/system-packages.sh run test
	@$(MAKE) --no-print-directory --keep-going --jobs=2 $(WHOLE_OUTPUTS) test-window test-planner lint test-measure

# Three parts, two at a time, that share neither a display nor a clipboard; a test of a new folder is in test-planner.
test-window: $(VENV)/.test
	$(VIRTUAL_DISPLAY) $(PY) -m pytest tests/ui

test-measure: $(VENV)/.test
	QT_QPA_PLATFORM=offscreen $(PY) -m pytest tests/planner/measure

test-planner: $(VENV)/.test
	QT_QPA_PLATFORM=offscreen $(PY) -m pytest planner tests --ignore=tests/ui --ignore=tests/planner/measure

lint: $(VENV)/.test ## ruff, the strict type check of planner/, the import contracts
	$(VENV)/bin/ruff check .
	$(VENV)/bin/ruff format --check .
	$(VENV)/bin/mypy
	$(VENV)/bin/lint-imports

format: $(VENV)/.test ## let ruff lay out the code and put right what it can
	$(VENV)/bin/ruff check --fix .
	$(VENV)/bin/ruff format .

bench: $(VENV)/.test ## print the times of benchmarks/
	@packaging/system-packages.sh run test
	$(VIRTUAL_DISPLAY) $(PY) benchmarks/run.py

screenshots: $(VENV)/.test ## draw docs/pictures/ again
	@packaging/system-packages.sh run test
	$(VIRTUAL_DISPLAY) $(PY) docs/pictures/make.py

translations: $(VENV)/.test ## bring the .ts files up to date with the texts of the program
	$(PY) packaging/translations.py

accuracy: $(VENV)/.test ## write docs/accuracy.md again, from the cases
	$(PY) docs/accuracy_page.py

package: $(VENV)/.package ## the frozen program: dist/fitsheet/ and its archive, tried once
	@packaging/system-packages.sh run test package
	$(PY) packaging/build.py
	$(VIRTUAL_DISPLAY) $(PY) packaging/smoke.py dist/fitsheet

package-torch: $(VENV)/.package ## the same beside a Python with torch: dist/fitsheet-torch/ and its archive (large)
	@packaging/system-packages.sh run test package
	$(PY) packaging/build.py --torch
	$(VIRTUAL_DISPLAY) $(PY) packaging/smoke.py dist/fitsheet-torch --python dist/fitsheet-torch/python/fitsheet-python

soak: $(VENV)/.test ## every test with full counts; leaves docs/soak.md
	@packaging/system-packages.sh run test
	$(VIRTUAL_DISPLAY) $(PY) -m pytest --soak --summary=docs/soak.md

clean: ## remove what the other targets made, except the environment
	rm -rf build dist .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
	find planner ui presets tests packaging benchmarks -name __pycache__ -type d -prune -exec rm -rf {} +

# One stamp per level of set-up. torch comes first and through the plain client: whichever build of the pinned version
# the machine's index offers (CPU or CUDA) then satisfies the rest.
$(VENV)/.python:
	@command -v "$(PYTHON)" >/dev/null || \
	    { echo "There is no '$(PYTHON)' here. Fitsheet needs Python 3.11 or newer: make PYTHON=/path/to/python3.11" >&2; exit 1; }
	@"$(PYTHON)" -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	    { echo "$$("$(PYTHON)" --version) is too old. Fitsheet needs Python 3.11 or newer: make PYTHON=python3.11" >&2; exit 1; }
	@"$(PYTHON)" -m venv $(VENV) || \
	    { rm -rf $(VENV); echo "No virtual environment could be made. On Debian: sudo apt-get install python3-venv" >&2; exit 1; }
	@touch $@

define SET_UP
	@echo "Setting up $(VENV) (the first time takes a few minutes; torch is the large part) ..."
	@$(PIP) $(TORCH) hatchling
	@$(PIP) --no-build-isolation -e '.[$(EXTRAS)]'
	@touch $@
endef

$(VENV)/.run: EXTRAS := measure
$(VENV)/.run: $(VENV)/.python pyproject.toml constraints.txt
	$(SET_UP)

# In one go, not on top of the set-up for `run`, which is a part of it.
$(VENV)/.test: EXTRAS := measure,test
$(VENV)/.test: $(VENV)/.python pyproject.toml constraints.txt
	$(SET_UP)
	@touch $(VENV)/.run $@

$(VENV)/.package: $(VENV)/.run
	@$(PIP) --no-build-isolation -e '.[measure,package]'
	@touch $@
