"""What every bracket is made of: matches, what fills their places, and where a winner goes.

Rounds count from 1. Positions of matches count from 0 at the top of the sheet, and so do the
places of a match.
"""

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Source:
    """What fills a place of a match: an entry, a bye, or the winner of an earlier match."""

    kind: Literal["entry", "bye", "winner"]
    entry: str | None = None
    match: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class BracketMatch:
    """One match of the bracket and where its two, three or four sides come from."""

    round: int
    position: int
    sources: tuple[Source, ...]

    @property
    def is_bye(self) -> bool:
        """Whether one place is empty, so that the other goes on unplayed."""
        return any(source.kind == "bye" for source in self.sources)


@dataclass(frozen=True, slots=True)
class Plan:
    """A whole bracket: every match, round by round, and how many winners meet in one above.

    Where the final seats fewer than ``width``, it is the only match of its round, so that the rule
    for the place above is the same.
    """

    matches: tuple[BracketMatch, ...]
    width: int

    @property
    def rounds(self) -> int:
        """How many rounds there are."""
        return self.matches[-1].round

    def next_place(self, round_number: int, position: int) -> tuple[int, int, int] | None:
        """Where the winner of a match goes: round, position and place; None after the final.

        >>> final = BracketMatch(2, 0, ())
        >>> Plan((final,), width=3).next_place(1, 5), Plan((final,), width=3).next_place(2, 0)
        ((2, 1, 2), None)
        """
        return place_above(self.width, round_number, position, self.rounds)


def place_above(
    width: int, round_number: int, position: int, rounds: int | None = None
) -> tuple[int, int, int] | None:
    """Where the winner of a match goes if so many meet above; None after the final.

    Without ``rounds`` there is always a round above.

    >>> place_above(4, 1, 6), place_above(4, 3, 0, rounds=3)
    ((2, 1, 2), None)
    """
    if round_number < 1 or position < 0:
        raise ValueError(f"there is no match {position} in round {round_number}")
    if rounds is not None and round_number >= rounds:
        return None
    return round_number + 1, position // width, position % width
