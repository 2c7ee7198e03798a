"""The rule sheet in plain sentences, as an organiser hangs it on the wall.

Every sentence but those on conduct comes from an option, and none is written twice.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from engine.faults import Phrase
from engine.spades.cards import full_deck, parse_card
from engine.spades.reneges import TRANSFER
from engine.spades.rules import RuleSet

Sentences = Iterator[Phrase]


@dataclass(frozen=True, slots=True)
class Section:
    """One group of sentences under its title; ``key`` is stable."""

    key: str
    title: Phrase
    sentences: tuple[Phrase, ...]


def rule_sheet(rules: RuleSet) -> tuple[Section, ...]:
    """Say a rule set in sentences.

    >>> from engine.spades.rules import STANDARD
    >>> teams = rule_sheet(STANDARD)[0]
    >>> teams.title.say(), teams.sentences[1].say()
    ('Teams and matches', 'A game is played to 500 points.')
    """
    groups = {
        "teams": _teams(rules),
        "deck": _deck(rules),
        "bidding": _bidding(rules),
        "nil": _nil(rules),
        "play": _play(rules),
        "scoring": (*_tricks(rules), *_stray(rules), *_bags(rules)),
        "winning": _winning(rules),
        "conduct": _conduct(rules),
    }
    return tuple(
        Section(key, Phrase(f"title.{key}"), tuple(sentences)) for key, sentences in groups.items()
    )


def _say(key: str, **params: object) -> Phrase:
    return Phrase(f"sheet.{key}", params)


def _teams(rules: RuleSet) -> Sentences:
    if all(len(side) > 1 for side in rules.sides):
        yield _say("pairs")
    yield _say("target", target=rules.target_score)
    if rules.best_of == 1:
        yield _say("best_of.one")
        return
    yield _say("best_of.many", games=rules.best_of, wins=rules.best_of // 2 + 1)
    yield _say("fresh")


def _deck(rules: RuleSet) -> Sentences:
    deck = full_deck(jokers=rules.jokers == "two")
    yield _say("cards", cards=len(deck) - len(rules.left_out), hand_size=rules.hand_size)
    if rules.jokers == "two":
        yield _say("jokers")
    if rules.high_deuces:
        yield _say("deuces")
    if rules.jokers == "none" and not rules.high_deuces:
        yield _say("plain")
    cards = [parse_card(text) for text in rules.left_out]
    if cards:
        yield _say("removed", removed=tuple(card.picture for card in cards if card))
    yield _say("deal")


def _bidding(rules: RuleSet) -> Sentences:
    yield _say("order")
    with_nil = rules.nil_allowed and rules.zero_is_nil
    low = max(rules.min_bid, int(rules.zero_is_nil))
    yield _say("range_nil" if with_nil else "range", low=low, high=rules.max_bid)
    if not rules.zero_is_nil:
        yield _say("zero_plain")
    yield _say("no_pass")
    if any(len(side) > 1 for side in rules.sides):
        yield _say("sum")
    if rules.min_team_bid is not None:
        yield _say("team_min", low=rules.min_team_bid)
    if rules.max_team_bid is not None:
        yield _say("team_max", high=rules.max_team_bid)
    if rules.forbid_bids_equal_tricks:
        yield _say("not_equal", tricks=rules.hand_size)


def _nil(rules: RuleSet) -> Sentences:
    if not rules.nil_allowed:
        yield _say("no_nil")
        return
    if rules.zero_is_nil:
        yield _say("nil", value=rules.nil_value)
    if any(len(side) > 1 for side in rules.sides):
        yield _say("nil_partner")
        unit = rules.double_nil_scoring == "unit"
        both = "both_nil_unit" if unit else "both_nil"
        yield _say(both if rules.double_nil_allowed else "one_nil")
    yield from _blind_nil(rules)


def _blind_nil(rules: RuleSet) -> Sentences:
    if not rules.blind_nil_allowed:
        yield _say("no_blind")
        return
    yield _say("blind", value=rules.blind_nil_value)
    if rules.blind_nil_min_deficit is not None:
        yield _say("blind_deficit", points=rules.blind_nil_min_deficit)
    if rules.blind_nil_exchange:
        yield _say("exchange", n=rules.blind_nil_exchange)
    else:
        yield _say("no_exchange")


def _play(rules: RuleSet) -> Sentences:
    yield _say("lead")
    yield _say("follow")
    yield _say("highest")
    if rules.lead_spades == "any_time":
        yield _say("any_time")
        return
    yield _say("broken")
    yield _say("forced" if rules.spades_break_on_forced_lead else "not_forced")


def _tricks(rules: RuleSet) -> Sentences:
    yield _say("made")
    if rules.bag_points:
        yield _say("bag" if rules.bag_points > 0 else "bag_cost", n=abs(rules.bag_points))
    else:
        yield _say("bag_free")
    yield _say({"bid": "set_bid", "shortfall": "set_short", "none": "set_none"}[rules.set_penalty])
    if rules.moon_bonus:
        yield _say("moon", points=rules.moon_bonus)


def _stray(rules: RuleSet) -> Sentences:
    """Say what becomes of tricks taken by a failed nil."""
    if not rules.nil_allowed:
        return
    yield _say(f"stray_{rules.failed_nil_tricks}")
    if rules.failed_nil_tricks == "bags":
        yield _say("stray_set" if rules.failed_nil_bags_when_set else "stray_not_set")
        yield _say("stray_points" if rules.failed_nil_bag_points else "stray_no_points")


def _bags(rules: RuleSet) -> Sentences:
    if not rules.bag_penalty_enabled:
        yield _say("no_penalty")
        return
    yield _say("penalty", n=rules.bag_threshold, points=rules.bag_penalty)
    yield _say(rules.bag_overflow, n=rules.bag_threshold)
    if rules.bag_penalty_cancels_points:
        yield _say("cancels")


def _winning(rules: RuleSet) -> Sentences:
    yield _say("win", target=rules.target_score)
    yield _say("after_bags")
    yield _say("sudden" if rules.tiebreak == "sudden_death" else "tie")
    if rules.loss_floor is None:
        yield _say("no_floor")
    else:
        yield _say("floor", floor=rules.loss_floor)


def _conduct(rules: RuleSet) -> Sentences:
    yield _say("talk")
    yield _say("ban")
    if rules.renege_penalty.startswith(TRANSFER):
        yield _say("renege.transfer", n=int(rules.renege_penalty.removeprefix(TRANSFER)))
    else:
        yield _say(f"renege.{rules.renege_penalty}")
