"""The running totals of a game as a drawing. Numbers in, places on paper out."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from django.utils.translation import gettext as _

LEFT, RIGHT, TOP, BOTTOM = 38.0, 302.0, 16.0, 200.0
LEAST_HANDS = 8
STEPS = (50, 100, 200, 500, 1000, 2000, 5000)
MOST_LINES = 6
SHAPES = {
    "A": "m-4.5 0a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0-9 0z",
    "B": "m-4-4h8v8h-8z",
    "C": "m-2.6-4.6h5.2l2.6 4.6-2.6 4.6h-5.2l-2.6-4.6z",
    "D": "m-4.4 4v-3.6a4.4 4.4 0 0 1 8.8 0v3.6z",
}
"""The mark of each side, drawn around its point: disc, square, hexagon, arch."""
Scale = Callable[[int], float]
APART = 16.0  # two labels at the line ends need this much to be read


@dataclass(frozen=True, slots=True)
class Tick:
    """A label on an axis and where it stands."""

    at: str
    text_at: str
    value: int


@dataclass(frozen=True, slots=True)
class Track:
    """The line of one side: its points, where the marks go, and the label at its end."""

    letter: str
    css: str
    points: str
    marks: tuple[tuple[str, str], ...]
    end_x: str
    end_y: str
    total: int

    @property
    def shape(self) -> str:
        """The mark of the side, as a path from its middle."""
        return SHAPES[self.letter]

    @property
    def looks(self) -> str:
        """How line and marks can be told from the others without colour."""
        return {
            "A": _("A is round and solid"),
            "B": _("B square and dashed"),
            "C": _("C six-sided and dotted"),
            "D": _("D an arch, dashed and dotted"),
        }[self.letter]


@dataclass(frozen=True, slots=True)
class Chart:
    """A drawing of 360 by 228 units."""

    levels: tuple[Tick, ...]
    goal: Tick
    hands: tuple[Tick, ...]
    tracks: tuple[Track, ...]


def chart_of(totals: Sequence[tuple[str, Sequence[int]]], target: int) -> Chart:
    """Draw running totals. ``totals`` are side letters with the score after each hand."""
    scores = [0, target, *(score for _letter, line in totals for score in line)]
    low, high = min(scores), max(scores)
    count = max([LEAST_HANDS, *(len(line) for _letter, line in totals)])

    def x(hand: int) -> float:
        return LEFT + (RIGHT - LEFT) * hand / count

    def y(score: int) -> float:
        return BOTTOM - (BOTTOM - TOP) * (score - low) / (high - low)

    labels = _spread([y(line[-1]) if line else y(0) for _letter, line in totals])
    return Chart(
        levels=tuple(_level(y, value) for value in _levels(low, high, target)),
        goal=_level(y, target),
        hands=tuple(Tick(f"{x(n):.1f}", f"{x(n):.1f}", n) for n in range(1, count + 1)),
        tracks=tuple(
            _track(letter, [(x(n), y(s)) for n, s in enumerate([0, *line])], label, line)
            for (letter, line), label in zip(totals, labels, strict=True)
        ),
    )


def _track(
    letter: str, dots: Sequence[tuple[float, float]], label: float, line: Sequence[int]
) -> Track:
    placed = [(f"{x:.1f}", f"{y:.1f}") for x, y in dots]
    return Track(
        letter=letter,
        css=letter.lower(),
        points=" ".join(f"{x},{y}" for x, y in placed),
        marks=tuple(placed[1:]),
        end_x=f"{dots[-1][0] + 10:.1f}",
        end_y=f"{label + 4:.1f}",
        total=line[-1] if line else 0,
    )


def _level(y: Scale, value: int) -> Tick:
    return Tick(f"{y(value):.1f}", f"{y(value) + 4:.1f}", value)


def _levels(low: int, high: int, target: int) -> list[int]:
    """Choose round scores for the grid, leaving room for the target's own line."""
    step = next((s for s in STEPS if (high - low) / s <= MOST_LINES), STEPS[-1])
    first = -(-low // step) * step
    return [level for level in range(first, high + 1, step) if abs(level - target) > step / 3]


def _spread(ends: list[float]) -> list[float]:
    """Push labels apart that would be printed over each other."""
    order = sorted(range(len(ends)), key=lambda place: ends[place])
    placed = list(ends)
    for upper, lower in pairwise(order):
        placed[lower] = max(placed[lower], placed[upper] + APART)
    # Below the plot stand the numbers of the hands: what was pushed so far down moves up again.
    floor = BOTTOM
    for place in reversed(order):
        placed[place] = min(placed[place], floor)
        floor = placed[place] - APART
    return placed
