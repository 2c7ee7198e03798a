"""What the letters say, to whom, and that no fact is told twice."""

from datetime import UTC, datetime

import pytest
from django.db import transaction

from relay.models import Letter
from tests.factories import EntryFactory, EventFactory, MatchFactory, SingleFactory, TableFactory
from tournament import notifications
from tournament.models import Draw, Entry, Side

pytestmark = pytest.mark.django_db


@pytest.fixture
def event():
    return EventFactory(name="Garden Night", slug="garden-night", zone="Europe/Berlin",
                        starts_at=datetime(2026, 9, 5, 18, 0, tzinfo=UTC))  # fmt: skip


@pytest.fixture
def pairs(event):
    return [
        EntryFactory(event=event, name=name, email=f"{name[0].lower()}@example.org")
        for name in ("Aces", "Bags", "Cuts")
    ]


def letter():
    return Letter.objects.get()


def match_of(event, teams, **words):
    return MatchFactory(event=event, teams=teams, number=5, **words)


def test_a_called_pair_is_told_its_opponent_and_table(event, pairs):
    """A notice led to another match than the one it told of."""
    match = match_of(event, pairs[:2], table=TableFactory(event=event, number=4), state="called")

    notifications.you_play(match, pairs[0])

    assert (letter().to, letter().subject) == ("a@example.org", "You play Bags at table 4 now")
    assert letter().fact == f"you_play:{match.pk}:{match.version}:{pairs[0].pk}"
    assert letter().body == (
        "Aces, match 5 is called: you play Bags at table 4 now. Please take your seats.\n\n"
        "Garden Night: http://testserver/e/garden-night/\n"
    )


def test_a_winner_is_told_whom_it_meets_next(event, pairs):
    above = MatchFactory(event=event, round=2, number=7, teams=(), state="waiting")
    match = match_of(event, pairs[:2], above=above, above_place=0, state="finished",
                     reason="played", winner=pairs[0])  # fmt: skip
    for place, entry in enumerate([pairs[0], pairs[2]]):
        Side.objects.create(
            match=above, event=event, round=2, place=place, kind="team", entry=entry
        )

    match.sides.filter(place=0).update(games=2)
    notifications.you_won(match, pairs[0])

    assert letter().subject == "You won, next you meet Cuts"
    assert "Aces, you won match 5, 2–0.\nNext you meet Cuts in match 7." in letter().body


def test_a_winner_whose_opponent_is_still_playing_is_told_which_match_decides(event, pairs):
    above = MatchFactory(event=event, round=2, number=7, teams=(), state="waiting")
    match = match_of(event, pairs[:2], above=above, above_place=0, state="finished",
                     reason="walkover", winner=pairs[0])  # fmt: skip
    feeding = MatchFactory(event=event, number=6, teams=(), state="waiting")
    Side.objects.create(match=above, event=event, round=2, place=0, kind="team", entry=pairs[0])
    Side.objects.create(match=above, event=event, round=2, place=1, kind="tbd", source=feeding)

    notifications.you_won(match, pairs[0])

    assert letter().subject == "You won and go on"
    assert letter().body.startswith(
        "Aces, match 5 is yours without play: nobody else is there.\n"
        "Next, in match 7, you meet the winner of match 6."
    )


def test_the_winner_of_the_final_is_the_champion(event, pairs):
    final = match_of(event, pairs[:2], state="finished", reason="played", winner=pairs[0])

    notifications.you_won(final, pairs[0])

    assert letter().subject == "You won Garden Night"
    assert "you are the champions of Garden Night" in letter().body


@pytest.mark.parametrize(
    ("reason", "words"),
    [
        ("played", "you lost match 5, 1–2, and"),
        ("walkover", "you were not there for match 5"),
        ("forfeit", "match 5 was closed without you"),
    ],
)
def test_who_is_out_is_told_why_and_thanked(event, pairs, reason, words):
    """A score with its sides swapped was read as a win by the loser: one's own games go first."""
    match = match_of(event, pairs[:2], state="finished", reason=reason, winner=pairs[1])

    for place, games in enumerate((1, 2)):
        match.sides.filter(place=place).update(games=games)
    notifications.you_are_out(match, pairs[0])

    assert letter().subject == "You are out of Garden Night, thanks for playing"
    assert words in letter().body


@pytest.mark.parametrize("own", [0, 1])
def test_each_team_reads_its_own_games_first(event, pairs, own):
    """The winner was told 0–2: from every side of the table one's own games come first."""
    match = match_of(event, pairs[:2], state="finished", reason="played", winner=pairs[own])
    match.sides.filter(place=own).update(games=2)
    notifications.you_won(match, pairs[own])
    assert "you won match 5, 2–0." in letter().body
    Letter.objects.all().delete()
    notifications.you_are_out(match, pairs[1 - own])
    assert "you lost match 5, 0–2, and" in letter().body


def test_who_left_a_table_that_was_played_out_reads_no_score(event, pairs):
    match = match_of(event, pairs[:3], state="finished", reason="played", winner=pairs[0])
    match.sides.filter(place=2).update(gone=True)
    notifications.you_are_out(match, pairs[2])
    assert "match 5 was closed without you" in letter().body


def test_an_entry_is_confirmed_in_the_zone_of_the_event(event, pairs):
    notifications.entry_confirmed(pairs[0])

    assert letter().subject == "You are entered: Garden Night"
    assert "First deal: Sept. 5, 2026, 20:00 (Europe/Berlin)." in letter().body


def test_a_single_is_told_that_a_place_comes_with_a_partner(event):
    notifications.entry_confirmed(SingleFactory(event=event, name="Cleo", email="c@example.org"))

    assert "A place is held once you have one" in letter().body


def test_the_odd_one_out_is_told_that_it_was_chance(event):
    single = SingleFactory(event=event, name="Cleo", email="c@example.org")

    notifications.odd_one_out(single, Draw(event=event, attempt=2))

    assert letter().fact == f"odd_one_out:event-{event.pk}:2:{single.pk}"
    assert "you are the one left over, by chance alone" in letter().body


@pytest.mark.everywhere
def test_the_draw_tells_each_pair_its_first_match_or_its_bye(event, pairs):
    match_of(event, pairs[:2])
    bye = MatchFactory(event=event, teams=pairs[2:], state="finished", reason="bye",
                       winner=pairs[2])  # fmt: skip
    Side.objects.create(match=bye, event=event, round=1, place=1, kind="bye")

    notifications.draw_published(Draw(event=event, attempt=1))

    bodies = dict(Letter.objects.values_list("to", "body"))
    assert bodies["a@example.org"].startswith("Aces, you begin with match 5, against Bags.")
    assert bodies["b@example.org"].startswith("Bags, you begin with match 5, against Aces.")
    assert bodies["c@example.org"].startswith("Cuts, you have a bye in the first round")


def test_whoever_is_called_to_a_table_of_three_is_told_both_others(event, pairs):
    match = match_of(event, pairs, table=TableFactory(event=event, number=4), state="called")

    notifications.you_play(match, pairs[1])

    assert letter().subject == "You play Aces and Cuts at table 4 now"


def test_the_draw_names_all_others_of_a_table_of_three(event, pairs):
    match_of(event, pairs)

    notifications.draw_published(Draw(event=event, attempt=1))

    bodies = dict(Letter.objects.values_list("to", "body"))
    assert bodies["b@example.org"].startswith("Bags, you begin with match 5, against Aces and Cuts")


def test_a_winner_is_told_of_all_those_it_may_meet_and_of_nobody_who_has_gone(event, pairs):
    above = MatchFactory(event=event, round=2, number=7, teams=(), state="waiting")
    match = match_of(event, pairs[:2], above=above, above_place=0, state="finished",
                     reason="played", winner=pairs[0])  # fmt: skip
    feeding = MatchFactory(event=event, number=6, teams=(), state="waiting")
    words = {"match": above, "event": event, "round": 2}
    Side.objects.create(**words, place=0, kind="team", entry=pairs[0])
    Side.objects.create(**words, place=1, kind="team", entry=pairs[2])
    Side.objects.create(**words, place=2, kind="tbd", source=feeding)
    Side.objects.create(**words, place=3, kind="team", entry=EntryFactory(event=event), gone=True)

    notifications.you_won(match, pairs[0])

    assert letter().subject == "You won and go on"
    assert "Next, in match 7, you meet Cuts and the winner of match 6." in letter().body


@pytest.mark.everywhere
def test_a_pair_of_two_singles_is_told_at_both_addresses(event, pairs):
    pair = EntryFactory(event=event, name="Late Aces", email="one@example.org")
    for email in ("ONE@example.org", "two@example.org", ""):
        SingleFactory(event=event, email=email, people=())
    Entry.objects.filter(event=event, state="single").update(state="joined", joined_as=pair)
    match_of(event, [pair, pairs[0]])

    notifications.draw_published(Draw(event=event, attempt=1))
    notifications.entry_confirmed(pair)

    told = Letter.objects.exclude(to="a@example.org").order_by("to", "fact")
    assert [(x.to, x.fact.partition(":")[0]) for x in told] == [
        ("one@example.org", "draw_published"), ("one@example.org", "entry_confirmed"),
        ("two@example.org", "draw_published"), ("two@example.org", "entry_confirmed"),
    ]  # fmt: skip


@pytest.mark.everywhere
def test_no_fact_is_told_twice(event, pairs):
    match = match_of(event, pairs[:2], state="finished", reason="played", winner=pairs[1])

    for _ in range(3):
        notifications.you_are_out(match, pairs[0])
        notifications.entry_confirmed(pairs[0])

    assert Letter.objects.count() == 2


def test_who_gave_no_address_gets_no_letter(event):
    notifications.entry_confirmed(EntryFactory(event=event))

    assert Letter.objects.count() == 0


def test_names_reach_a_letter_as_they_were_written_and_never_its_headers(event):
    entry = EntryFactory(event=event, name='R&B <"Ladies">', email="a@example.org")
    table = TableFactory(event=event)
    match = match_of(event, [EntryFactory(event=event), entry], table=table, state="called")

    notifications.you_play(match, match.sides.get(place=0).entry)
    notifications.you_play(match, entry)

    assert 'R&B <"Ladies">, match 5 is called' in letter().body
    assert "\n" not in letter().subject


@pytest.mark.everywhere
@pytest.mark.django_db(transaction=True)
def test_a_letter_is_written_only_with_the_fact_it_tells(event, pairs):
    with pytest.raises(RuntimeError, match="inside the transaction"):
        notifications.entry_confirmed(pairs[0])

    with transaction.atomic():
        notifications.entry_confirmed(pairs[0])

    assert letter().about == f"event:{event.pk}"
