"""Any game on its feet: a match under any rules, its seats, and hands made up for it."""

import random

from engine.simulate import play_game
from engine.spades.bidding import bidding_order
from engine.spades.games import replay
from engine.spades.presets import presets
from scoring.services import open_game
from tests.factories import EntryFactory, EventFactory, MatchFactory, TableFactory
from tournament.actors import Actor
from tournament.models import Event, Match, Side

STARTS = {it.key: it.rules for it in presets()}
LETTERS = "ABCD"


def match_under(rules, *, gone=()):
    """Call a match to a table: as many sides as the rules seat, and more that have gone."""
    event = EventFactory(status=Event.Status.RUNNING, rules=rules.to_json())
    sizes = [len(seats) for seats in rules.sides]
    for place in gone:
        sizes.insert(place, len(rules.sides[0]))
    teams = [
        EntryFactory(event=event, people=[f"{name} {LETTERS[place]}" for name in NAMES[:size]])
        for place, size in enumerate(sizes)
    ]
    match = MatchFactory(
        event=event,
        number=1,
        position=0,
        state=Match.State.CALLED,
        table=TableFactory(event=event, number=1),
        teams=teams,
        best_of=rules.best_of,
    )
    Side.objects.filter(match=match, place__in=gone).update(gone=True)
    return match


NAMES = ("Ada", "Ben")


def seats_of(match, rules):
    """Seat everybody who is there, in the order of the sides."""
    sides = [side for side in match.sides.order_by("place") if side.plays]
    return {
        seat: player.pk
        for side, seats in zip(sides, rules.sides, strict=True)
        for seat, player in zip(seats, side.entry.players.all(), strict=True)
    }


def game_under(rules, *, number=1, match=None, gone=()):
    """Open a game under these rules; the last seat deals."""
    match = match or match_under(rules, gone=gone)
    return open_game(
        match,
        game_number=number,
        seating=seats_of(match, rules),
        first_dealer=rules.seats[-1],
        by=Actor(table=match.table),
    )


def made_up(key, rules):
    """Make up a whole game, and say how it ends."""
    dealer = rules.seats[-1]
    sheets = play_game(random.Random(key), rules, first_dealer=dealer)
    return sheets, replay(sheets, rules, dealer)


def bids_in_order(sheet, rules):
    """List the bids of a sheet as they were made."""
    order = bidding_order(sheet.dealer, rules) if sheet.bids else ()
    return [(name, str(sheet.bids[name])) for name in order]


def untold(sheet):
    """Give the spades of those whose bids do not tell: of nil bidders."""
    return {seat: held for seat, held in sheet.spades.items() if sheet.bids[seat].is_nil}
