"""A whole event as one file: written, checked, put on an empty database, and written again."""

import hashlib
import json
import re
from uuid import uuid4

import pytest
from django.core.management import CommandError, call_command
from django.db import transaction
from django.test import Client

from scoring.bundles.canon import BundleFault
from scoring.bundles.export import records_of
from scoring.bundles.kinds import KINDS
from scoring.models import Hand
from scoring.services import correct_hand
from scoring.services.bundles import bundle_of, check_bundle, replay_bundle
from scoring.services.rebuild import check_event
from scoring.services.undo import take_back_act
from tests.evening.any_event import bids_and_tricks, page_of, play_out, run_errands
from tests.scoring.bundled import busy_event, file_of, finished_event
from tests.stage import director_of, drawn_event, entered, match_of, open_event, opened
from tournament.models import Act, Draw, Event
from tournament.queries.redraws import attempts_left
from tournament.refusals import Stale
from tournament.services.draw import draw_bracket, freeze_list
from tournament.services.events import cancel_event, open_check_in
from tournament.services.lots import next_attempt
from tournament.services.reveal import begin_reveal, reveal_next

pytestmark = pytest.mark.django_db

NOT_TOLD = {
    "club": {"id"},
    "event": {"id", "club", "version"},
    "rules_version": {"id", "event"},
    "person": {"id", "club", "name_key", "barred_at", "created_at"},
    "entry": {"id", "event", "name_key", "entry_key"},
    "player": {"id", "event"},
    "check_in": {"id"},
    "draw": {"id", "event"},
    "table": {"id", "event", "token"},
    "match": {"id", "event", "version"},
    "side": {"id", "event", "round"},
    "game": {"id"},
    "hand": {"id"},
    "version": {"id", "entry_key"},
    "incident": {"id", "event", "entry_key"},
    "act": {"id", "event", "entry_key"},
    "line": {"id", "event"},
}
"""Ids of this database, keys and links that are secrets, and what follows from other columns."""


@pytest.mark.parametrize("contacts", [False, True])
@pytest.mark.parametrize("build", [busy_event, finished_event])
def test_a_bundle_put_on_an_empty_database_is_written_again_byte_by_byte(build, contacts):
    data = file_of(build, contacts=contacts)
    verdict = replay_bundle(data)
    assert verdict.differences == ()
    event = Event.objects.get(ref=verdict.bundle.event)
    assert bundle_of(event, contacts=contacts).encode() == data
    assert check_event(event) == []


@pytest.mark.parametrize("variant", ["cutthroat", "solo", "two_handed"])
def test_events_of_single_players_make_the_same_way_there_and_back(variant):
    data = file_of(drawn_event, entries=7, variant=variant)
    verdict = replay_bundle(data)
    event = Event.objects.get(ref=verdict.bundle.event)
    assert bundle_of(event).encode() == data


def test_the_public_bundle_of_a_replayed_event_is_that_of_the_event_itself():
    with transaction.atomic():
        event = busy_event()
        full, public = bundle_of(event, contacts=True), bundle_of(event)
        page = page_of(event)
        transaction.set_rollback(True)
    assert replay_bundle(full.encode()).differences == ()
    event = Event.objects.get(ref=event.ref)
    assert bundle_of(event) == public
    rows = r'id="(match|line)-\d+"'
    assert without(rows, page_of(event)) == without(rows, page)


def without(pattern, text):
    return re.sub(pattern, "", text)


def test_a_replayed_correction_of_a_hand_can_still_be_taken_back():
    assert replay_bundle(file_of(corrected_event, contacts=True)).differences == ()
    act = Act.objects.select_related("event__club").get(key="hand_corrected")
    hand = Hand.objects.get(pk=act.params["hand_id"])
    before = hand.versions.get(number=1).paper
    take_back_act(act, entry_key=uuid4(), by=director_of(act.event.club))
    hand.refresh_from_db()
    assert (hand.version, hand.paper) == (3, before)
    assert check_event(act.event) == []


def corrected_event():
    event = finished_event(2)
    hand = Hand.objects.select_related("game__match").get(game__match__event=event)
    said = {**bids_and_tricks(hand.game.rule_set, 1), "reason": "the other side"}
    correct_hand(hand, entry_key=uuid4(), by=director_of(event.club).user, **said)
    return event


def test_every_column_is_told_or_named_as_not_told():
    for kind in KINDS:
        columns = {column.name for column in kind.all_columns}
        told = set(kind.fields(contacts=True))
        assert columns - told == NOT_TOLD[kind.name], kind.name
        assert told - columns <= {"number"}, kind.name


def test_a_stranger_can_follow_the_chain_with_a_hash_alone():
    lines = file_of(finished_event).decode().splitlines()
    header = lines[0].split('"header":')[1].removesuffix(',"records":[')
    last = hashlib.sha256(header.encode()).hexdigest()
    for line in lines[1:-1]:
        item = line.removesuffix(",")
        record = item[len('{"hash":"') + 64 + len('","record":') : -1]
        last = hashlib.sha256(f"{last}\n{record}".encode()).hexdigest()
        assert json.loads(item)["hash"] == last
    assert lines[-1] == f'],"seal":"{last}"}}'


def test_without_contacts_nothing_is_told_that_only_the_club_knows():
    with transaction.atomic():
        event = busy_event()
        text = bundle_of(event)
        hidden = [
            *event.tables.values_list("token", flat=True),
            *event.draws.exclude(state=Draw.State.DRAWN).values_list("secret", flat=True),
            *event.acts.values_list("by__username", flat=True),
            *map(str, event.acts.values_list("entry_key", flat=True)),
            *event.entries.exclude(email="").values_list("email", flat=True),
            "dana@example.org",
            "said a suit aloud",
            "incident",
        ]
        transaction.set_rollback(True)
    assert [secret for secret in hidden if secret in text] == []


def test_with_contacts_the_secrets_of_later_attempts_stay_locked_away():
    with transaction.atomic():
        event = busy_event()
        text = bundle_of(event, contacts=True)
        locked = event.draws.exclude(state=Draw.State.DRAWN).values_list("secret", flat=True)
        hidden = [*locked, *event.tables.values_list("token", flat=True)]
        transaction.set_rollback(True)
    assert [secret for secret in hidden if secret in text] == []
    assert "pair1@example.org" in text
    assert "said a suit aloud" in text


def test_bids_of_a_hand_in_play_are_not_told():
    event = drawn_event(2, tables=1)
    game = opened(match_of(event, 1))
    Hand.objects.create(game=game, number=1, dealer="N", bids={"E": 7})
    assert [it for it in records_of(event, contacts=True) if it["type"] == "hand"] == []


def test_no_bundle_is_written_while_a_draw_is_being_revealed():
    event = drawn_event(2)
    event.draws.filter(attempt=2, kind="bracket").update(state=Draw.State.REVEALING)
    with pytest.raises(Stale, match="being revealed"):
        bundle_of(event)


def test_an_event_called_off_in_the_midst_of_its_draw_has_a_bundle_that_tells_no_result():
    """Its staff were told to show the draw to its end first, which nobody can any more."""

    def build():
        event = entered(open_event(), 5)
        by = director_of(event.club)
        freeze_list(open_check_in(event, by=by), by=by, everyone=True)
        draw = reveal_next(begin_reveal(event, by=by), seen=0, by=by)
        hidden.extend([draw.secret, draw.seed])
        return cancel_event(event, by=by)

    hidden = []
    data = file_of(build)
    assert [it for it in hidden if it.encode() in data] == []
    assert replay_bundle(data).differences == ()
    assert bundle_of(Event.objects.get()).encode() == data


def test_two_bundles_of_one_event_are_the_same_bytes():
    event = busy_event()
    assert bundle_of(event) == bundle_of(event)


@pytest.mark.parametrize("entries", [2, 6])
def test_reading_an_event_takes_the_same_queries_whatever_its_size(
    entries, django_assert_num_queries
):
    event = drawn_event(entries)
    with django_assert_num_queries(17):
        records_of(event, contacts=True)


def test_an_event_that_is_here_is_checked_but_not_written_again():
    event = finished_event()
    data = bundle_of(event).encode()
    assert check_bundle(data).differences == ()
    with pytest.raises(BundleFault, match="This event is here already"):
        replay_bundle(data)
    Event.objects.filter(pk=event.pk).update(ref="0" * 32)
    with pytest.raises(BundleFault, match="Another event here has the address garden-night"):
        replay_bundle(data)


def test_the_commands_carry_an_event_from_one_database_to_another(tmp_path, capsys):
    path, again = tmp_path / "one.json", tmp_path / "two.json"
    with transaction.atomic():
        event = finished_event()
        page = page_of(event)
        call_command("bundle", event.slug, output=path)
        transaction.set_rollback(True)
    call_command("replay", path, "--check")
    assert not Event.objects.exists()
    call_command("replay", path)
    assert "Garden Night: equal. " in capsys.readouterr().out
    call_command("bundle", event.slug, output=again)
    assert again.read_bytes() == path.read_bytes()
    rows = r'id="(match|line)-\d+"'
    assert without(rows, page_of(Event.objects.get())) == without(rows, page)
    assert Client(HTTP_HOST="testserver").get(f"/e/{event.slug}/draw/").status_code == 200


def test_the_command_writes_to_the_standard_output_and_knows_its_events(capsys):
    event = drawn_event(2)
    call_command("bundle", event.slug)
    assert capsys.readouterr().out == bundle_of(event)
    with pytest.raises(CommandError, match="There is no event nowhere here"):
        call_command("bundle", "nowhere")


def test_an_event_from_a_bundle_has_no_secret_for_another_draw():
    replay_bundle(file_of(drawn_event, entries=2))
    event = Event.objects.select_related("club").get()
    assert attempts_left(event) == 0
    with pytest.raises(Stale, match="All committed attempts of this draw are used up"):
        next_attempt(event, Draw.Kind.BRACKET)


def steered_event():
    """Seeds, groups kept apart and a match for the third place, played to the end."""
    event = entered(open_event(tables=2), 6)
    options = {"seeds": True, "apart": True, "byes": "seeded"}
    Event.objects.filter(pk=event.pk).update(third_place=True, draw_options=options)
    for number, entry in enumerate(event.entries.order_by("pk"), start=1):
        entry.seed, entry.apart = number if number < 3 else None, "Family" if number > 4 else ""
        entry.save()
    event.refresh_from_db()
    by = director_of(event.club)
    open_check_in(event, by=by)
    draw_bracket(event, by=by, everyone=True)
    while match := event.matches.filter(state__in=["ready", "called"]).first():
        play_out(match, lambda _sides: 0)
        run_errands()
    return event


@pytest.mark.parametrize("contacts", [False, True])
def test_a_steered_draw_and_a_third_place_make_the_same_way_there_and_back(contacts):
    data = file_of(steered_event, contacts=contacts)
    verdict = replay_bundle(data)
    assert verdict.differences == ()
    event = Event.objects.get(ref=verdict.bundle.event)
    assert event.matches.filter(for_third=True).count() == 1
    assert event.draws.get(state=Draw.State.DRAWN).options != {}
    assert bundle_of(event, contacts=contacts).encode() == data
    assert (b"Family" in data) == contacts
