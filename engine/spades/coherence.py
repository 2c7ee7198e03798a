"""What options may not say together: a rule set that cannot be dealt, bid or played."""

from collections.abc import Iterator, Mapping
from typing import Any

from engine.faults import Fault, fault
from engine.spades.cards import full_deck, parse_card, usual_removed
from engine.spades.limits import BidLimits

SHAPES: Mapping[str, tuple[int, ...]] = {"standard": (2, 2)}
"""How many seats each side has, for every game known here."""


def contradictions(values: Mapping[str, Any]) -> tuple[Fault, ...]:
    """Every contradiction of a rule set whose single values are sound, all at once.

    >>> from engine.spades.rules import STANDARD
    >>> [one.where for one in contradictions({**STANDARD.to_json(), "min_bid": 5, "max_bid": 4})]
    ['min_bid']
    """
    seating = tuple(_seating(values))
    if seating:
        return seating
    return (*_nils(values), *_bids(values), *_team_bids(values), *_deck(values))


def _seating(values: Mapping[str, Any]) -> Iterator[Fault]:
    seats, sides = values["seats"], values["sides"]
    if sorted(seat for side in sides for seat in side) != sorted(set(seats)):
        yield fault("O04.seats", "sides")
    shape = SHAPES.get(values["variant"])
    if shape is None:
        yield fault("O05", "variant", name=values["variant"], known=", ".join(SHAPES))
    elif tuple(len(side) for side in sides) != shape or len(seats) != sum(shape):
        yield fault("H05", "seats", variant=str(values["variant"]).capitalize())


def _nils(values: Mapping[str, Any]) -> Iterator[Fault]:
    if values["blind_nil_allowed"] and not values["nil_allowed"]:
        yield fault("O04.blind", "blind_nil_allowed")


def _bids(values: Mapping[str, Any]) -> Iterator[Fault]:
    low, high, tricks = values["min_bid"], values["max_bid"], values["hand_size"]
    if low > high:
        yield fault("O04.bids", "min_bid", low=low, high=high)
    if high > tricks:
        yield fault("O04.max_bid", "max_bid", high=high, tricks=tricks)


def _team_bids(values: Mapping[str, Any]) -> Iterator[Fault]:
    """Limits of two partners that contradict each other, or leave somebody without a bid."""
    low, high = values["min_team_bid"], values["max_team_bid"]
    if values["min_bid"] > values["max_bid"] or max(map(len, values["sides"])) == 1:
        return
    limits, tricks = BidLimits.of(values), values["hand_size"]
    totals = limits.totals()
    where = "min_team_bid" if low is not None else "max_team_bid" if high is not None else "min_bid"
    if low is not None and high is not None and low > high:
        yield fault("O04.team", "min_team_bid", low=low, high=high)
    elif not totals:
        yield fault("O04.no_bid", where)
    elif min(totals) > tricks:
        yield fault("O04.no_make", where, low=min(totals), tricks=tricks)
    elif not _can_score(values, max(totals)):
        yield fault("O04.endless", where)
    elif values["forbid_bids_equal_tricks"] and limits.can_get_stuck(tricks):
        yield fault("O04.stuck", "forbid_bids_equal_tricks")


def _can_score(values: Mapping[str, Any], highest: int) -> bool:
    """Whether anything under these rules wins points, so that a game can end."""
    nil = values["nil_value"] if values["nil_allowed"] and values["zero_is_nil"] else 0
    blind = values["blind_nil_value"] if values["blind_nil_allowed"] else 0
    return highest > 0 or max(nil, blind, values["bag_points"], values["moon_bonus"]) > 0


def _deck(values: Mapping[str, Any]) -> Iterator[Fault]:
    jokers = values["jokers"] == "two"
    seats, hand_size = len(values["seats"]), values["hand_size"]
    removed = values["removed_cards"]
    if removed is None:
        removed = usual_removed(seats, jokers=jokers)
    deck = full_deck(jokers=jokers)
    for text in removed:
        card = parse_card(text)
        if card is not None and card not in deck:
            yield fault("O04.removed", "removed_cards", card=card.picture)
        if card is not None and values["high_deuces"] and str(card) in {"2D", "2S"}:
            yield fault("O04.deuce", "removed_cards", card=card.picture)
    needed, cards = seats * hand_size, len(deck) - len(removed)
    if needed != cards:
        params = {"seats": seats, "hand_size": hand_size, "needed": needed, "cards": cards}
        yield fault("O04.deck", "hand_size", **params)
