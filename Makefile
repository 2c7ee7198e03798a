# The words of this workshop. Needs python3 (3.11 or newer) with pip, make, git and the network.
PYTHON ?= python3
PORT ?= 8000
IN := .venv/bin
LOCK := uv pip compile -q --universal --python-version 3.11 --generate-hashes \
	--no-emit-index-url --no-emit-find-links --no-annotate --no-header --upgrade

.PHONY: help run reset demo-reset test test-more long check lint lock bench base tools

help:
	@echo "make run    the demo evening at http://127.0.0.1:$(PORT)    make reset  start it over"
	@echo "make test   the tests    make check  all that must hold before a commit"
	@echo "make lint   format, lint, types, contracts    make long  sweeps and soaks    make lock  new versions"
	@echo "make bench  how fast the engine is, and a correction"

base tools:
	@command -v $(PYTHON) >/dev/null || { echo "Spadework needs Python 3.11 or newer, and there is no $(PYTHON) here." >&2; exit 1; }
	@$(PYTHON) requirements/install.py $(if $(filter base,$@),base,test)

run: base
	@DATABASE_URL= REDIS_URL= SITE_URL=http://127.0.0.1:$(PORT) exec $(IN)/python manage.py evening --port $(PORT)

reset: base
	@rm -rf var/spadework.sqlite3* var/mail
	@echo "The evening starts over with the next make run."

demo-reset: reset

test: tools
	@$(IN)/python -m tests.suite test

test-more: tools
	@$(IN)/python -m tests.suite more

long: tools
	@$(IN)/python -m tests.suite long

check: lint test

lint: tools
	$(IN)/ruff format --check --quiet
	$(IN)/ruff check --quiet
	$(IN)/lint-imports
	$(IN)/mypy
	git ls-files 'templates/*.html' | xargs $(IN)/djade --check --target-version 5.2
	$(IN)/python manage.py makemigrations --check --dry-run
	SITE_URL=https://spades.example SECRET_KEY=$$($(IN)/python -c 'import secrets; print(secrets.token_urlsafe(60))') \
		$(IN)/python manage.py check --deploy --fail-level WARNING
	$(IN)/python manage.py spectacular --validate --fail-on-warn --file /dev/null

bench: tools
	@$(IN)/python -m benchmarks.engine
	@$(IN)/python -m benchmarks.corrections

lock: tools
	PATH=".tools/bin:$$PATH" $(LOCK) pyproject.toml -o requirements/base.txt
	PATH=".tools/bin:$$PATH" $(LOCK) pyproject.toml --group test -c requirements/base.txt -o requirements/test.txt
