"""The API as a whole: one shape of refusal whatever comes in, and a schema that is true."""

import json
from pathlib import Path

import pytest
from django.core.cache import caches
from django.test import Client
from django.urls import reverse
from drf_spectacular.validation import validate_schema

from tests.stage import at_a_table, drawn_event, match_of, open_event, opened
from tournament.models import Entry

pytestmark = pytest.mark.django_db

DOORS = {
    "GET /api/v1/events/",
    "GET /api/v1/events/{slug}/",
    "GET /api/v1/events/{slug}/entries/",
    "POST /api/v1/events/{slug}/entries/",
    "GET /api/v1/events/{slug}/draw/",
    "POST /api/v1/events/{slug}/draw/freeze/",
    "POST /api/v1/events/{slug}/draw/begin/",
    "POST /api/v1/events/{slug}/draw/next/",
    "POST /api/v1/events/{slug}/draw/rest/",
    "POST /api/v1/events/{slug}/draw/set-aside/",
    "POST /api/v1/events/{slug}/draw/redraw/",
    "GET /api/v1/events/{slug}/bracket/",
    "GET /api/v1/events/{slug}/bundle/",
    "GET /api/v1/events/{slug}/matches/",
    "GET /api/v1/events/{slug}/matches/{number}/",
    "GET /api/v1/events/{slug}/matches/{number}/result/",
    "POST /api/v1/events/{slug}/matches/{number}/result/",
    "GET /api/v1/events/{slug}/matches/{number}/hands/",
    "POST /api/v1/events/{slug}/matches/{number}/hands/{game}/{hand}/",
    "GET /api/v1/events/{slug}/acts/",
    "POST /api/v1/events/{slug}/acts/{number}/undo/",
    "POST /api/v1/examine/",
    "GET /api/v1/table/",
    "POST /api/v1/table/games/{game}/",
    "POST /api/v1/table/games/{game}/hands/{number}/",
    "POST /api/v1/table/games/{game}/hands/{number}/bids/",
    "DELETE /api/v1/table/games/{game}/hands/{number}/bids/{seat}/",
    "POST /api/v1/table/games/{game}/hands/{number}/tricks/",
    "POST /api/v1/table/games/{game}/hands/{number}/misdeal/",
    "POST /api/v1/table/games/{game}/hands/{number}/throw-in/",
}


@pytest.fixture(autouse=True)
def nobody_has_knocked_yet():
    """The count of knocks outlives a test."""
    caches["knocks"].clear()


@pytest.fixture
def event():
    return open_event()


@pytest.fixture
def table():
    """A table with game 1 open."""
    return opened(at_a_table(match_of(drawn_event(2, tables=1), 1))).match.table


@pytest.fixture
def schema(client):
    answer = client.get(reverse("schema"), headers={"Accept": "application/json"})
    assert answer.status_code == 200
    return answer.json()


def post(event, body, content_type="application/json", **headers):
    return Client().generic(
        "POST", reverse("api:entries", args=[event.slug]), body, content_type, headers=headers
    )


def assert_problem(answer, status, code):
    problem = answer.json()
    assert (answer.status_code, problem["code"]) == (status, code), problem
    assert sorted(problem) == ["code", "detail", "faults"]
    assert problem["detail"]


# Whatever comes in


@pytest.mark.parametrize(
    "body",
    [
        b"{",
        b"nope",
        b"[1,",
        b'{"kind": "pair"',
        b'{"name": "\xff"}',
        b'{"name": "\\ud800"}',
        b'{"\\udfff": 1}',
        b'{"n": ' + b"9" * 5000 + b"}",
        "\ufeff{}".encode("utf-16"),
        b"[" * 50_000,
        b'{"a":' * 10_000,
        b"[" * 30_000 + b"]" * 30_000,
    ],
    ids=lambda body: repr(body[:12]),
)
def test_what_is_not_json_is_a_bad_request(event, body):
    assert_problem(post(event, body), 400, "parse_error")


@pytest.mark.parametrize("body", [b"", b"[]", b"7", b'"pair"', b"null", b"true", b"NaN"])
def test_json_that_is_no_object_is_a_bad_request(event, body):
    assert_problem(post(event, body), 400, "unreadable")


def test_json_that_is_no_object_is_a_bad_request_at_a_table_too(client, table):
    headers = {"Authorization": f"Table {table.token}"}
    for name in ("hand", "bids", "tricks", "misdeal", "throw-in"):
        for body in ("[]", "7", "null"):
            address = reverse(f"api:{name}", args=[1, 1])
            answer = client.post(address, body, content_type="application/json", headers=headers)
            assert_problem(answer, 400, "unreadable")


def test_a_body_larger_than_any_entry_is_not_read(event):
    body = json.dumps({"name": "a" * 70_000})

    assert_problem(post(event, body), 413, "too_large")


@pytest.mark.parametrize(
    "content_type",
    [
        "text/plain",
        "application/x-www-form-urlencoded",
        "multipart/form-data",
        "json",
        "a/b; =\x7f",
    ],
)
def test_what_is_not_called_json_is_refused(event, content_type):
    assert_problem(post(event, b"{}", content_type), 415, "unsupported_media_type")


@pytest.mark.parametrize("charset", ["utf-8", "latin-1", "nonsense", '"'])
def test_json_is_utf8_whatever_its_header_claims(event, charset):
    body = json.dumps(
        {"kind": "pair", "name": "Zoë", "first": "Ünal", "second": "王"}, ensure_ascii=False
    )

    answer = post(event, body.encode(), f"application/json; charset={charset}")

    assert answer.status_code == 201
    assert Entry.objects.get().name == "Zoë"


def test_only_json_is_spoken(client, event):
    answer = client.get(reverse("api:events"), headers={"Accept": "text/html"})

    assert_problem(answer, 406, "not_acceptable")


@pytest.mark.parametrize("accept", ["*/*", "application/*", "garbage;;q=x, */*"])
def test_a_vague_wish_gets_json(client, accept):
    answer = client.get(reverse("api:events"), headers={"Accept": accept})

    assert (answer.status_code, answer["Content-Type"]) == (200, "application/json")


@pytest.mark.parametrize("method", ["put", "patch", "delete"])
def test_a_method_that_a_door_does_not_know_is_refused_with_those_it_knows(client, event, method):
    answer = getattr(client, method)(reverse("api:entries", args=[event.slug]))

    assert_problem(answer, 405, "method_not_allowed")
    assert answer["Allow"] == "GET, POST, HEAD, OPTIONS"


@pytest.mark.parametrize(
    "path",
    [
        "/api/",
        "/api/v2/events/",
        "/api/v1/",
        "/api/v1/events",
        "/api/v1/events/no such/",
        "/api/v1/events/%00/",
        "/api/v1/events/a/matches/-1/",
        "/api/v1/table/games/x/",
    ],
)
@pytest.mark.parametrize("method", ["get", "post", "delete"])
def test_an_address_that_is_none_says_so_in_the_same_shape(client, path, method):
    assert_problem(getattr(client, method)(path), 404, "not_found")


def test_no_cookie_and_no_forged_post_matter_here(event):
    strict = Client(enforce_csrf_checks=True)
    strict.cookies["sessionid"] = "made-up"

    answer = strict.post(
        reverse("api:entries", args=[event.slug]),
        '{"kind": "single", "person_name": "Cy"}',
        content_type="application/json",
    )

    assert answer.status_code == 201


# The schema


def test_the_schema_is_valid_and_names_every_door(schema):
    validate_schema(schema)

    doors = {
        f"{method.upper()} {path}"
        for path, operations in schema["paths"].items()
        for method in operations
    }
    assert doors == DOORS


def test_every_operation_has_a_summary_a_tag_that_is_explained_and_every_refusal(schema):
    explained = {tag["name"] for tag in schema["tags"]}

    for operations in schema["paths"].values():
        for method, operation in operations.items():
            assert operation["summary"]
            assert operation["description"]
            assert all(it["description"] for it in operation.get("parameters", []))
            assert all(it["description"] for it in operation["responses"].values())
            assert set(operation["tags"]) < explained
            answers = set(operation["responses"])
            assert {"404", "406"} < answers
            assert method != "post" or {"400", "409", "413", "415", "422"} < answers


def test_the_table_needs_its_link_staff_a_session_and_the_rest_needs_nothing(schema):
    for path, operations in schema["paths"].items():
        for operation in operations.values():
            wanted = [{"table": []}] if "/table/" in path else [{}]
            if "desk" in operation["tags"]:
                wanted = [{"cookieAuth": []}]
                assert "403" in operation["responses"]
            assert operation["security"] == wanted, path


def test_a_newer_state_comes_with_what_the_table_missed(schema):
    answers = schema["paths"]["/api/v1/table/games/{game}/"]["post"]["responses"]

    told = answers["409"]["content"]["application/json"]["schema"]
    assert told == {"$ref": "#/components/schemas/MovedOn"}


def test_the_manual_names_every_door():
    manual = (Path(__file__).parents[2] / "docs/api.md").read_text()

    missing = [door for door in DOORS if f"`{door.replace('/api/v1/', '')}" not in manual]
    assert missing == []


def test_every_door_says_what_it_takes_when_asked(client, event, table):
    headers = {"Authorization": f"Table {table.token}"}
    for path in {door.partition(" ")[2] for door in DOORS}:
        address = path.format(slug=event.slug, game=1, number=1, seat="E", hand=1)
        answer = client.options(address, headers=headers)
        assert answer.status_code == 200, path
