# make book       set up and build the HTML; prints the file to open
# make serve      the same, then serve it and open the browser
# make test       set up and run every check
# make notebooks  run every notebook and write it in the form that is committed
# make bench      build time, page weight, input-to-paint time, speed of kernels, training
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
PORT   ?= 8000
HTML   := _build/html/index.html

LIBRARY := $(shell find lib -name '*.py' -o -name '*.js' -o -name '*.css' -o -name '*.json' \
           -o -name '*.safetensors')
SOURCES := $(shell find chapters assets tools -type f -not -path '*/.*' -not -name '*.pyc')

.PHONY: book serve test notebooks bench lint clean
book: $(HTML)
	@echo "Open $(abspath $(HTML))"

# One stamp for the environment: made anew when the locked set changes.
$(VENV)/.ready: requirements-lock.txt pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed; set PYTHON=…")'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements-lock.txt
	touch $@

# The cache knows a notebook's cells, not the library they call: forget it when that
# changes.
_build/.library: $(LIBRARY) $(VENV)/.ready
	rm -rf _build/.jupyter_cache _build/.doctrees _build/html
	mkdir -p _build && touch $@

# Sphinx does not see a change of our extension: write every page again.
_build/.extension: tools/book_extension.py
	rm -rf _build/.doctrees _build/html
	mkdir -p _build && touch $@

$(HTML): _build/.library _build/.extension _config.yml _toc.yml $(SOURCES)
	$(BIN)/jupyter-book build --warningiserror --nitpick --keep-going .
	touch $@

serve: book
	@$(BIN)/python tools/serve.py _build/html $(PORT)

lint: $(VENV)/.ready
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/python tools/notebooks.py check

# Two workers already fill two cores: their threads would wait for each other.
test: export OMP_NUM_THREADS := 1
test: lint book
	$(BIN)/python -m pytest tests -n 2 --dist worksteal
	$(BIN)/python -m pytest --nbval -n 2 --dist loadfile -p no:cacheprovider chapters

notebooks: $(VENV)/.ready
	$(BIN)/python tools/notebooks.py run

bench: book
	PYTHONPATH=tests:tools $(BIN)/python benchmarks/book.py
	$(BIN)/python benchmarks/kernels.py
	$(BIN)/python benchmarks/translator.py

clean:
	rm -rf _build $(VENV)
