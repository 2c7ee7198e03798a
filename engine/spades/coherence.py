"""What options may not say together: a rule set that can't be dealt, bid, played or ended."""

from collections.abc import Iterator, Mapping
from dataclasses import fields
from typing import Any

from engine.faults import Fault, fault
from engine.spades.cards import full_deck, parse_card
from engine.spades.house_options import HouseOptions
from engine.spades.limits import BidLimits
from engine.spades.options import OPTIONS
from engine.spades.tables import contract_faults, penalty_faults
from engine.spades.variants import SHAPES, TARGETS_HELD, VARIANTS, WITHOUT_BIDS, usual_left_out

Values = Mapping[str, Any]
HALF_PLAYED = "two_handed"
"""The game in which half of the deck is laid aside unseen (§2.8)."""
USUAL: Mapping[str, object] = {it.name: it.default for it in fields(HouseOptions)}


def contradictions(values: Values) -> tuple[Fault, ...]:
    """Every contradiction of a rule set whose single values are sound, all at once.

    >>> from engine.spades.rules import STANDARD
    >>> [one.where for one in contradictions({**STANDARD.to_json(), "min_bid": 5, "max_bid": 4})]
    ['min_bid']
    """
    seating = tuple(_seating(values))
    if seating:
        return seating
    bidding = values["variant"] != WITHOUT_BIDS
    return (
        *_idle(values),
        *_nils(values),
        *(_bids(values) if bidding else ()),
        *(_team_bids(values) if bidding else ()),
        *_deck(values),
        *contract_faults(values),
        *_bags(values),
        *_ends(values),
        *penalty_faults(values),
    )


def _seating(values: Values) -> Iterator[Fault]:
    seats, sides = values["seats"], values["sides"]
    if sorted(seat for side in sides for seat in side) != sorted(set(seats)):
        yield fault("O04.seats", "sides")
    shape = SHAPES.get(values["variant"])
    if shape is None:
        yield fault("O05", "variant", name=values["variant"], known=", ".join(SHAPES))
    elif tuple(len(side) for side in sides) != shape or len(seats) != sum(shape):
        yield fault(f"H05.{values['variant']}", "seats")


def _idle(values: Values) -> Iterator[Fault]:
    """Options that mean nothing in the game may be repeated as it has them, not changed."""
    variant = values["variant"]
    for name, option in OPTIONS.items():
        usual = VARIANTS[variant].get(name, USUAL[name])
        if variant in option.games or values[name] == usual:
            continue
        if name == "max_bid" and values[name] == values["hand_size"]:
            continue
        if name == "double_nil_allowed" and variant == "suicide":
            continue  # it follows from suicide_strict, and is asked there
        yield fault("O04.idle", name, name=name, variant=variant)


def _nils(values: Values) -> Iterator[Fault]:
    if values["blind_nil_allowed"] and not values["nil_allowed"]:
        yield fault("O04.blind", "blind_nil_allowed")
    if values["bid_mode"] != "sum" and values["nil_allowed"]:
        yield fault("O04.team_nil", "nil_allowed")
    if values["variant"] == "suicide" and values["double_nil_allowed"] == values["suicide_strict"]:
        yield fault("O04.suicide", "suicide_strict")


def _bids(values: Values) -> Iterator[Fault]:
    low, high, tricks = values["min_bid"], values["max_bid"], values["hand_size"]
    if values["variant"] in TARGETS_HELD:
        return
    if low > high:
        yield fault("O04.bids", "min_bid", low=low, high=high)
    if high > tricks:
        yield fault("O04.max_bid", "max_bid", high=high, tricks=tricks)
    least = values["suicide_min_bid"]
    if values["variant"] == "suicide" and least > high:
        yield fault("O04.bids", "suicide_min_bid", low=least, high=high)


def _team_bids(values: Values) -> Iterator[Fault]:
    """Limits of a side that contradict each other, or leave somebody without a bid."""
    low, high = values["min_team_bid"], values["max_team_bid"]
    limits, tricks = BidLimits.of(values), values["hand_size"]
    if limits.low > limits.high:
        return
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
    most = len(values["sides"]) * max(totals, default=0)
    if totals and values["min_table_bid"] is not None and values["min_table_bid"] > most:
        yield fault("O04.table", "min_table_bid", low=values["min_table_bid"], high=most)


def _can_score(values: Values, highest: int) -> bool:
    """Whether anything under these rules wins points, so that a game can end."""
    nil = values["nil_value"] if values["nil_allowed"] and values["zero_is_nil"] else 0
    blind = values["blind_nil_value"] if values["blind_nil_allowed"] else 0
    return highest > 0 or max(nil, blind, values["bag_points"], values["moon_bonus"]) > 0


def _deck(values: Values) -> Iterator[Fault]:
    jokers = values["jokers"] == "two"
    seats, hand_size = len(values["seats"]), values["hand_size"]
    removed = values["removed_cards"]
    if removed is None:
        removed = usual_left_out(seats, jokers=jokers)
    deck = full_deck(jokers=jokers)
    high = {"2S"} if values["deuce_order"] == "spade_only" else {"2D", "2S"}
    for text in removed:
        card = parse_card(text)
        if card is not None and card not in deck:
            yield fault("O04.removed", "removed_cards", card=card.picture)
        if card is not None and values["high_deuces"] and str(card) in high:
            yield fault("O04.deuce", "removed_cards", card=card.picture)
    params = {"seats": seats, "hand_size": hand_size, "cards": len(deck) - len(removed)}
    needed = seats * hand_size * (2 if values["variant"] == HALF_PLAYED else 1)
    if values["variant"] == HALF_PLAYED and needed > params["cards"]:
        yield fault("O04.deck_draw", "hand_size", **params, needed=needed)
    elif values["variant"] != HALF_PLAYED and needed != params["cards"]:
        yield fault("O04.deck", "hand_size", **params, needed=needed)
    if values["deuce_order"] != "diamond_first" and not values["high_deuces"]:
        yield fault("O04.no_deuces", "deuce_order")


def _bags(values: Values) -> Iterator[Fault]:
    if values["bag_limit_loses_game"] and not values["bag_penalty_enabled"]:
        yield fault("O04.free_bags", "bag_limit_loses_game")


def _ends(values: Values) -> Iterator[Fault]:
    """Find games without an end, or with ends that contradict each other."""
    ways = ("loss_floor", "max_hands", "minutes", "sets_total", "sets_in_a_row")
    if not values["target_enabled"] and all(values[name] is None for name in ways):
        yield fault("O04.no_end", "target_enabled")
    least, most = values["min_hands"], values["max_hands"]
    if most is not None and least > most:
        yield fault("O04.hands", "min_hands", low=least, high=most)
    total, row = values["sets_total"], values["sets_in_a_row"]
    if total is not None and row is not None and row >= total:
        yield fault("O04.sets", "sets_in_a_row", row=row, total=total)
