"""The rule behind a line of a score, and what a director ruled, in words."""

from collections.abc import Iterator, Mapping

from django.utils import translation
from django.utils.translation import gettext as _

from engine.faults import Phrase
from engine.spades.hands import Line, Ruling
from engine.spades.option_kinds import choice_label, label
from engine.spades.options import OPTIONS
from engine.spades.rows import AS_RENEGE, effect_of
from engine.spades.rules import RuleSet
from engine.spades.sheet import rule_sheet

IN_WORDS = frozenset({"choice", "several", "order"})
EFFECTS = frozenset({"effect", "claim"})
"""Kinds of options whose values are words and not codes: of the game, or of penalties."""
MADE_LINES = frozenset({"made", "made_bags"})
BEYOND_THE_HAND = frozenset({"event_out", "future_ban"})
"""Effects that the hand cannot carry: people, not points, are concerned."""


def rule_behind(line: Line, rules: RuleSet) -> str:
    """Say the rule a line comes from, as it stands in these rules.

    >>> from engine.spades.hands import Line
    >>> from engine.spades.rules import STANDARD
    >>> rule_behind(Line(Phrase("line.moon"), 100, ("moon_bonus",)), STANDARD.with_options(
    ...     moon_bonus=100))
    'Points for every trick: 100'
    """
    if line.is_ruling or line.name in {"void_replay", "void_ruled"}:
        return " ".join(it.say(translation) for it in _penalties(line, rules))
    printed = _made(rules) if line.name in MADE_LINES else ""
    options = [it for it in line.rule if it != "bid_mode" and rules.variant in OPTIONS[it].games]
    return f"{printed} {'; '.join(_option(it, rules) for it in options)}".strip()


def _made(rules: RuleSet) -> str:
    """Find the printed sentence on a bid that is made: no option changes it."""
    sentences = (it for section in rule_sheet(rules) for it in section.sentences)
    return next((it.say(translation) for it in sentences if it.key.startswith("sheet.made")), "")


def _penalties(line: Line, rules: RuleSet) -> Iterator[Phrase]:
    """Find the printed sentences about the offence of a line; without one, about all."""
    said = line.phrase.params.get("offence")
    offence = said.key.partition(".")[2] if isinstance(said, Phrase) else ""
    offence = "renege" if line.name == "renege" else offence
    about = {
        "renege": {"sheet.renege"},
        "false_claim": {"sheet.false_claim", "sheet.claim_as_renege"},
    }.get(offence, set())
    printed = next((it for it in rule_sheet(rules) if it.key == "penalties"), None)
    for sentence in printed.sentences if printed else ():
        named = sentence.params.get("offence")
        key = named.key.partition(".")[2] if isinstance(named, Phrase) else ""
        if sentence.key in about or (key and offence in {"", key}):
            yield sentence


def _option(name: str, rules: RuleSet) -> str:
    """Say an option and what it is set to; a table of rows only by its name."""
    words, value = label(name).say(translation), getattr(rules, name)
    said = _value(OPTIONS[name].kind, value)
    return f"{words}: {said}" if said else words


def _value(kind: str, value: object) -> str:
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if value is None:
        return _("none")
    if isinstance(value, int):
        return str(value).replace("-", "\N{MINUS SIGN}")
    words = [it for it in (value if isinstance(value, tuple) else (value,)) if isinstance(it, str)]
    say = effect_words if kind in EFFECTS else _choice
    return ", ".join(map(say, words)) if kind in (IN_WORDS | EFFECTS) else ""


def _choice(value: str) -> str:
    words = choice_label(value)
    return words if isinstance(words, str) else words.say(translation)


def effect_words(effect: str) -> str:
    """Say what a ruling costs.

    >>> effect_words("drop:3"), effect_words("warn")
    ('3 tricks are taken off', 'a warning')
    """
    if effect == AS_RENEGE:
        return _("as a renege")
    word, number = effect_of(effect)
    return Phrase(f"effect.{word}", {"n": number}).say(translation)


def offence_words(offence: str) -> str:
    """Say an offence as it stands alone.

    >>> offence_words("false_claim")
    'Wrong accusation'
    """
    return Phrase(f"Offence.{offence}").say(translation)


def ruling_words(ruling: Ruling, rules: RuleSet, names: Mapping[str, str]) -> str:
    """Say a ruling: what, by whom, which time, and what it costs.

    >>> from engine.spades.rules import STANDARD
    >>> ruling_words(Ruling(offence="table_talk", seat="N", nth=2), STANDARD, {"N": "Hazel"})
    'Table talk by Hazel, time 2: the player is barred from later events'
    """
    told = {
        "offence": offence_words(ruling.offence),
        "who": names.get(ruling.seat, ruling.seat),
        "nth": ruling.nth,
        "effect": effect_words(ruling.effect_under(rules)),
    }
    if ruling.nth > 1:
        return _("%(offence)s by %(who)s, time %(nth)d: %(effect)s") % told
    return _("%(offence)s by %(who)s: %(effect)s") % told
