"""The rules of an event at the desk: started from, changed, looked at, saved, frozen."""

import re
from datetime import UTC, datetime

import pytest
from django.urls import reverse

from engine.spades.options import OPTIONS
from engine.spades.presets import presets
from engine.spades.rules import PRESETS, STANDARD, RuleSet
from engine.spades.sheet import rule_sheet
from tests.factories import ClubFactory
from tests.scoring import table_rows
from tests.stage import at_a_table, director_of, drawn_event, entered, match_of, open_event
from tests.tournament.desk_cast import address, faults, signed_in, text_of
from tournament.desk_rules_form import RulesForm
from tournament.models import Event
from tournament.sample_hands import sample_of
from tournament.services.draw import draw_bracket, freeze_list
from tournament.services.events import create_event, edit_event, open_check_in, open_registration

pytestmark = pytest.mark.django_db
STARTS = presets()
KEYS = [it.key for it in STARTS]


@pytest.fixture
def event(client):
    club = ClubFactory()
    signed_in(client, club)
    starts = datetime(2026, 9, 5, 18, 0, tzinfo=UTC)
    return create_event(club, by=director_of(club), name="Rule Night", starts_at=starts)


def written(rules, **changes):
    """Fill the form in as a browser would send it untouched, with some fields changed."""
    form = RulesForm(start=rules)
    sent = {}
    for name in form.fields:
        value = form[name].value()
        if value is True:
            sent[name] = "on"
        elif value is not None and value is not False and value != []:
            sent[name] = value
    return {name: it for name, it in {**sent, **changes}.items() if it is not None}


def saved(client, event, rules, **changes):
    return client.post(address("rules", event), written(rules, **changes, save="1"))


@pytest.mark.parametrize("start", STARTS, ids=KEYS)
def test_every_preset_comes_back_from_the_form_as_it_went_in(start):
    form = RulesForm(written(start.rules), start=STANDARD)
    assert form.errors == {}
    assert form.rules == start.rules
    assert form.seated == (start.rules, None)


@pytest.mark.parametrize("start", STARTS, ids=KEYS)
def test_every_preset_scores_the_sample_hand(start):
    sample = sample_of(start.rules)
    assert sample.faults == ()
    assert [len(side.lines) > 1 for side in sample.sides] == [True] * len(start.rules.sides)
    assert sum(side.tricks for side in sample.sides) == start.rules.hand_size


def test_every_option_stands_in_the_form_of_some_game():
    asked = {
        field.partition("-")[0] for it in PRESETS.values() for field in RulesForm(start=it).fields
    }
    assert set(OPTIONS) <= asked


def test_the_page_offers_every_preset(client, event):
    page = text_of(client.get(address("rules", event)))
    assert all(f"?start={key}&" in page for key in KEYS)


def test_a_preset_that_does_not_exist_is_not_found(client, event):
    assert client.get(address("rules", event), {"start": "bridge"}).status_code == 404


@pytest.mark.parametrize("depth", ["1", "2", "3"])
def test_three_depths_unfold_without_a_script(client, event, depth):
    page = text_of(client.get(address("rules", event), {"depth": depth}))
    more, everything = (
        page.count("<details open><summary>More:"),
        page.count("<details open><summary>Everything:"),
    )
    assert (more > 0, everything > 0) == {
        "1": (False, False),
        "2": (True, False),
        "3": (True, True),
    }[depth]


def test_the_sheet_and_the_sample_follow_what_is_typed_without_saving(client, event):
    data = written(STANDARD, target_score="350", nil_value="50", show="1", depth="2")
    response = client.post(address("rules", event), data)
    page = text_of(response)
    assert response.status_code == 200
    assert "The first side to reach 350 points wins the game." in page
    assert "nil by South made: +50" in page
    assert response.context["depth"] == 2
    event.refresh_from_db()
    assert event.rule_set == STANDARD


def test_the_live_part_is_the_part_alone(client, event):
    data = written(STANDARD, bag_points="3", preview="1")
    response = client.post(address("rules", event), data)
    page = text_of(response)
    assert response.status_code == 200
    assert "<form" not in page
    assert "bid 4 took 6" in page
    assert [side.points for side in response.context["sample"].sides] == [146, -90]


def test_the_rules_are_saved_and_saved_again(client, event):
    for _time in range(2):
        response = saved(client, event, STANDARD, target_score="350", bag_penalty_enabled=None)
        assert response.status_code == 302
        assert response["Location"] == address("rules", event)
    event.refresh_from_db()
    wanted = STANDARD.with_options(target_score=350, bag_penalty_enabled=False)
    assert event.rule_set == wanted
    assert event.log.filter(key="event_edited").count() == 1


def test_a_row_of_the_contracts_is_written_and_taken_away(client, event):
    row = {"low": 10, "high": 13, "made": [0, 200], "set": [0, -200]}
    cells = {
        "low": "10",
        "high": "13",
        "made_flat": "200",
        "set_flat": "-200",
        "counts_as_set": "on",
    }
    saved(client, event, STANDARD, **{f"contracts-0-{name}": it for name, it in cells.items()})
    event.refresh_from_db()
    assert event.rules["contracts"] == [row]
    gone = {f"contracts-0-{name}": None for name in cells}
    saved(client, event, event.rule_set, **gone)
    event.refresh_from_db()
    assert event.rules["contracts"] == []


def test_contradictions_stand_beside_their_fields_all_at_once_and_keep_what_was_typed(
    client, event
):
    changes = {
        "nil_allowed": None,
        "min_bid": "9",
        "max_bid": "8",
        "target_enabled": None,
        "contracts-3-low": "10",
        "contracts-3-high": "10",
    }
    response = saved(client, event, STANDARD, **changes)
    assert response.status_code == 422
    assert faults(response) == {"contracts-3-made_each", "contracts-3-set_each"}
    assert response.context["form"]["min_bid"].value() == "9"
    changes |= {"contracts-3-low": None, "contracts-3-high": None}
    response = saved(client, event, STANDARD, **changes)
    assert response.status_code == 422
    assert faults(response) == {"blind_nil_allowed", "min_bid", "target_enabled"}
    event.refresh_from_db()
    assert event.rule_set == STANDARD


def test_a_fault_unfolds_the_depth_it_stands_in(client, event):
    page = text_of(saved(client, event, STANDARD, blowout_factor="99"))
    assert "<details open><summary>Everything: Scoring</summary>" in page
    assert "Write a whole number from 2 to 13." in page


@pytest.mark.parametrize(
    "bad", ["NaN", "2.5", "true", "null", "99999999", "-1", "9" * 5000, "\x00", ""]
)
def test_bad_numbers_are_faults(client, event, bad):
    response = saved(client, event, STANDARD, bag_threshold=bad)
    assert response.status_code == 422
    assert faults(response) == {"bag_threshold"}


@pytest.mark.parametrize(
    ("field", "bad"),
    [
        ("tiebreak", "continue low_bags"),
        ("bag_overflow", "sideways"),
        ("best_of", "2"),
        ("renege_penalty", "transfer:0"),
        ("false_claim_penalty", "points:x"),
        ("removed_cards", "2C, 1X"),
        ("forbidden_team_bids", "nine"),
        ("misdeal_causes", "rain"),
        ("seating", "9"),
        ("penalties-0-offence", "arson"),
    ],
)
def test_bad_choices_are_faults_beside_their_field(client, event, field, bad):
    response = saved(client, event, STANDARD, **{field: bad})
    assert response.status_code == 422
    assert faults(response) == {field}


def test_an_empty_post_and_an_unknown_game_are_faults(client, event):
    assert client.post(address("rules", event)).status_code == 422
    response = saved(client, event, STANDARD, variant="bridge")
    assert response.status_code == 422
    assert faults(response) == {"__all__"}


@pytest.mark.parametrize("key", ["suicide", "mirror", "whiz", "nobid"])
@pytest.mark.parametrize(
    ("seating", "game"), [("3", "Cutthroat"), ("4", "Solo"), ("2", "Two-handed")]
)
def test_other_seats_turn_the_game_back_to_standard_bidding(client, event, key, seating, game):
    response = saved(client, event, PRESETS[key], seating=seating, target_score="350")
    assert response.status_code == 422
    assert f"needs other seats; these rules turn back to {game}." in text_of(response)
    base = response.context["form"].base
    assert (base.target_score, len(base.seats)) == (350, int(seating))
    event.refresh_from_db()
    assert event.rule_set == STANDARD


@pytest.mark.parametrize("start", STARTS, ids=KEYS)
def test_every_preset_can_be_the_rules_of_an_event(event, start):
    edit_event(event, by=director_of(event.club), rules=start.rules.to_json())
    event.refresh_from_db()
    assert event.rule_set == start.rules


def test_the_rules_are_read_only_once_the_list_is_closed(client, event):
    by = director_of(event.club)
    entered(open_registration(event, by=by), 2)
    open_check_in(event, by=by)
    freeze_list(event, by=by, everyone=True)
    page = client.get(address("rules", event))
    assert "The rules are fixed since the list was closed for the draw." in text_of(page)
    assert "Version 1" in text_of(page)
    assert 'name="target_score"' not in text_of(page)
    response = saved(client, event, STANDARD, target_score="350")
    assert response.status_code == 409
    event.refresh_from_db()
    assert event.rule_set == STANDARD


def test_the_page_costs_the_same_queries_whatever_the_rules(
    client, event, django_assert_num_queries
):
    for query in ({}, {"start": "suicide"}, {"start": "masonic-lodge", "depth": "3"}):
        with django_assert_num_queries(5):
            client.get(address("rules", event), query)


@pytest.mark.parametrize("start", STARTS, ids=KEYS)
def test_the_printed_sheet_has_every_group(client, start):
    event = open_event(**start.rules.to_json())
    page = client.get(f"/e/{event.slug}/rules/")
    titles = [it.title for it in page.context["sections"]]
    other = {"cutthroat": ["Tables of four"], "solo": ["Tables of three"]}
    assert titles == [
        *(it.title.say() for it in rule_sheet(start.rules)),
        *other.get(start.rules.variant, []),
    ]
    text = text_of(page)
    assert all(
        each in text for it in page.context["sections"] for each in [it.title, *it.sentences[:1]]
    )


def offered(client, match):
    """Read which bids the table's program and the table's page offer, which must agree."""
    said = client.get(reverse("api:table"), headers={"Authorization": f"Table {match.table.token}"})
    page = client.get(table_rows.address(match, "table")).content.decode()
    keys = re.findall(r'name="bid" value="(\w+)"', page)
    assert keys == said.json()["legal_bids"]
    return keys


def test_suicide_is_played_at_the_table_from_the_desk_to_the_winner(client, event):
    saved(client, event, PRESETS["suicide"], target_score="100", best_of="1")
    event.refresh_from_db()
    by = director_of(event.club)
    entered(open_registration(event, by=by), 2)
    open_check_in(event, by=by)
    draw_bracket(event, by=by, everyone=True)
    match = at_a_table(match_of(event, 1))
    table_rows.open_next(client, match)
    numbers = [str(number) for number in range(4, 14)]
    for seat, made, offer in (
        ("E", "6", ["nil", "blind", *numbers]),
        ("S", "nil", ["nil", "blind", *numbers]),
        ("W", "nil", ["nil", "blind"]),
        ("N", "5", numbers),
    ):
        assert offered(client, match) == offer
        table_rows.bid(client, match, seat, made)
    refused = table_rows.save(client, match, 6)
    assert "Say how the nil of" in text_of(refused)
    assert table_rows.save(client, match, 6, nil_S="0", nil_W="1").status_code == 303
    match.refresh_from_db()
    game = match.games.get()
    assert {side: it["score"] for side, it in game.totals.items()} == {"NS": 151, "EW": -39}
    assert (match.state, game.winner) == ("finished", "NS")


@pytest.mark.parametrize(
    ("bids", "seat", "wrong"), [({"E": "6"}, "W", "4"), ({"E": "nil"}, "W", "nil"), ({}, "E", "3")]
)
def test_a_bid_that_suicide_does_not_know_is_refused_at_the_table(client, bids, seat, wrong):
    match = at_a_table(match_of(drawn_event(2, tables=1, variant="suicide"), 1))
    table_rows.open_next(client, match)
    for first, made in bids.items():
        table_rows.bid(client, match, first, made)
        table_rows.bid(client, match, "S", "nil")
    assert table_rows.bid(client, match, seat, wrong).status_code == 422


def test_a_draft_keeps_suicide_when_its_set_up_is_saved(event):
    by = director_of(event.club)
    edit_event(event, by=by, rules=PRESETS["suicide"].to_json())
    edit_event(event, by=by, name="Another name")
    assert Event.objects.get(pk=event.pk).rule_set == RuleSet.from_json({"variant": "suicide"})
