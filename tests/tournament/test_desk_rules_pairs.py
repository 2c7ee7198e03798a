"""The rules of an event of single players: one form for tables of three and of four."""

import pytest

from engine.spades.pairs import SHARED, RulePair
from engine.spades.rules import PRESETS
from tests.factories import ClubFactory
from tests.stage import director_of, open_event
from tests.tournament.desk_cast import address, faults, signed_in, text_of
from tests.tournament.test_desk_rules import saved, written
from tournament.desk_event_form import EventForm
from tournament.desk_rules_form import RulesForm
from tournament.rule_books import pair_around, read_rule_book
from tournament.services.events import edit_event

pytestmark = pytest.mark.django_db
GAMES = ["cutthroat", "solo"]


@pytest.fixture
def event(client):
    club = ClubFactory()
    signed_in(client, club)
    return open_event(club=club, variant="cutthroat")


def read(event):
    event.refresh_from_db()
    return event.rule_book


@pytest.mark.parametrize("game", GAMES)
def test_a_pair_comes_back_from_the_form_as_it_went_in(game):
    pair = pair_around(PRESETS[game].with_options(target_score=250, nil_allowed=False))
    form = RulesForm(written(pair), start=pair)

    assert form.errors == {}
    assert form.book == pair


@pytest.mark.parametrize("game", GAMES)
def test_the_other_tables_follow_what_is_changed_for_the_main_ones(client, event, game):
    saved(client, event, PRESETS[game], nil_value="50", lead_spades="any_time", max_hands="9")

    book = read(event)
    assert book.main == {"cutthroat": "three", "solo": "four"}[game]
    for table in (book.three, book.four):
        assert (table.nil_value, table.lead_spades, table.max_hands) == (50, "any_time", 9)
    assert (book.three.hand_size, book.four.hand_size) == (17, 13)


def test_without_the_tick_the_other_tables_have_rules_of_their_own(client, event):
    own = {"other_follows": None, "other-lead_spades": "any_time"}
    saved(client, event, PRESETS["cutthroat"], target_score="300", **own)

    book = read(event)
    assert (book.three.lead_spades, book.four.lead_spades) == ("when_broken", "any_time")
    assert book.four.target_score == 300
    page = client.get(address("rules", event))
    assert page.context["form"]["other_follows"].value() is False
    assert "<details open><summary>Rules of their own</summary>" in text_of(page)


def test_with_the_tick_what_is_said_below_does_not_count(client, event):
    own = {"other_follows": "on", "other-lead_spades": "any_time"}
    saved(client, event, PRESETS["cutthroat"], **own)

    assert read(event).four.lead_spades == "when_broken"


def test_faults_of_the_other_tables_stand_beside_their_fields(client, event):
    own = {"other_follows": None, "other-hand_size": "14", "other-min_bid": "x"}
    response = saved(client, event, PRESETS["cutthroat"], **own)
    assert response.status_code == 422
    assert faults(response) == {"other-min_bid", "other-hand_size"}

    response = saved(client, event, PRESETS["cutthroat"], **(own | {"other-min_bid": "0"}))
    assert response.status_code == 422
    assert faults(response) == {"other-hand_size"}


def test_what_both_tables_share_is_asked_once(client, event):
    form = RulesForm(start=event.rule_book)

    assert not {f"other-{name}" for name in SHARED} & set(form.fields)
    assert {"other-hand_size", "other-removed_cards"} <= set(form.fields)
    assert form.other.title == "Tables of four"


def test_the_sheet_says_what_the_other_tables_play(client, event):
    edit_event(event, by=director_of(event.club), rules=RulePair().to_json())

    page = client.get(f"/e/{event.slug}/rules/")

    told = page.context["sections"][-1]
    assert told.title == "Tables of four"
    assert told.sentences[0] == "Such a table plays Solo."
    assert "52 cards are dealt, 13 to each player; a hand has 13 tricks." in told.sentences
    assert told.sentences[-1] == "Where two are left at a table, they play Two-handed."


def test_two_handed_and_pairs_have_no_other_tables(client):
    for game in ("standard", "two_handed"):
        assert RulesForm(start=PRESETS[game]).other is None


@pytest.mark.parametrize("rules", [{"variant": "solo"}, RulePair(main="four").to_json()])
def test_events_take_one_game_or_both_and_the_api_tells_both(client, event, rules):
    edit_event(event, by=director_of(event.club), rules=rules)

    event.refresh_from_db()
    assert event.rules == read_rule_book(rules).to_json()
    told = client.get(f"/api/v1/events/{event.slug}/").json()
    assert (told["rules"]["main"], told["rules"]["three"]["variant"]) == ("four", "cutthroat")
    assert told["round_rules"] == {}


def test_the_set_up_of_a_draft_keeps_both_games(client):
    club = ClubFactory()
    signed_in(client, club)
    draft = open_event(club=club, variant="cutthroat")
    draft.status = "draft"
    draft.save()
    form = EventForm(event=draft)
    data = {name: form[name].value() for name in form.fields if form[name].value() is not None}

    response = client.post(address("setup", draft), data | {"best_of": "5", "target_score": "333"})

    assert response.status_code == 302
    book = read(draft)
    assert {(it.best_of, it.target_score) for it in (book.three, book.four)} == {(5, 333)}
