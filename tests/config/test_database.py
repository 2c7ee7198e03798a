from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.db import connection

from config.database import database_from

EMBEDDED = Path("/var/spadework/spadework.sqlite3")


def test_no_address_means_the_embedded_file():
    assert database_from("", EMBEDDED)["NAME"] == EMBEDDED


def test_a_postgres_address_is_read_with_all_its_parts():
    read = database_from("postgres://ann:p%40ss@db:5433/cup?sslmode=require", EMBEDDED)

    assert [read[key] for key in ("NAME", "USER", "PASSWORD", "HOST", "PORT")] == [
        "cup",
        "ann",
        "p@ss",
        "db",
        "5433",
    ]
    assert read["OPTIONS"]["sslmode"] == "require"
    assert read["OPTIONS"]["pool"]["max_size"] == 8


def test_an_unknown_kind_of_database_is_refused():
    with pytest.raises(ImproperlyConfigured, match="must start with postgres"):
        database_from("mysql://db/cup", EMBEDDED)


@pytest.mark.django_db
def test_the_embedded_database_waits_instead_of_failing():
    if connection.vendor != "sqlite":
        return
    with connection.cursor() as cursor:
        pragmas = [
            cursor.execute(f"PRAGMA {name}").fetchone()[0]
            for name in ("journal_mode", "synchronous", "busy_timeout", "foreign_keys")
        ]
    assert pragmas == ["wal", 1, 20000, 1]
