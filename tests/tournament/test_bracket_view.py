"""The bracket's page: four kinds of slots told apart, words for what was not played, one card."""

import re
from html import unescape

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.stage import (
    at_a_table,
    director_of,
    drawn_event,
    match_of,
    open_event,
    opened,
    played,
    work,
)
from tournament.models import Match
from tournament.queries.bracket import bracket_of
from tournament.services.departures import award_walkover, forfeit, withdraw_team

pytestmark = pytest.mark.django_db


def page(client, event, **params):
    answer = client.get(reverse("tournament:bracket", args=[event.slug]), params)
    assert answer.status_code == 200
    return answer.content.decode()


def slip(html, match):
    """The one match out of a page, its words with single spaces."""
    [found] = re.findall(rf'<li id="match-{match.pk}".*?</li>', html, re.DOTALL)
    return found


def words(html):
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())


def a_ref(event):
    return event.entries.first().ref


def name(match, place):
    return match.sides.get(place=place).entry.name


def test_a_bye_has_no_link_and_no_second_side(client):
    """A bye looked like a match and had its buttons."""
    event = drawn_event(3)
    bye = event.matches.get(reason=Match.Reason.BYE)

    html = slip(page(client, event), bye)

    assert (words(html), "href" in html) == (
        f"Match {bye.number} Bye {bye.winner.name} goes on",
        False,
    )


def test_what_is_to_be_decided_names_the_match_it_comes_from(client):
    event = drawn_event(4)

    html = slip(page(client, event), match_of(event, 3))

    assert words(html) == "Match 3 To be decided Winner of match 1 Winner of match 2"
    assert html.count('class="m-t tbd"') == 2


def test_no_one_reads_and_looks_like_nothing_else(client):
    event = drawn_event(4)
    award_walkover(match_of(event, 1), absent=[0, 1], by=director_of(event.club))
    work()

    html = slip(page(client, event), match_of(event, 3))

    assert words(html) == "Match 3 To be decided No one comes from match 1 Winner of match 2"
    assert (html.count("m-t none"), html.count("m-t tbd")) == (1, 1)


@pytest.mark.parametrize(
    ("close", "word", "gone"),
    [
        (award_walkover, "Walkover", "absent"),
        (forfeit, "Forfeit", "forfeits"),
    ],
)
def test_what_was_not_played_is_a_word_and_never_a_score(client, close, word, gone):
    """What was not played showed 0–0, and a walkover could not be told from 2–0."""
    event = drawn_event(4)
    match = match_of(event, 1)
    key = "absent" if close is award_walkover else "sides"
    close(match, **{key: [0]}, by=director_of(event.club))

    html = slip(page(client, event), match)

    assert words(html) == f"Match 1 {word} {name(match, 0)} {gone} {name(match, 1)} goes on"


def test_a_withdrawal_in_the_final_leaves_a_winner_without_a_score(client):
    event = drawn_event(2)
    final = match_of(event, 1)
    withdraw_team(final.sides.get(place=1).entry, by=director_of(event.club))
    work()

    html = page(client, event)

    assert words(slip(html, final)) == (
        f"Match 1 Withdrawal {name(final, 0)} wins {name(final, 1)} withdrawn"
    )
    assert f'<b class="n">{name(final, 0)}</b> won {event.name}.' in html


def test_a_final_without_anybody_says_that_there_is_no_champion(client):
    event = drawn_event(2)
    award_walkover(match_of(event, 1), absent=[0, 1], by=director_of(event.club))
    work()

    assert "There is no champion: nobody played the final." in page(client, event)


def test_a_match_in_play_shows_table_game_games_and_points(client):
    event = drawn_event(2, best_of=3)
    game = opened(match_of(event, 1))
    match = game.match
    match.sides.filter(place=0).update(points=57)
    match.sides.filter(place=1).update(points=-40)

    html = slip(page(client, event), match)

    assert words(html) == (
        f"▶ In play Table 1, game 1 {name(match, 0)} 57 0 {name(match, 1)} \u221240 0"
    )


def test_the_list_tells_the_same_matches_as_sentences(client):
    event = drawn_event(4)
    played(match_of(event, 1), winner=1)
    award_walkover(match_of(event, 2), absent=[1], by=director_of(event.club))
    work()
    first, second, final = (match_of(event, number) for number in (1, 2, 3))

    told = re.findall(r'<li id="line-\d+"><span>(.*?)</span>', page(client, event), re.DOTALL)

    assert [words(line) for line in told] == [
        f"{name(first, 1)} beat {name(first, 0)} 1\u20130",
        f"{name(second, 0)} went on; {name(second, 1)} absent",
        f"{name(final, 0)} and {name(final, 1)} meet",
    ]


def test_following_a_pair_is_remembered_for_this_event_alone(client):
    event = drawn_event(4)
    entry = event.entries.order_by("name").first()
    address = reverse("tournament:bracket", args=[event.slug])

    answer = client.get(address, {"follow": entry.ref})
    html = page(client, event)

    cookie = answer.cookies["follow"]
    assert (answer.status_code, answer["Location"]) == (302, address)
    assert (cookie.value, cookie["path"]) == (entry.ref, f"/e/{event.slug}/")
    assert f"You follow <b>{entry.name}</b>." in html
    assert html.count(f"<mark>{entry.name}</mark>") == 2


def test_a_called_pair_is_sent_to_its_table(client):
    event = drawn_event(2)
    match = at_a_table(match_of(event, 1))
    entry = match.sides.get(place=0).entry
    client.get(reverse("tournament:bracket", args=[event.slug]), {"follow": entry.ref})

    assert f"Go to table {match.table.number} now, against {name(match, 1)}." in words(
        page(client, event)
    )


def test_following_stops_when_asked_and_nobody_else_can_be_followed(client):
    event, other = drawn_event(2), drawn_event(2)
    address = reverse("tournament:bracket", args=[event.slug])
    client.get(address, {"follow": event.entries.first().ref})

    for ref in ("none", other.entries.first().ref, "\x00"):
        client.get(address, {"follow": ref})
        assert "You follow" not in page(client, event)


def test_the_tree_is_cut_into_sections_of_four_columns():
    sections = list(bracket_of(drawn_event(20)).sections)

    shape = [[(each.number, len(each.slips)) for each in part.rounds] for part in sections]
    assert shape == [[(1, 8), (2, 4), (3, 2), (4, 1)]] * 2 + [[(5, 1)]]
    assert [(part.number, part.of) for part in sections] == [(1, 2), (2, 2), (1, 1)]


def test_a_card_of_the_newest_version_may_be_kept_for_ever(client):
    event = drawn_event(2)
    match = match_of(event, 1)
    address = reverse("tournament:match-card", args=[event.slug, 1])

    kept = client.get(address, {"v": match.version})
    old = client.get(address, {"v": match.version - 1})
    bare = client.get(address)

    assert kept["Cache-Control"] == "public, max-age=31536000, immutable"
    assert (old["Cache-Control"], bare["Cache-Control"]) == ("no-store", "no-store")
    assert kept.content == old.content
    assert not kept.cookies


def test_a_card_is_the_very_slip_and_line_of_the_page(client):
    event = drawn_event(4)
    match = played(match_of(event, 1))
    html = page(client, event)

    card = client.get(reverse("tournament:match-card", args=[event.slug, 1])).content.decode()

    assert slip(card, match) == slip(html, match)
    assert re.findall(r'<li id="line-.*?</li>', card)[0] in html


def test_a_card_is_the_same_for_everybody(client):
    event = drawn_event(2)
    address = reverse("tournament:match-card", args=[event.slug, 1])
    plain = client.get(address).content
    client.cookies["follow"] = a_ref(event)

    answer = client.get(address)

    assert (answer.content, "Cookie" in answer.get("Vary", "")) == (plain, False)


def test_a_card_once_shown_costs_a_thousand_watchers_one_query_each(client):
    event = drawn_event(2)
    version = match_of(event, 1).version
    address = reverse("tournament:match-card", args=[event.slug, 1])
    first = client.get(address, {"v": version})

    with CaptureQueriesContext(connection) as taken:
        again = client.get(address, {"v": version})

    assert (len(taken), again.content) == (1, first.content)
    assert again["Cache-Control"] == first["Cache-Control"]


@pytest.mark.parametrize("version", ["", "x", "\x00", "-1", "1e3", "\u0663", "9" * 500])
def test_an_unknown_version_is_answered_with_the_newest_and_not_kept(client, version):
    event = drawn_event(2)

    answer = client.get(reverse("tournament:match-card", args=[event.slug, 1]), {"v": version})

    assert (answer.status_code, answer["Cache-Control"]) == (200, "no-store")


def test_a_match_that_is_not_there_is_not_found(client):
    event = drawn_event(2)

    assert client.get(reverse("tournament:match-card", args=[event.slug, 2])).status_code == 404


def test_the_part_has_the_blocks_that_the_page_has(client):
    event = drawn_event(3)

    part = client.get(reverse("tournament:bracket-part", args=[event.slug]))

    assert part["Cache-Control"] == "private, no-cache"
    assert part.content.decode().strip() in page(client, event)


def test_an_unchanged_part_is_not_sent_again(client):
    event = drawn_event(4)
    address = reverse("tournament:bracket-part", args=[event.slug])
    tag = client.get(address)["ETag"]

    def status():
        return client.get(address, headers={"If-None-Match": tag}).status_code

    assert status() == 304
    client.get(reverse("tournament:bracket", args=[event.slug]), {"follow": a_ref(event)})
    assert status() == 200
    client.cookies.clear()
    assert status() == 304
    award_walkover(match_of(event, 1), absent=[0], by=director_of(event.club))
    assert status() == 200


def test_the_page_carries_the_seal_of_the_part_it_shows(client):
    event = drawn_event(4)

    seal = unescape(re.search(r'data-seal="([^"]+)"', page(client, event))[1])

    part = client.get(reverse("tournament:bracket-part", args=[event.slug]))
    assert part["ETag"] == seal


def test_before_the_draw_the_page_leads_to_how_it_will_be_drawn(client):
    event = open_event()

    html = page(client, event)

    assert "There is no bracket yet." in html
    assert reverse("tournament:draw", args=[event.slug]) in html


@pytest.mark.parametrize("follows", [False, True])
def test_the_page_takes_as_many_queries_for_128_pairs_as_for_8(client, follows):
    def queries(pairs):
        event = drawn_event(pairs)
        if follows:
            client.cookies["follow"] = event.entries.first().ref
        page(client, event)
        with CaptureQueriesContext(connection) as taken:
            page(client, event)
        return len(taken)

    assert queries(8) == queries(128) == 4
