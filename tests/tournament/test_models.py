"""Facts that must never disagree, held by the database itself."""

from importlib import import_module
from types import SimpleNamespace

import pytest
from django.apps import apps
from django.db import IntegrityError, connection, transaction
from django.utils.timezone import now

from tests.factories import (
    ClubFactory,
    DrawFactory,
    EntryFactory,
    EventFactory,
    MatchFactory,
    MembershipFactory,
    PersonFactory,
    PlayerFactory,
    SideFactory,
    SingleFactory,
    TableFactory,
)
from tournament.models import Club, Entry, Match, Person, Side
from tournament.models.people import name_key

pytestmark = [pytest.mark.django_db, pytest.mark.everywhere]


COLUMNS = {
    "team_name_once_per_event": "entry.event_id, tournament_entry.name_key",
    "person_enters_an_event_once": "player.event_id, tournament_player.person_id",
    "place_in_a_pair_once": "player.entry_id, tournament_player.place",
    "team_is_in_one_slot_per_round": (
        "side.event_id, tournament_side.round, tournament_side.entry_id"
    ),
    "table_has_one_match_at_a_time": "match.table_id",
    "match_slot_once": "match.event_id, tournament_match.round, tournament_match.position",
    "match_number_once": "match.event_id, tournament_match.number",
    "side_place_once": "side.match_id, tournament_side.place",
    "draw_attempt_once": "draw.event_id, tournament_draw.kind, tournament_draw.attempt",
    "table_number_once": "table.event_id, tournament_table.number",
    "user_has_one_role_in_a_club": "membership.club_id, tournament_membership.user_id",
}
"""SQLite names the columns of a unique constraint instead of the constraint."""


def refused_by(constraint, make):
    """Try to write a row; say whether the database refuses it for this very reason."""
    with pytest.raises(IntegrityError) as error, transaction.atomic():
        make()
    said = str(error.value)
    columns = COLUMNS.get(constraint)
    return constraint in said or said == f"UNIQUE constraint failed: tournament_{columns}"


def change(row, **values):
    return lambda: type(row).objects.filter(pk=row.pk).update(**values)


def test_the_first_migration_of_data_leaves_one_club_that_says_whom_to_ask():
    Club.objects.all().delete()
    first_club = import_module("tournament.migrations.0002_first_club")

    for _ in range(2):
        first_club.add_first_club(apps, SimpleNamespace(connection=connection))

    assert [(club.slug, club.contact) for club in Club.objects.all()] == [("club", "the desk")]


def test_a_team_name_is_in_an_event_once_in_any_spelling():
    entry = EntryFactory(name="Straße")

    assert refused_by(
        "team_name_once_per_event", lambda: EntryFactory(event=entry.event, name="STRASSE")
    )
    assert EntryFactory(event=entry.event, name="STRASSE", state="withdrawn").pk
    assert EntryFactory(name="STRASSE").pk


def test_a_person_is_in_an_event_once_while_active():
    """A player stood in the list twice, and the event could not start."""
    player = PlayerFactory()
    other = EntryFactory(event=player.event, people=())

    assert refused_by(
        "person_enters_an_event_once", lambda: PlayerFactory(entry=other, person=player.person)
    )
    assert PlayerFactory(entry=other, person=player.person, active=False).pk


def test_a_place_in_a_pair_is_taken_once():
    player = PlayerFactory()

    assert refused_by("place_in_a_pair_once", lambda: PlayerFactory(entry=player.entry, place=1))
    assert PlayerFactory(entry=player.entry, place=1, active=False).pk


def test_a_joined_single_names_its_pair_and_only_that():
    single, pair = SingleFactory(), EntryFactory()

    assert refused_by("joined_single_names_its_pair", change(single, state="joined"))
    assert refused_by("joined_single_names_its_pair", change(single, joined_as=pair))
    assert change(single, state="joined", joined_as=pair)() == 1


def test_a_team_is_in_one_slot_per_round():
    """A winner that was changed left both teams in the next round."""
    side = SideFactory()
    other = MatchFactory(event=side.event, teams=())

    assert refused_by(
        "team_is_in_one_slot_per_round", lambda: SideFactory(match=other, entry=side.entry)
    )


def test_a_side_has_a_team_exactly_when_it_says_so():
    side = SideFactory()

    assert refused_by("side_has_a_team_exactly_when_it_says_so", change(side, entry=None))
    assert refused_by("side_has_a_team_exactly_when_it_says_so", change(side, kind="tbd"))


def test_a_bye_is_only_in_round_one():
    match = MatchFactory(round=2, teams=())

    assert refused_by(
        "bye_is_only_in_round_one", lambda: SideFactory(match=match, kind="bye", entry=None)
    )


def test_a_table_has_one_match_at_a_time():
    """Two matches were given one table: the search for a clash missed most of them."""
    table = TableFactory()
    held = MatchFactory(event=table.event, table=table, state="called")
    other = MatchFactory(event=table.event)

    assert refused_by("table_has_one_match_at_a_time", change(other, table=table, state="playing"))
    change(held, state="finished", reason="played")()
    assert change(other, table=table, state="playing")() == 1


@pytest.mark.parametrize("state", ["called", "playing"])
def test_a_match_at_a_table_names_it(state):
    assert refused_by("match_in_play_has_a_table", change(MatchFactory(), state=state))


def test_a_match_is_finished_for_a_reason():
    match = MatchFactory()

    assert refused_by("match_is_finished_for_a_reason", change(match, state="finished"))
    assert refused_by("match_is_finished_for_a_reason", change(match, reason="played"))


def test_a_match_with_a_winner_is_finished():
    match = MatchFactory()

    assert refused_by("match_with_a_winner_is_finished", change(match, winner=EntryFactory()))


@pytest.mark.parametrize("best_of", [0, 2, 4, 7])
def test_a_match_is_best_of_one_three_or_five(best_of):
    assert refused_by("match_best_of_is_odd", change(MatchFactory(), best_of=best_of))


def test_slots_and_numbers_of_a_bracket_are_there_once():
    """One place of a bracket was made twice, and a notice led to the match nobody played."""
    match = MatchFactory(position=0, number=1)

    assert refused_by(
        "match_slot_once", lambda: MatchFactory(event=match.event, position=0, number=2)
    )
    assert refused_by(
        "match_number_once", lambda: MatchFactory(event=match.event, position=1, number=1)
    )
    assert refused_by("side_place_once", lambda: SideFactory(match=match, place=0))


def test_an_attempt_is_there_once_and_is_one_of_eight():
    draw = DrawFactory()

    assert refused_by("draw_attempt_once", lambda: DrawFactory(event=draw.event))
    assert refused_by("draw_attempt_is_one_of_eight", change(draw, attempt=9))
    assert refused_by("draw_attempt_is_one_of_eight", change(draw, attempt=0))


def test_an_event_has_a_place_for_two_pairs():
    assert refused_by("event_has_a_place_for_two_pairs", change(EventFactory(), places=1))


def test_a_table_number_is_in_an_event_once():
    table = TableFactory()

    assert refused_by(
        "table_number_once", lambda: TableFactory(event=table.event, number=table.number)
    )


def test_a_user_has_one_known_role_in_a_club():
    member = MembershipFactory()

    assert refused_by(
        "user_has_one_role_in_a_club",
        lambda: MembershipFactory(club=member.club, user=member.user, role="viewer"),
    )
    assert refused_by("membership_role_is_known", change(member, role="owner"))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ana  Díaz", "ANA DÍAZ"),
        ("Straße", "STRASSE"),
        ("\uff21\uff23\uff25\uff33", "aces"),
        ("Zoe\u0308", "Zoë"),
    ],
)
def test_two_spellings_of_a_name_fold_to_one(one, other):
    assert name_key(one) == name_key(other)


def test_what_the_rows_say_of_themselves():
    event = EventFactory(name="Garden Night", status="running", zone="Europe/Berlin")
    match = MatchFactory(event=event, number=5, state="called", table=TableFactory(event=event))
    bye = Match(reason="bye", state="finished")

    assert (str(event), event.is_drawn, event.takes_entries) == ("Garden Night", True, False)
    assert (event.tz.key, event.topic) == ("Europe/Berlin", f"event:{event.ref}")
    assert (str(match), match.is_open, match.is_at_table, match.is_bye) == (
        "Match 5", True, True, False,
    )  # fmt: skip
    assert (bye.is_bye, bye.is_open) == (True, False)
    assert [(side.letter, str(side)) for side in match.sides.all()] == [
        ("A", match.sides.get(place=0).entry.name), ("B", match.sides.get(place=1).entry.name),
    ]  # fmt: skip
    assert [str(Side(kind=kind)) for kind in Side.Kind] == [
        "bye", "to be decided", "team", "no one",
    ]  # fmt: skip
    assert (Entry(state="entered").is_in, Entry(state="single").is_in) == (True, False)
    assert (Person().is_barred, Person(barred_at=now()).is_barred) == (False, True)
    assert str(PersonFactory(name="Ana", club=ClubFactory())) == "Ana"
