"""The rule sheet in plain sentences, as an organiser hangs it on the wall.

Every sentence comes from an option, or says how the game itself is played; none is written twice.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from engine.faults import Phrase
from engine.spades import sheet_play, sheet_score
from engine.spades.options import GROUPS
from engine.spades.rules import RuleSet

Sentences = Iterator[Phrase]


@dataclass(frozen=True, slots=True)
class Section:
    """One group of sentences under its title; ``key`` is stable."""

    key: str
    title: Phrase
    sentences: tuple[Phrase, ...]


WRITERS: Mapping[str, Callable[[RuleSet], Sentences]] = {
    "teams": sheet_play.teams,
    "deck": sheet_play.deck,
    "bidding": sheet_play.bidding,
    "nil": sheet_play.nil,
    "scoring": sheet_score.scoring,
    "bags": sheet_score.bags,
    "winning": sheet_score.winning,
    "penalties": sheet_score.penalties,
}


def rule_sheet(rules: RuleSet) -> tuple[Section, ...]:
    """Say a rule set in sentences; a group that has nothing to say is left out.

    >>> from engine.spades.rules import STANDARD
    >>> teams = rule_sheet(STANDARD)[0]
    >>> teams.title.say(), teams.sentences[1].say()
    ('Teams and matches', 'A match is the best of 3 games: the first to win 2 wins it.')
    """
    groups = ((key, tuple(WRITERS[key](rules))) for key in GROUPS)
    return tuple(
        Section(key, Phrase(f"title.{key}"), sentences) for key, sentences in groups if sentences
    )


def plain_text(rules: RuleSet) -> str:
    """Print the sheet as text, group by group.

    >>> from engine.spades.rules import STANDARD
    >>> plain_text(STANDARD).splitlines()[0]
    'Teams and matches'
    """
    parts = [
        "\n".join((section.title.say(), *(f"- {it.say()}" for it in section.sentences)))
        for section in rule_sheet(rules)
    ]
    return "\n\n".join(parts)
