"""A bundle that was changed: refused, with the record that was changed; never a traceback."""

import json
from copy import deepcopy

import pytest
from django.core.management import CommandError, call_command
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from scoring.bundles.canon import BundleFault
from scoring.bundles.chain import LARGEST, sealed
from scoring.services.bundles import check_bundle, replay_bundle
from tests.scoring.bundled import busy_event, file_of
from tournament.models import Event

pytestmark = pytest.mark.django_db
FILES = {}
OFTEN = settings(
    max_examples=60, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True
)
VALUES = st.sampled_from(
    [
        None,
        True,
        False,
        0,
        1,
        -1,
        7,
        2**53,
        "",
        "x",
        "\ud800",
        [],
        {},
        [[]],
        {"": []},
        "NS",
        ["a"],
        1.5,
    ]
)
MANY = st.integers(0, 10**6)


def a_file():
    """Build one event, once."""
    if not FILES:
        FILES["busy"] = file_of(busy_event, contacts=True)
    return FILES["busy"]


def spots(value, path=()):
    """List every place in a value."""
    inner = value.items() if isinstance(value, dict) else enumerate(value)
    for key, it in inner:
        yield (*path, key)
        if isinstance(it, dict | list):
            yield from spots(it, (*path, key))


def changed(record, n, value):
    """Put another value at one spot of a record, in a copy."""
    record = deepcopy(record)
    places = list(spots(record))
    *way, last = places[n % len(places)]
    inner = record
    for key in way:
        inner = inner[key]
    inner[last] = value
    return record


def refusal(data):
    with pytest.raises(BundleFault) as refused:
        check_bundle(data)
    return str(refused.value)


def records():
    return [item["record"] for item in json.loads(a_file())["records"]]


def resealed(those):
    """Seal changed records anew, as somebody would who has read docs/bundle.md."""
    ref = json.loads(a_file())["header"]["event"]
    return sealed(ref, those, contacts=True).encode("utf-8", "surrogatepass")


@OFTEN
@given(which=MANY, where=MANY, value=VALUES)
def test_one_changed_value_is_named_by_its_record(which, where, value):
    whole = json.loads(a_file())
    number = which % len(whole["records"])
    before = whole["records"][number]["record"]
    after = changed(before, where, value)
    if json.dumps(after) == json.dumps(before) or value in (2**53, 1.5, "\ud800"):
        return  # the same, or refused for what no bundle may hold
    whole["records"][number]["record"] = after
    assert refusal(json.dumps(whole).encode()).startswith(f"Record {number + 1} (")


@OFTEN
@given(where=MANY, byte=st.integers(0, 255))
def test_one_changed_byte_is_refused(where, byte):
    data = bytearray(a_file())
    where %= len(data)
    if data[where] != byte and data[where] != 0x0A:
        data[where] = byte
        assert refusal(bytes(data)) != ""


@OFTEN
@given(which=MANY, where=MANY, value=VALUES)
@example(which=0, where=0, value=None)
def test_a_lie_that_was_sealed_anew_is_told_or_makes_no_difference(which, where, value):
    those = records()
    number = which % len(those)
    those[number] = changed(those[number], where, value)
    try:
        data = resealed(those)
        verdict = check_bundle(data)
    except (BundleFault, ValueError):
        return
    if not verdict.differences:
        replayed = replay_refused_or_kept(data)
        assert replayed in {"kept", "refused"}


def replay_refused_or_kept(data):
    try:
        verdict = replay_bundle(data)
    except BundleFault:
        return "refused"
    event = Event.objects.get(ref=verdict.bundle.event)
    return "kept" if event.matches.exists() else "empty"


def test_the_hand_that_was_changed_is_named():
    whole = json.loads(a_file())
    number, record = next(
        (number, item["record"])
        for number, item in enumerate(whole["records"], start=1)
        if item["record"]["type"] == "hand"
    )
    record["bids"]["N"] = 5
    assert refusal(json.dumps(whole).encode()) == (
        f"Record {number} (hand 1 of game 1 of match {record['game'][0]}) was changed, or the"
        " record before it was taken out."
    )


def test_a_record_taken_out_is_noticed_at_the_next_one():
    whole = json.loads(a_file())
    del whole["records"][4]
    assert refusal(json.dumps(whole).encode()).startswith("Record 5 (")


def test_records_taken_from_the_end_are_noticed():
    whole = json.loads(a_file())
    del whole["records"][-1]
    assert refusal(json.dumps(whole).encode()) == (
        "The end of the bundle was changed, or records are missing there."
    )


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "This is no JSON, or the file was cut off: line 1."),
        (b"{", "This is no JSON, or the file was cut off: line 1."),
        (b"\xff\xfe", "This file is not text in UTF-8."),
        (b"[]", "This file is no bundle of an event."),
        (b'{"format":"spadework-bundle-2"}',
         "This bundle is written in another format; only spadework-bundle-1 can be read."),
        (b'{"format":"spadework-bundle-1"}',
         "The bundle is not whole, or something was added to it."),
        (b'{"a":1,"a":2}', "The file says something twice in one record."),
        (b'{"a":1.0}', "1.0 is no number of a bundle."),
        (b'{"a":NaN}', "NaN is no number of a bundle."),
        (b'{"a":' + b"9" * 5000 + b"}", "99999999999999999999 is no number of a bundle."),
        (b"[" * 100_000, "This file is nested too deeply for a bundle."),
        (b'{"a":"\\ud800"}', "This file is not text in UTF-8."),
    ],
)  # fmt: skip
def test_what_is_no_bundle_is_refused_in_words(data, said):
    assert refusal(data) == said


def test_a_cut_off_file_is_refused_in_words():
    data = a_file()
    assert refusal(data[: len(data) // 2]).startswith("This is no JSON, or the file was cut off")


def test_a_file_too_large_is_not_even_read():
    assert refusal(b" " * (LARGEST + 1)) == "This file is too large for a bundle."


def another_winner(those):
    match = next(it for it in those if it["type"] == "match" and it["reason"] == "played")
    sides = [it for it in those if it["type"] == "side" and it["match"] == match["number"]]
    match["winner"] = next(it["entry"] for it in sides if it["entry"] != match["winner"])
    return f"Match {match['number']}: its winner is "


def another_total(those):
    game = next(it for it in those if it["type"] == "game" and it["winner"])
    game["totals"]["NS"]["score"] += 10
    return f"game 1 of match {game['match']}: totals is "


def another_name(those):
    entry = next(it for it in those if it["type"] == "entry")
    entry["name"] = "Somebody Else"
    return "attempt 1 of the draw: Somebody Else is not the name that was drawn."


def another_slot(those):
    draw = next(it for it in those if it["type"] == "draw" and it["state"] == "drawn")
    draw["slots"].reverse()
    return "attempt 1 of the draw: drawn again, it differs in "


@pytest.mark.parametrize("lie", [another_winner, another_total, another_name, another_slot])
def test_a_lie_sealed_anew_is_found_by_playing_it_again(lie):
    those = records()
    said = lie(those)
    verdict = check_bundle(resealed(those))
    assert [line for line in verdict.differences if line.startswith(said)] != []


def test_the_command_refuses_with_a_sentence_and_writes_nothing(tmp_path):
    path = tmp_path / "bundle.json"
    path.write_bytes(a_file().replace(b'"version":1', b'"version":2', 1))
    with pytest.raises(CommandError, match=r"Record \d+ \(.*\) was changed"):
        call_command("replay", path)
    with pytest.raises(CommandError, match="No such file"):
        call_command("replay", tmp_path / "nothing.json")
    assert not Event.objects.exists()
