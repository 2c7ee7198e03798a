"""Matches at the desk: who may be called, who goes on, and what cannot be ruled on."""

import pytest

from tests.factories import MatchFactory, TableFactory
from tests.stage import at_a_table, drawn_event, enter_hand, match_of, opened, played, work
from tests.tournament.desk_cast import address, signed_in, text_of
from tournament.models import Match, Side

pytestmark = pytest.mark.django_db
ROUND_QUERIES = 7
"""Session, user, event, role; the rounds; the matches of one; their sides."""


def four(client, role="scorekeeper", **words):
    event = drawn_event(4, tables=2, **words)
    signed_in(client, event.club, role)
    return event


def first_team(match):
    return match.sides.first().entry


def sides_of(event, number):
    return list(match_of(event, number).sides.select_related("entry"))


def test_a_match_shows_its_state_its_sides_and_what_may_be_done(client):
    event = four(client)
    response = client.get(address("match", event, 1))
    offered = {
        group.title: [way.words for way in group.ways] for group in response.context["groups"]
    }
    assert offered["Walkover"] == [
        f"Absent: {sides_of(event, 1)[0].entry} …",
        f"Absent: {sides_of(event, 1)[1].entry} …",
        "Nobody has come …",
    ]
    assert "Waits for a table" in text_of(response)


def test_a_viewer_is_offered_nothing(client):
    event = four(client, "viewer")
    response = client.get(address("match", event, 1))
    assert response.context["groups"] == []
    assert "What may be done now" not in text_of(response)


def test_a_match_is_called_from_its_own_page(client):
    event = four(client)
    response = client.post(address("call-match", event, 1), {"table": "2"})
    assert response.status_code == 302
    assert match_of(event, 1).table.number == 2


@pytest.mark.parametrize("table", ["", "x", "9", "99999999999999999999999"])
def test_a_table_that_is_not_there_is_not_found(client, table):
    event = four(client)
    assert client.post(address("call-match", event, 1), {"table": table}).status_code == 404


def test_a_number_longer_than_any_is_not_found_either(client):
    event = four(client)
    assert client.post(address("call-match", event, 1), {"table": "9" * 5000}).status_code == 404
    rounds = client.get(address("matches", event), {"round": "9" * 5000})
    assert (rounds.status_code, rounds.context["number"]) == (200, 1)


def test_a_call_is_taken_back_and_a_second_tap_changes_nothing(client):
    event = four(client)
    at_a_table(match_of(event, 1))
    assert "keeps its place in line" in text_of(client.get(address("uncall", event, 1)))
    for _tap in range(2):
        assert client.post(address("uncall", event, 1)).status_code == 302
        assert match_of(event, 1).state == Match.State.READY
    assert event.log.filter(key="uncalled").count() == 1


def test_a_match_in_play_is_not_called_back(client):
    event = four(client)
    opened(match_of(event, 1))
    response = client.post(address("uncall", event, 1))
    assert response.status_code == 409
    assert match_of(event, 1).state == Match.State.PLAYING


def test_a_walkover_names_who_goes_on_before_and_closes_the_match_after(client):
    event = four(client)
    absent, here = sides_of(event, 1)
    page = address("end", event, 1, "walkover", "a")
    assert f"{here.entry} will go on to match 3. {absent.entry} will be out." in text_of(
        client.get(page)
    )
    assert match_of(event, 1).is_open
    assert client.post(page).status_code == 302
    match = match_of(event, 1)
    assert (match.reason, match.winner) == (Match.Reason.WALKOVER, here.entry)


def test_a_second_tap_on_the_same_walkover_is_the_same_walkover(client):
    event = four(client)
    page = address("end", event, 1, "walkover", "a")
    assert client.post(page).status_code == 302
    version = match_of(event, 1).version
    assert client.post(page).status_code == 302
    assert match_of(event, 1).version == version


def test_another_ruling_on_a_closed_match_is_refused_with_its_newer_state(client):
    event = four(client)
    client.post(address("end", event, 1, "walkover", "a"))
    response = client.post(address("end", event, 1, "walkover", "b"))
    assert response.status_code == 409
    assert "Match 1 is already over. Nothing was changed." in text_of(response)
    assert match_of(event, 1).winner == sides_of(event, 1)[1].entry


def test_both_absent_leaves_the_one_above_a_walkover(client):
    event = four(client)
    page = address("end", event, 1, "walkover", "all")
    assert "Whoever waits in the next round goes on" in text_of(client.get(page))
    client.post(page)
    played(match_of(event, 2))
    work()
    event.refresh_from_db()
    assert match_of(event, 3).reason == Match.Reason.WALKOVER
    assert event.champion == match_of(event, 2).winner


def test_a_forfeit_in_play_says_what_becomes_of_the_hands(client):
    event = four(client, best_of=3)
    enter_hand(opened(match_of(event, 1)))
    page = address("end", event, 1, "forfeit", "b")
    told = text_of(client.get(page))
    assert "The hands that were played stay on record and decide nothing any more." in told
    assert "Table 1 is free at once." in told
    client.post(page)
    match = match_of(event, 1)
    assert (match.reason, match.winner) == (Match.Reason.FORFEIT, sides_of(event, 1)[0].entry)


def test_a_forfeit_in_the_final_names_the_champion(client):
    event = drawn_event(2, tables=1)
    signed_in(client, event.club)
    at_a_table(match_of(event, 1))
    winner = sides_of(event, 1)[1].entry
    page = address("end", event, 1, "forfeit", "a")
    assert f"{winner} will win the event." in text_of(client.get(page))


def test_a_walkover_of_a_match_in_play_is_refused(client):
    event = four(client)
    opened(match_of(event, 1))
    response = client.post(address("end", event, 1, "walkover", "a"))
    assert response.status_code == 409
    assert "is in play. Enter a forfeit" in text_of(response)


def closed_doors(event, number):
    return [
        address("end", event, number, "walkover", "a"),
        address("end", event, number, "forfeit", "b"),
        address("end", event, number, "walkover", "all"),
        address("uncall", event, number),
    ]


def test_nothing_is_ever_done_with_a_bye(client):
    """A page offered to start a bye, and the server broke when somebody did."""
    event = drawn_event(3, tables=1)
    signed_in(client, event.club)
    bye = event.matches.get(reason=Match.Reason.BYE)
    before = bye.version
    assert client.get(address("match", event, bye.number)).context["groups"] == []
    for page in closed_doors(event, bye.number):
        response = client.post(page)
        assert response.status_code == 409
        assert f"Match {bye.number} is a bye" in text_of(response)
    refused = client.post(address("call-match", event, bye.number), {"table": "1"})
    assert refused.status_code == 409
    bye.refresh_from_db()
    assert bye.version == before


def test_nothing_is_ever_done_with_a_match_to_be_decided(client):
    event = four(client)
    assert client.get(address("match", event, 3)).context["groups"] == []
    for page in closed_doors(event, 3):
        response = client.post(page)
        assert response.status_code == 409
        assert "It is not decided yet who plays match 3." in text_of(response)
    refused = client.post(address("call-match", event, 3), {"table": "1"})
    assert refused.status_code == 409
    assert match_of(event, 3).state == Match.State.WAITING


@pytest.mark.parametrize(("key", "who"), [("bye", "a"), ("walkover", "c"), ("walkover", "ns")])
def test_an_ending_that_does_not_exist_is_not_found(client, key, who):
    event = four(client)
    assert client.get(address("end", event, 1, key, who)).status_code == 404


def test_what_was_done_with_a_match_stands_on_its_page(client):
    event = four(client)
    client.post(address("call-match", event, 1), {"table": "1"})
    page = text_of(client.get(address("match", event, 1)))
    assert "Match 1 was called to table 1." in page


def test_the_list_opens_at_the_lowest_round_that_is_still_open(client):
    event = four(client)
    assert client.get(address("matches", event)).context["number"] == 1
    for number in (1, 2):
        played(match_of(event, number))
    work()
    assert client.get(address("matches", event)).context["number"] == 2
    assert client.get(address("matches", event) + "?round=1").context["number"] == 1
    assert client.get(address("matches", event) + "?round=x").context["number"] == 2


def test_a_pair_that_withdraws_while_it_waits_leaves_its_slot_marked(client):
    event = four(client, "director")
    played(match_of(event, 1))
    work()
    waiting = match_of(event, 3).sides.get(kind=Side.Kind.TEAM)
    page = address("withdraw", event, waiting.entry_id)
    told = "Whoever comes to match 3 goes on without playing, and without "
    assert told in text_of(client.get(page))
    client.post(page, {"reason": "Train"})
    waiting.refresh_from_db()
    assert waiting.gone is True


@pytest.mark.parametrize("rows", [4, 16])
def test_a_round_takes_as_many_queries_at_4_matches_as_at_16(
    client, django_assert_num_queries, rows
):
    event = drawn_event(2)
    signed_in(client, event.club)
    for number in range(rows):
        match = MatchFactory(event=event, round=2, number=100 + number, position=number)
        table = TableFactory(event=event, number=number + 1)
        called = {"state": Match.State.CALLED, "table": table}
        done = {"state": Match.State.FINISHED, "reason": "walkover", "winner": first_team(match)}
        Match.objects.filter(pk=match.pk).update(**(called if number % 2 else done))
    with django_assert_num_queries(ROUND_QUERIES):
        response = client.get(address("matches", event) + "?round=2")
    assert len(response.context["matches"]) == rows
