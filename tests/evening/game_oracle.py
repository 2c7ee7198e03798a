"""What must come of an evening of any game: the engine alone, then the site's own words for it."""

import re
from collections import Counter
from dataclasses import dataclass

from django.utils.html import escape

from engine.brackets import single, tables
from engine.draws import TABLES
from engine.matches import match_state
from engine.spades.games import replay
from relay.models import Letter
from tests.evening.games import rules_for


@dataclass
class Outcome:
    """By match number: who sits there, the places that play, every game's state, the winner."""

    sides: dict
    playing: dict
    games: dict
    winners: dict
    champion: str


def outcome_of(facts, papers, dealers, book, gone):
    """Work an evening out. ``gone`` are the places by match at which somebody did not come."""
    plan = _plan(facts)
    sides, playing, games, winners, numbers = {}, {}, {}, {}, {}
    for number, match in enumerate(plan.matches, start=1):
        numbers[match.round, match.position] = number
        seated = [_team(source, numbers, winners) for source in match.sources]
        places = [at for at, team in enumerate(seated) if team and at not in gone.get(number, ())]
        sides[number], playing[number] = seated, places
        place = places[0]
        if len(places) > 1:
            rules = rules_for(book, len(places))
            assert number in papers, f"match {number} was not played"
            states = games[number] = [
                replay(hands, rules, dealers[number, game])
                for game, hands in sorted(papers[number].items())
            ]
            for state, hands in zip(states, papers[number].values(), strict=True):
                assert (state.is_over, len(state.hands)) == (True, len(hands))
            won = _standing(states, rules)
            place = places[rules.side_names.index(won.winner)]
        winners[number] = seated[place]
    return Outcome(sides, playing, games, winners, winners[len(winners)])


def _standing(states, rules):
    points = {it: sum(state.totals[it].score for state in states) for it in rules.side_names}
    return match_state([state.winner for state in states], rules.best_of, points)


def _plan(facts):
    if "slots" in facts:
        return single.plan(facts["slots"])
    return tables.plan(facts["tables"], TABLES[facts["algorithm"]])


def _team(source, numbers, winners):
    return winners[numbers[source.match]] if source.kind == "winner" else source.entry


def assert_the_site_says_so(hall, gone=None):
    """Hold the public API and pages against the oracle."""
    front = hall.front
    outcome = outcome_of(front.facts(), hall.papers, hall.dealers, hall.book, gone or {})
    bracket = front.look_up("bracket/")
    assert (bracket["status"], bracket["champion"]["ref"]) == ("finished", outcome.champion)
    matches = {it["number"]: it for each in bracket["rounds"] for it in each["matches"]}
    assert {n: it["advancing"]["team"]["ref"] for n, it in matches.items()} == outcome.winners
    assert set(outcome.games) == set(hall.papers)
    for number, match in matches.items():
        seated = [it["team"] and it["team"]["ref"] for it in match["sides"]]
        assert seated == outcome.sides[number]
        away = [it["place"] for it in match["sides"] if it["gone"]]
        assert away == sorted((gone or {}).get(number, ()))
        if number in outcome.games:
            _assert_match(front, match, outcome, number, hall.book)
    name = escape(bracket["champion"]["name"])
    for page in ("", "bracket/"):
        assert f"{name} won" in _words(front, page)
    return outcome


def assert_letters_tell_it(event, outcome):
    """Count the letters by kind: everybody is told of each of their matches, and never twice."""
    letters = Letter.objects.filter(about=f"event:{event.pk}")
    kinds = Counter(fact.partition(":")[0] for fact in letters.values_list("fact", flat=True))
    entries = event.entries.count()
    played = [places for number, places in outcome.playing.items() if number in outcome.games]
    assert kinds == {
        "entry_confirmed": entries,
        "draw_published": entries,
        "you_play": sum(map(len, played)),
        "you_won": len(played),
        "you_are_out": entries - 1,
    }
    assert max(Counter(letters.values_list("to", "subject", "body")).values()) == 1


def _assert_match(front, match, outcome, number, book):
    states, places = outcome.games[number], outcome.playing[number]
    rules = rules_for(book, len(places))
    won = _standing(states, rules)
    last = states[-1].totals
    assert [
        (it["games"], it["points"], it["bags"]) for it in match["sides"] if it["place"] in places
    ] == [(won.wins.get(it, 0), last[it].score, last[it].bags) for it in rules.side_names]
    assert match["reason"] == "played"
    told = front.look_up(f"matches/{number}/hands/")["games"]
    assert [game["winner"] for game in told] == [state.winner for state in states]
    for game, state in zip(told, states, strict=True):
        assert [_told(hand) for hand in game["hands"]] == [_replayed(it) for it in state.hands]
    words = _words(front, f"matches/{number}/")
    for side in rules.side_names:
        assert re.search(rf"(?<!\d){_number(last[side].score)}(?!\d)", words)


def _told(hand):
    keys = ("points", "bags", "bag_penalty", "total", "bag_total")
    sides = {it["side"]: tuple(it[key] for key in keys) for it in hand["sides"]}
    return hand["number"], hand["paper"]["dealer"], hand["void"], sides


def _replayed(hand):
    sides = {side: tuple(result) for side, result in hand.sides.items()}
    return hand.number, hand.sheet.dealer, hand.sheet.void or None, sides


def _number(score):
    return f"\N{MINUS SIGN}{-score}" if score < 0 else str(score)


def _words(front, page):
    answer = front.public.get(f"/e/{front.slug}/{page}")
    assert answer.status_code == 200
    return " ".join(re.sub(r"<[^>]+>", " ", answer.content.decode()).split())
