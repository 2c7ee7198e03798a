"""What a table is told about its hand besides bids and scores: the clock, rulings, no bids."""

from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta

from django.utils import translation
from django.utils.translation import gettext as _

from engine.faults import Phrase
from engine.spades.rules import RuleSet
from engine.spades.variants import TARGETS_HELD
from scoring.models import Game, Hand
from scoring.queries.in_play import OpenHand
from scoring.queries.rule_words import ruling_words
from scoring.queries.saying import rulings_on
from tournament.models import Match


def time_until(game: Game, rules: RuleSet) -> datetime | None:
    """Say when the clock of a game runs out, if the house plays by one."""
    return game.opened_at + timedelta(minutes=rules.minutes) if rules.minutes else None


def remarks_of(play: OpenHand, names: Mapping[str, str]) -> tuple[str, ...]:
    """Say everything a table should know about the hand in play, most pressing first."""
    return (*_time_words(play), *_rulings(play.hand, play.rules, names), *_unbid_words(play))


def _time_words(play: OpenHand) -> Iterator[str]:
    rules, played = play.rules, play.before.played
    if play.hand.time_called and rules.time_up == "stop":
        yield _("Time was called: this hand is not played on.")
    elif play.hand.time_called and played + 1 < rules.min_hands:
        yield _("Time was called. At least %(n)d hands are played.") % {"n": rules.min_hands}
    elif play.hand.time_called:
        yield _("Time was called: this is the last hand.")
    elif play.before.time_up:
        yield _("Time was called, but nobody had won yet: another hand is played.")
    elif rules.max_hands is not None and played + 1 == rules.max_hands:
        yield _("Hand %(n)d of %(n)d: this is the last one.") % {"n": rules.max_hands}


def _rulings(hand: Hand, rules: RuleSet, names: Mapping[str, str]) -> Iterator[str]:
    for ruling in rulings_on(hand.paper):
        yield _("The desk ruled. {ruling}.").format(ruling=ruling_words(ruling, rules, names))


def _unbid_words(play: OpenHand) -> Iterator[str]:
    rules = play.rules
    each = Phrase("sheet.unbid", {"n": rules.unbid_trick_points}).say(translation)
    if not rules.bids_are_made:
        yield _("Nobody bids in this game. {each}").format(each=each)
    elif not play.asks_bids:
        yield _("Nobody bids in the first hand. {each}").format(each=each)
    if rules.bid_mode == "second_fixes" and play.turn:
        yield _("The second bid of a side is what the side has bid.")
    if play.hides_bids:
        yield _("Bids stay hidden until all are in. Hand the phone on.")


def format_words(match: Match, rules: RuleSet) -> str:
    """Say how long a match is and what ends its games: "best of 3 games to 500"."""
    words = {"number": match.number, "best_of": match.best_of, "target": rules.target_score}
    if match.best_of == 1 and rules.target_enabled:
        return _("Match %(number)d, one game to %(target)d") % words
    if match.best_of == 1:
        return _("Match %(number)d, one game") % words
    if rules.target_enabled:
        return _("Match %(number)d, best of %(best_of)d games to %(target)d") % words
    return _("Match %(number)d, best of %(best_of)d games") % words


def bid_question(play: OpenHand, name: str) -> str:
    """Ask somebody for a bid, or for what stands for one in this game."""
    if play.bids_are_spades:
        return _("How many spades does %(name)s hold?") % {"name": name}
    if play.rules.variant in TARGETS_HELD:
        return _("%(name)s bids nil or all spades held") % {"name": name}
    return _("%(name)s bids") % {"name": name}


def thrown_in_words(play: OpenHand, names: Mapping[str, str]) -> str:
    """Say why a hand is not played and who deals the next: too little was bid."""
    words = {"total": play.bid_total, "least": play.rules.min_table_bid}
    told = _("Together %(total)d were bid; the table must bid %(least)d.") % words
    return f"{told} {_next_dealer(play, play.rules.thrown_in_dealer, names)}"


def misdeal_words(play: OpenHand, names: Mapping[str, str]) -> tuple[str, ...]:
    """Say until when a deal can be void here, and who deals after it."""
    if play.rules.misdeal_until == "first_bid":
        limit = _("A deal is void only if somebody says so before the first bid.")
    else:
        limit = _("A deal is void only if somebody says so before the first lead.")
    return (limit, _next_dealer(play, play.rules.misdeal_dealer, names))


def misdeal_causes(rules: RuleSet) -> tuple[tuple[str, str], ...]:
    """List what makes a deal void here: the code, and the words for it."""
    return tuple((it, Phrase(f"choice.{it}").say(translation)) for it in rules.misdeal_causes)


def _next_dealer(play: OpenHand, how: str, names: Mapping[str, str]) -> str:
    dealer = play.hand.dealer if how == "same" else play.rules.left_of(play.hand.dealer)
    said = {"name": names.get(dealer, dealer)}
    return (_("%(name)s deals again.") if how == "same" else _("%(name)s deals next.")) % said
