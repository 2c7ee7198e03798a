"""The settings of a hosted and of an embedded site, each in a process of its own."""

import json
import subprocess
import sys

import pytest

from tests.test_repository import ROOT

HOSTED = {
    "SITE_URL": "https://spades.example",
    "SECRET_KEY": "k3y-for-a-test-of-fifty-and-more-letters-0123456789-abcdefghij",
    "DATABASE_URL": "postgres://spades:p%40ss@db:5433/cup",
    "REDIS_URL": "redis://:hunter2@cache:6379/3",
}


@pytest.fixture
def manage(tmp_path):
    """Run manage.py with nothing but the given environment."""

    def run(*words, **environment):
        environment = {"PATH": "/usr/bin:/bin", "VAR_DIR": str(tmp_path), **environment}
        command = [sys.executable, ROOT / "manage.py", *words]
        return subprocess.run(command, env=environment, capture_output=True, check=False, text=True)

    return run


def settings_of(manage, *names, **environment):
    values = ", ".join(f"{name!r}: settings.{name}" for name in names)
    code = f"import json; from django.conf import settings; print(json.dumps({{{values}}}))"
    done = manage("shell", "--no-imports", "-c", code, **environment)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_the_deploy_check_has_nothing_to_say_about_a_hosted_site(manage):
    done = manage("check", "--deploy", "--fail-level", "WARNING", **HOSTED)

    assert (done.returncode, done.stdout) == (
        0,
        "System check identified no issues (0 silenced).\n",
    ), done.stderr


def test_a_hosted_site_must_bring_its_secret(manage):
    done = manage("check", SITE_URL="https://spades.example")

    assert done.returncode == 1
    assert "SECRET_KEY must be set in the environment" in done.stderr


def test_an_embedded_site_makes_its_secret_once_and_keeps_it_private(manage, tmp_path):
    first = settings_of(manage, "SECRET_KEY")

    assert settings_of(manage, "SECRET_KEY") == first
    assert len(first["SECRET_KEY"]) > 50
    assert (tmp_path / "secret-key").stat().st_mode & 0o777 == 0o600


def test_a_hosted_site_is_secure_and_an_embedded_one_works_without_a_certificate(manage):
    names = ["SESSION_COOKIE_SECURE", "CSRF_COOKIE_SECURE", "SECURE_SSL_REDIRECT", "DEBUG"]

    assert settings_of(manage, *names, **HOSTED) == {
        "SESSION_COOKIE_SECURE": True,
        "CSRF_COOKIE_SECURE": True,
        "SECURE_SSL_REDIRECT": True,
        "DEBUG": False,
    }
    assert settings_of(manage, *names) == dict.fromkeys(names, False)


def test_a_word_that_is_neither_true_nor_false_is_refused(manage):
    done = manage("check", DEBUG="yes")

    assert "DEBUG must be true or false, not 'yes'" in done.stderr


def test_a_number_that_is_none_is_refused(manage):
    done = manage("check", LIVE_STREAMS_MAX="many")

    assert "LIVE_STREAMS_MAX must be a whole number, not 'many'" in done.stderr
