"""The sheet up to the first card scored: teams, deck and play, bidding, nil."""

from collections.abc import Iterator

from engine.faults import Phrase
from engine.spades.cards import full_deck, parse_card
from engine.spades.rules import RuleSet
from engine.spades.variants import TARGETS_HELD

Sentences = Iterator[Phrase]
HALF_PLAYED = "two_handed"


def say(key: str, **params: object) -> Phrase:
    """Make one sentence of the sheet.

    >>> say("no_pass").say()
    'Nobody may pass, and nobody may change a bid.'
    """
    return Phrase(f"sheet.{key}", params)


def in_pairs(rules: RuleSet) -> bool:
    """Whether partners play together.

    >>> from engine.spades.rules import STANDARD
    >>> in_pairs(STANDARD)
    True
    """
    return len(rules.sides[0]) > 1


def teams(rules: RuleSet) -> Sentences:
    """Say who plays with whom, and for how many games.

    >>> from engine.spades.rules import preset
    >>> next(teams(preset("cutthroat"))).say()
    '3 players sit at a table, each playing alone.'
    """
    yield say("pairs") if in_pairs(rules) else say("alone", n=len(rules.seats))
    if rules.best_of == 1:
        yield say("best_of.one")
        return
    yield say("best_of.many", games=rules.best_of, wins=rules.best_of // 2 + 1)
    yield say("fresh" if rules.bids_are_made else "fresh_scores")


def deck(rules: RuleSet) -> Sentences:
    """Say which cards are dealt, and how they are played.

    >>> from engine.spades.rules import STANDARD
    >>> next(deck(STANDARD)).say()
    '52 cards are dealt, 13 to each player; a hand has 13 tricks.'
    """
    cards = len(full_deck(jokers=rules.jokers == "two")) - len(rules.left_out)
    key = "cards_drawn" if rules.variant == HALF_PLAYED else "cards"
    yield say(key, cards=cards, hand_size=rules.hand_size)
    if rules.jokers == "two":
        yield say("jokers")
    if rules.high_deuces:
        yield say(f"deuces.{rules.deuce_order}")
    if rules.jokers == "none" and not rules.high_deuces:
        yield say("plain")
    gone = [parse_card(text) for text in rules.left_out]
    if gone:
        yield say("removed", removed=tuple(card.picture for card in gone if card))
    yield say(f"first_dealer.{rules.first_dealer}")
    yield say("deal")
    yield from _misdeals(rules)
    yield from _play(rules)


def _misdeals(rules: RuleSet) -> Sentences:
    if not rules.misdeal_causes:
        yield say("no_misdeal")
        return
    causes = tuple(Phrase(f"choice.{cause}") for cause in rules.misdeal_causes)
    yield say(f"misdeal.{rules.misdeal_until}", causes=causes)
    yield say(f"misdeal_dealer.{rules.misdeal_dealer}")
    if rules.misdeal_card_kept:
        yield say("misdeal_kept")


def _play(rules: RuleSet) -> Sentences:
    yield say("lead")
    if rules.first_trick != "free":
        gone = rules.first_trick == "two_of_clubs" and "2C" in rules.left_out
        yield say("first_trick.lowest_leads" if gone else f"first_trick.{rules.first_trick}")
    yield say("follow")
    yield say("highest")
    if rules.lead_spades == "any_time":
        yield say("any_time")
    else:
        yield say("broken")
        yield say("forced" if rules.spades_break_on_forced_lead else "not_forced")
    yield say(f"card_laid.{rules.card_laid}")


def bidding(rules: RuleSet) -> Sentences:
    """Say what may be bid, in which order, and what partners' bids become.

    >>> from engine.spades.rules import preset
    >>> [it.say() for it in bidding(preset("nobid"))]
    ['Nobody bids.']
    """
    if not rules.bids_are_made:
        yield say("no_bids")
        return
    if rules.first_hand == "itself":
        yield say("first_hand")
    if rules.first_hand_min is not None:
        yield say("first_hand_min", low=rules.first_hand_min)
    if rules.variant in TARGETS_HELD:
        yield from _held(rules)
    else:
        yield from _numbers(rules)
    yield from _table(rules)


def _held(rules: RuleSet) -> Sentences:
    yield say(f"game.{rules.variant}")
    if rules.variant == "mirror":
        yield say(f"mirror_zero.{rules.mirror_zero}")
    elif not rules.whiz_nil_with_ace:
        yield say("no_ace_nil")
    yield say("sum")


def _numbers(rules: RuleSet) -> Sentences:
    yield say(f"order.{rules.bid_order}")
    with_nil = rules.nil_allowed and rules.zero_is_nil
    low = rules.limits.low if rules.zero_is_nil else rules.min_bid
    yield say("range_nil" if with_nil else "range", low=low, high=rules.max_bid)
    if not rules.zero_is_nil:
        yield say("zero_plain")
    if rules.variant == "suicide":
        key = "suicide" if rules.suicide_strict else "suicide_loose"
        yield say(key, low=rules.suicide_min_bid)
    yield say("no_pass" if rules.bid_lock == "said" else f"lock.{rules.bid_lock}")
    if in_pairs(rules):
        yield say(rules.bid_mode)
        if rules.bid_words != "numbers_only":
            yield say(f"words.{rules.bid_words}")


def _table(rules: RuleSet) -> Sentences:
    if rules.variant in TARGETS_HELD and rules.bid_order != "left_of_dealer":
        yield say(f"order.{rules.bid_order}")
    if rules.min_team_bid is not None:
        yield say("team_min", low=rules.min_team_bid)
    if rules.max_team_bid is not None:
        yield say("team_max", high=rules.max_team_bid)
    if rules.forbidden_team_bids:
        yield say("forbidden", numbers=rules.forbidden_team_bids)
    if rules.min_table_bid is not None:
        yield say(f"table_min.{rules.thrown_in_dealer}", low=rules.min_table_bid)
    if rules.forbid_bids_equal_tricks:
        yield say("not_equal", tricks=rules.hand_size)


def nil(rules: RuleSet) -> Sentences:
    """Say what nil and blind nil are worth, and who may bid them.

    >>> from engine.spades.rules import STANDARD
    >>> next(nil(STANDARD.with_options(nil_allowed=False))).say()
    'Nil is not played: every player must bid at least 1.'
    """
    if not rules.bids_are_made:
        return
    if not rules.nil_allowed:
        yield say("no_nil" if rules.bid_mode == "sum" else "no_nil_team")
    elif rules.zero_is_nil:
        yield say("nil", value=rules.nil_value)
    if rules.nil_allowed and in_pairs(rules):
        yield say("nil_partner")
        unit = rules.double_nil_scoring == "unit"
        both = "both_nil_unit" if unit else "both_nil"
        if rules.variant != "suicide" or not rules.suicide_strict:
            yield say(both if rules.double_nil_allowed else "one_nil")
    if rules.nil_allowed:
        yield from _blind_nil(rules)
    yield from _stray(rules)


def _blind_nil(rules: RuleSet) -> Sentences:
    if not rules.blind_nil_allowed:
        yield say("no_blind")
        return
    yield say("blind", value=rules.blind_nil_value)
    if rules.blind_nil_min_deficit is not None:
        key = f"blind_deficit.{rules.behind_whom}"
        yield say(key, points=rules.blind_nil_min_deficit)
    if rules.blind_nil_exchange:
        yield say("exchange", n=rules.blind_nil_exchange)
    elif in_pairs(rules):
        yield say("no_exchange")


def _stray(rules: RuleSet) -> Sentences:
    """Say what becomes of tricks taken by a failed nil."""
    if not rules.nil_allowed:
        return
    pairs = in_pairs(rules)
    yield say(f"stray_{rules.failed_nil_tricks}" if pairs else f"alone_{rules.failed_nil_tricks}")
    if rules.failed_nil_tricks != "none":
        if pairs and rules.failed_nil_tricks == "bags":
            yield say("stray_set" if rules.failed_nil_bags_when_set else "stray_not_set")
        yield say("stray_points" if rules.failed_nil_bag_points else "stray_no_points")
    if rules.failed_nil_is_set:
        yield say("nil_is_set")
