"""Results and hands of an event as rows for spreadsheets."""

import csv
from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Final

from django.utils.translation import gettext as _

from scoring.models import Game, Hand
from scoring.queries.counting import after_the_end
from tournament.models import Event, Player
from tournament.models.matches import LETTERS
from tournament.queries.places import Standing, results_of

BOM: Final = "\N{ZERO WIDTH NO-BREAK SPACE}"
"""Begins a file, so that spreadsheets read it as UTF-8."""
FORMULAS: Final = ("=", "+", "-", "@", "\t", "\r")

Cell = str | int
Row = list[Cell]


class _Line:
    """A file that gives back what is written to it."""

    def write(self, text: str) -> str:
        """Give the line back."""
        return text


def csv_lines(rows: Iterable[Row]) -> Iterator[str]:
    """Write rows as a file, line by line; no text in it is taken for a formula."""
    writer = csv.writer(_Line())
    yield BOM
    for row in rows:
        yield writer.writerow([harmless(cell) for cell in row])


def harmless(cell: Cell) -> Cell:
    """Put an apostrophe before a text that a spreadsheet would work out.

    >>> harmless("=1+1"), harmless(-20), harmless("Bag Ladies")
    ("'=1+1", -20, 'Bag Ladies')
    """
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(FORMULAS) else cell


def result_rows(event: Event) -> Iterator[Row]:
    """Give one row a team, the best first: 5 queries.

    Points and bags are those of all its games that count, as they stood at their ends.
    """
    standings = results_of(event).standings
    players: dict[int, list[str]] = {}
    for player in Player.objects.filter(event=event, active=True).select_related("person"):
        players.setdefault(player.entry_id, []).append(player.person.name)
    sums = _sums(event)
    yield [
        *(_("Place"), _("Team"), _("Players"), _("Matches won"), _("Matches lost")),
        *(_("Points"), _("Bags")),
    ]
    for standing in standings:
        pk = standing.entry.pk
        won, lost = _won_and_lost(standing)
        names = ", ".join(players.get(pk, []))
        yield [standing.place_words, standing.entry.name, names, won, lost, *sums.get(pk, (0, 0))]


def hand_rows(event: Event) -> Iterator[Row]:
    """Give one row a hand that is over, match by match: 2 queries."""
    games = _games(event)
    sides = max((len(game.rule_set.sides) for game in games), default=2)
    figures = (_("%(side)s points"), _("%(side)s total"), _("%(side)s bags"))
    yield [
        *(_("Match"), _("Attempt"), _("Game"), _("Hand"), _("Dealer"), _("Bids"), _("Tricks")),
        *(words % {"side": letter} for letter in LETTERS[:sides] for words in figures),
        *(_("Version"), _("At"), _("Void")),
    ]
    ended = _after_the_end(games)
    for game in games:
        state = game.replay()
        hands = [hand for hand in game.hands.all() if hand.is_scored]
        for number, hand in enumerate(hands):
            scored = state.hands[number].sides if number < len(state.hands) else {}
            row: Row = ["", "", ""] * sides
            for side, it in scored.items():
                at = 3 * game.place_of(side)
                row[at : at + 3] = [it.points, it.total, it.bag_total]
            void = _void(game, hand, after_end=game.pk in ended or number >= len(state.hands))
            yield [*_paper(game, hand), *row, hand.version, _at(hand.scored_at, event), void]


def _won_and_lost(standing: Standing) -> tuple[int, int]:
    matches = [step.slip.match for step in standing.steps]
    over = [it for it in matches if not it.is_open and not it.is_bye]
    won = sum(match.winner_id == standing.entry.pk for match in over)
    return won, len(over) - won


def _games(event: Event) -> list[Game]:
    games = Game.objects.filter(match__event=event).select_related("match")
    return list(games.prefetch_related("hands").order_by("match__number", "attempt", "number"))


def _sums(event: Event) -> dict[int, tuple[int, int]]:
    """Sum what every entry made in the games that count."""
    games = Game.objects.filter(match__event=event).select_related("match")
    games = games.prefetch_related("match__sides").order_by("match__number", "attempt", "number")
    sums: dict[int, tuple[int, int]] = {}
    ended = _after_the_end(games)
    for game in games:
        if game.attempt != game.match.attempt or game.pk in ended:
            continue
        entries = {side.place: side.entry_id for side in game.match.sides.all()}
        for side, total in game.totals.items():
            pk = entries.get(game.place_of(side))
            if pk is not None:
                points, bags = sums.get(pk, (0, 0))
                sums[pk] = (points + total["score"], bags + total["bags"])
    return sums


def _after_the_end(games: Iterable[Game]) -> set[int]:
    """Name the games that were begun after the one that decided their match."""
    groups: dict[tuple[int, int], list[Game]] = {}
    for game in games:
        groups.setdefault((game.match_id, game.attempt), []).append(game)
    return {
        game.pk
        for group in groups.values()
        for game in group
        if game.number in after_the_end(group, group[0].match.best_of)
    }


def _paper(game: Game, hand: Hand) -> Row:
    sheet = hand.sheet
    bids = " ".join(f"{name} {bid}" for name, bid in sorted(sheet.bids.items()))
    tricks = " ".join(f"{name} {count}" for name, count in sorted(sheet.tricks.items()))
    where = [game.match.number, game.attempt, game.number, hand.number]
    return [*where, hand.dealer, bids, tricks]


def _at(moment: datetime | None, event: Event) -> str:
    return moment.astimezone(event.tz).isoformat(" ", "seconds") if moment else ""


def _void(game: Game, hand: Hand, *, after_end: bool) -> str:
    """Say why a hand counts for nothing; empty where it counts."""
    if game.attempt != game.match.attempt:
        return _("played anew")
    if after_end:
        return _("after the end")
    return _("misdeal") if hand.misdeal else ""
