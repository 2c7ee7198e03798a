"""What every page of the site has, whichever room it comes from."""

import logging
import re

import pytest
from django.contrib.auth.models import User
from django.urls import reverse

from config.clients import address_of
from config.redaction import RedactingFormatter, redact

pytestmark = pytest.mark.django_db

PASSWORD = "correct horse battery"  # noqa: S105 -- a test's own


def test_a_page_forbids_whatever_it_does_not_need(client):
    headers = client.get(reverse("tournament:events")).headers

    policy = re.sub(r" 'nonce-[^']+'", "", headers["Content-Security-Policy"])
    assert set(policy.split("; ")) == {
        "default-src 'self'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    }
    assert [headers[name] for name in ("X-Frame-Options", "X-Content-Type-Options")] == [
        "DENY",
        "nosniff",
    ]
    assert headers["Referrer-Policy"] == "same-origin"


def test_the_log_blanks_the_links_of_tables_also_in_a_traceback():
    error = LookupError("no game at /t/s3cretToken/")
    trace = (LookupError, error, None)
    record = logging.LogRecord(
        "x", logging.ERROR, "x", 1, "Not Found: %s", ("/t/s3cretToken/part/",), trace
    )

    line = RedactingFormatter("%(message)s").format(record)

    assert "s3cretToken" not in line
    assert line.startswith("Not Found: /t/***/part/\n")
    assert line.endswith("LookupError: no game at /t/***/")


def test_every_handler_of_the_log_redacts():
    handlers = {
        handler
        for name in (None, "django", "django.server", "django.request", "celery", "axes")
        for handler in logging.getLogger(name).handlers
        if type(handler) is logging.StreamHandler
    }
    assert {type(handler.formatter) for handler in handlers} == {RedactingFormatter}


@pytest.mark.parametrize(
    ("line", "blanked"),
    [
        ("GET /t/abc-DEF_1/games/1/hands/2/bid/ 422", "GET /t/***/games/1/hands/2/bid/ 422"),
        ('{"next": "/t/abc"}', '{"next": "/t/***"}'),
        ("postgres://ann:p@ss@db/x", "postgres://ann:***@ss@db/x"),
        ("/e/the-cup/bracket/", "/e/the-cup/bracket/"),
    ],
)
def test_redact_blanks_keys_and_nothing_else(line, blanked):
    assert redact(line) == blanked


def test_guessing_passwords_locks_the_name_for_that_address_only(client, settings):
    settings.AXES_ENABLED = True
    User.objects.create_user("director", password=PASSWORD)
    login = reverse("admin:login")

    def try_to_enter(password, address):
        return client.post(
            login, {"username": "director", "password": password}, REMOTE_ADDR=address
        ).status_code

    tries = [try_to_enter("wrong", "10.0.0.66") for _ in range(settings.AXES_FAILURE_LIMIT)]

    assert tries == [200] * (settings.AXES_FAILURE_LIMIT - 1) + [429]
    assert try_to_enter(PASSWORD, "10.0.0.66") == 429
    assert try_to_enter("wrong", "10.0.0.7") == 200


def test_who_is_locked_out_is_told_so_on_a_page_of_the_site(client, settings):
    settings.AXES_ENABLED, settings.AXES_FAILURE_LIMIT = True, 1

    answer = client.post(reverse("login"), {"username": "director", "password": "wrong"})

    assert answer.status_code == 429
    assert "<h1>Too many tries</h1>" in answer.content.decode()


def test_a_request_that_cannot_be_read_gets_a_page_of_the_site(client):
    answer = client.post(reverse("login"), {f"field{n}": "x" for n in range(1001)})

    assert answer.status_code == 400
    assert "<h1>This could not be read</h1>" in answer.content.decode()


@pytest.mark.parametrize(("behind_proxy", "address"), [(True, "203.0.113.9"), (False, "10.0.0.1")])
def test_only_what_our_own_proxy_wrote_is_believed(rf, settings, behind_proxy, address):
    settings.BEHIND_PROXY = behind_proxy
    forged = "6.6.6.6, 203.0.113.9"

    request = rf.get("/", REMOTE_ADDR="10.0.0.1", HTTP_X_FORWARDED_FOR=forged)

    assert address_of(request) == address
