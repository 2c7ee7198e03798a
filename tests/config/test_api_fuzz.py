"""Made-up requests against every door: no error of ours, and no answer the schema does not name."""

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis.generation import GenerationMode
from schemathesis.specs.openapi import checks

from config.wsgi import application
from tests.stage import drawn_event, entered, match_of, open_event, opened

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.fuzz]

CHECKS = [
    schemathesis.checks.not_a_server_error,
    checks.status_code_conformance,
    checks.content_type_conformance,
    checks.response_headers_conformance,
    checks.response_schema_conformance,
]
"""What must hold of every answer, however odd the request."""
EXAMPLES = 60


@pytest.fixture
def known(monkeypatch):
    """What leads a request to something that is there: an event, a table and its sheet."""
    rates = dict.fromkeys(("enter", "examine"), "100000/min")
    monkeypatch.setattr("config.throttling.ByAddress.THROTTLE_RATES", rates)
    event = entered(open_event(), 2)
    match = opened(match_of(drawn_event(2, tables=1, best_of=5, target_score=500), 1)).match
    return {
        "slugs": (event.slug, match.event.slug),
        "token": match.table.token,
        "here": {"game": 1, "number": 1, "seat": "E"},
        "sheet": "1.1",
    }


@pytest.mark.parametrize("mode", list(GenerationMode), ids=lambda mode: mode.value)
def test_every_answer_to_a_made_up_request_is_one_the_schema_names(known, mode):
    schema = schemathesis.openapi.from_wsgi("/api/schema/?format=json", application)
    for operation in (found.ok() for found in schema.get_all_operations()):
        if mode == GenerationMode.NEGATIVE and operation.method != "post":
            continue  # without a body there is next to nothing that could be wrong

        @settings(
            max_examples=EXAMPLES,
            deadline=None,
            database=None,
            suppress_health_check=list(HealthCheck),
        )
        @given(case=operation.as_strategy(generation_mode=mode), data=st.data())
        def answer(case, data):
            steer(case, data, known)
            case.call_and_validate(checks=CHECKS)

        answer()


def steer(case, data, known):
    """Lead most requests past the door, so that what lies behind it is tried as well."""
    if data.draw(st.integers(0, 9)):
        case.headers["Authorization"] = f"Table {known['token']}"
    if data.draw(st.integers(0, 4)):
        slug = data.draw(st.sampled_from(known["slugs"]))
        right = known["here"] | {"slug": slug}
        case.path_parameters |= {it: right[it] for it in case.path_parameters if it in right}
        if isinstance(case.body, dict) and "sheet" in case.body:
            case.body["sheet"] = known["sheet"]
        if "sheet" in case.query:
            case.query["sheet"] = known["sheet"]
