"""The bracket's page at tables of three and four: every side on its slip and in its sentence."""

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.factories import TableFactory
from tests.stage import director_of, match_of, work
from tests.tournament.table_cast import entry_at, evening, sheet_of, table_of, two_rounds
from tournament.models import Event, Match, Side
from tournament.queries.bracket import bracket_of
from tournament.queries.places import results_of
from tournament.services.departures import award_walkover, withdraw_team

pytestmark = pytest.mark.django_db
State = Match.State


def page(client, event, **params):
    answer = client.get(reverse("tournament:bracket", args=[event.slug]), params, follow=True)
    assert answer.status_code == 200
    return answer.content.decode()


def words(html):
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())


def slip(html, match):
    [found] = re.findall(rf'<li id="match-{match.pk}".*?</li>', html, re.DOTALL)
    return words(found)


def line(html, match):
    [found] = re.findall(rf'<li id="line-{match.pk}".*?</li>', html, re.DOTALL)
    return words(re.sub(r"</?(mark|bdi)>", "", found))


def in_play(count, **words):
    match = table_of(count, state=State.PLAYING, game_number=1, hand_number=2, **words)
    for side in match.sides.all():
        Side.objects.filter(pk=side.pk).update(points=60 - 35 * side.place)
    return match


@pytest.mark.parametrize("variant", ["cutthroat", "solo"])
@pytest.mark.parametrize("count", range(3, 41))
def test_every_sheet_has_one_line_for_each_who_plays_and_a_final_of_three_or_more(variant, count):
    event = sheet_of(count, variant)
    sheet = bracket_of(event)
    first, last = sheet.rounds[0], sheet.rounds[-1]
    assert (sheet.pairs, last.size, last.fan) == (count, 1, 1)
    assert sum(len(each.rows) for each in first.slips) == count
    for below, above in zip(sheet.rounds, sheet.rounds[1:], strict=False):
        assert below.size == below.fan * above.size
        assert {len(each.rows) for each in above.slips} == {below.fan}
    assert [part for section in sheet.sections for part in section.rounds] != []


def test_a_sheet_of_81_and_one_of_64_are_cut_into_whole_sections(client):
    for count, variant in ((81, "cutthroat"), (64, "solo")):
        sections = list(bracket_of(sheet_of(count, variant)).sections)
        assert len(sections) == 1
    assert [each.title for each in sections[0].rounds] == ["Round 1", "Semi-finals", "Final"]


def test_rounds_before_a_final_of_four_are_semi_finals_and_no_quarter_finals():
    sheet = bracket_of(sheet_of(16, "solo"))
    assert [(each.title, each.size) for each in sheet.rounds] == [("Semi-finals", 4), ("Final", 1)]


def test_a_page_of_a_large_sheet_takes_the_queries_of_a_small_one(client):
    taken = []
    for count in (5, 40):
        event = sheet_of(count)
        with CaptureQueriesContext(connection) as queries:
            page(client, event)
        taken.append(len(queries))
    assert taken == [4, 4]


def test_all_points_of_a_table_of_four_stand_on_its_slip_and_in_its_sentence(client):
    match = in_play(4)
    html = page(client, match.event)
    assert slip(html, match).endswith("Ada 60 0 Ben 25 0 Cleo \u221210 0 Dan \u221245 0")
    assert line(html, match).startswith("Ada 60, Ben 25, Cleo \u221210, Dan \u221245; first game")


def test_who_leads_in_games_is_said_among_three(client):
    match = in_play(3)
    Side.objects.filter(match=match, place=1).update(games=1)
    assert "; Ben ahead 1\u20130\u20130" in line(page(client, match.event), match)
    Side.objects.filter(match=match, place=2).update(games=1)
    assert "; Ben and Cleo ahead 1\u20131\u20130" in line(page(client, match.event), match)
    Side.objects.filter(match=match, place=0).update(games=1)
    assert "; one game each" in line(page(client, match.event), match)


def test_who_is_gone_is_struck_out_and_the_others_meet(client):
    match = table_of(3)
    award_walkover(match, absent=[1], by=director_of(match.event.club))
    html = page(client, match.event)
    assert slip(html, match) == "Match 1 Waits for a table Ada Ben absent Cleo"
    assert html.count('class="m-t gone"') == 1
    assert line(html, match).startswith("Ada and Cleo meet; Ben absent")


def test_who_withdrew_from_a_table_is_said_to_have_withdrawn(client):
    match = table_of(4)
    withdraw_team(entry_at(match, 3), by=director_of(match.event.club))
    assert line(page(client, match.event), match).startswith(
        "Ada, Ben and Cleo meet; Dan withdrawn"
    )


def test_a_played_match_of_three_tells_whom_the_winner_beat(client):
    match = table_of(3)
    Match.objects.update(state="finished", reason="played", winner=entry_at(match, 1))
    Side.objects.filter(place=1).update(games=1)
    assert line(page(client, match.event), match).startswith(
        "Ben beat Ada and Cleo 1\u20130\u20130"
    )


def test_a_walkover_for_the_last_of_three_names_both_others(client):
    match = table_of(3)
    award_walkover(match, absent=[0, 2], by=director_of(match.event.club))
    told = line(page(client, match.event), match)
    assert told.startswith("Ben won the event; Ada absent; Cleo absent")


def test_a_final_that_waits_names_all_the_matches_it_comes_from(client):
    event = two_rounds()
    final = match_of(event, 4)
    assert line(page(client, event), final).startswith("The winners of matches 1, 2 and 3 meet")
    award_walkover(match_of(event, 1), absent=[1, 2], by=director_of(event.club))
    award_walkover(match_of(event, 2), absent=[0, 1, 2], by=director_of(event.club))
    work()
    assert line(page(client, event), final).startswith(
        "Ada 1 and the winner of match 3 meet; No one comes from match 2"
    )


def test_whoever_follows_a_player_is_told_all_others_at_the_table(client):
    event = two_rounds()
    ada = entry_at(match_of(event, 1), 0)
    assert "Next they meet Ben 1 and Cleo 1, as soon as" in words(
        page(client, event, follow=ada.ref)
    )
    award_walkover(match_of(event, 1), absent=[0], by=director_of(event.club))
    assert "They are out." in words(page(client, event))


def test_the_head_counts_players(client):
    event = sheet_of(5)
    html = words(page(client, event))
    assert "5 players · Cutthroat, one game to 100" in html
    assert "Follow a player" in html


def test_losers_of_a_final_of_three_share_the_second_place(client):
    event = evening(rounds=1)
    match = table_of(3, event=event)
    Match.objects.update(state="finished", reason="played", winner=entry_at(match, 2))
    event.status, event.champion = Event.Status.FINISHED, entry_at(match, 2)
    event.save()
    [(place, seconds)] = results_of(event).podium
    assert (place, [entry.name for entry in seconds]) == ("2–3", ["Ada", "Ben"])
    told = words(client.get(reverse("tournament:event", args=[event.slug])).content.decode())
    assert "Champion Cleo Place 2–3, shared: Ada , Ben" in told


def test_a_card_alone_shows_all_sides(client):
    match = in_play(3)
    match.table = TableFactory(event=match.event)
    address = reverse("tournament:match-card", args=[match.event.slug, 1])
    assert "Ada 60 0 Ben 25 0 Cleo \u221210 0" in words(client.get(address).content.decode())
