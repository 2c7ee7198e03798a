"""The draw as the desk walks through it: what is done, what comes next, and what contradicts."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.draws import TABLES, DrawOptions, group_labels
from engine.steering import slot_count
from tournament.models import Draw, Entry, Event
from tournament.queries.redraws import BEGUN
from tournament.rule_books import draw_algorithm

NOBODY_PROMISED = "none"
STEPS = ("secrets", "check_in", "close", "value", "reveal", "play")
"""The acts of a draw in their order."""


@dataclass(frozen=True, slots=True)
class Ceremony:
    """How far the draw of an event is."""

    event: Event
    draw: Draw | None
    """The attempt that is on its way or made the bracket; else the next one, still locked away."""
    aside: tuple[Draw, ...]
    begun: bool
    """Whether anything was played, so that the draw stands."""

    @property
    def next(self) -> str:
        """Name the step that comes next."""
        state = self.draw.state if self.draw else ""
        if self.event.status == Event.Status.CANCELLED:
            return ""
        if self.draw is None:
            return "secrets"
        if state == Draw.State.DRAWN:
            return "play"
        if state == Draw.State.REVEALING:
            return "reveal"
        if state == Draw.State.FROZEN:
            return "value" if self.promised else "reveal"
        return "close" if self.event.status == Event.Status.CHECK_IN else "check_in"

    @property
    def done(self) -> frozenset[str]:
        """Name the steps that are behind."""
        at = STEPS.index(self.next) if self.next else 0
        return frozenset(STEPS[:at])

    @property
    def promised(self) -> bool:
        """Whether a public value is mixed in."""
        return self.event.public_source != NOBODY_PROMISED

    @property
    def at_tables(self) -> bool:
        """Whether the draw seats three or four together, and so knows no options."""
        return draw_algorithm(self.event.rule_book) in TABLES

    @property
    def may_be_redrawn(self) -> bool:
        """Whether the draw may still be made anew."""
        drawn = self.draw is not None and self.draw.state == Draw.State.DRAWN
        return drawn and not self.begun and self.event.status in {"drawn", "running"}


def ceremony_of(event: Event) -> Ceremony:
    """Read how far the draw of an event is: at most 2 queries."""
    brackets = event.draws.filter(kind=Draw.Kind.BRACKET).select_related("drawn_by")
    attempts = list(brackets.order_by("attempt"))
    open_ones = (draw for draw in attempts if draw.state != Draw.State.SPENT)
    return Ceremony(
        event=event,
        draw=next(open_ones, None),
        aside=tuple(draw for draw in attempts if draw.state == Draw.State.SPENT),
        begun=event.is_drawn and event.matches.filter(BEGUN).exists(),
    )


def contradictions(event: Event, entries: Sequence[Entry]) -> list[str]:
    """Say where the options of the draw and what was entered for it do not go together.

    ``entries`` are those that would be drawn now.
    """
    options = DrawOptions.from_json(event.draw_options)
    if draw_algorithm(event.rule_book) in TABLES:
        unused = not options.plain or any(entry.seed or entry.apart for entry in entries)
        return [_tables_words()] if unused else []
    return [*_about_seeds(options, entries), *_about_groups(options, entries)]


def _tables_words() -> str:
    return _("Tables of three and four are drawn by chance alone: seeds and groups count nothing.")


def _about_seeds(options: DrawOptions, entries: Sequence[Entry]) -> list[str]:
    numbers = sorted(entry.seed for entry in entries if entry.seed)
    if numbers and not options.seeds:
        return [
            ngettext(
                "%(n)d entry has a seed, but the draw does not use seeds.",
                "%(n)d entries have a seed, but the draw does not use seeds.",
                len(numbers),
            )
            % {"n": len(numbers)}
        ]
    if not options.seeds:
        return []
    if not numbers:
        return [_("The draw uses seeds, but none of those who have come has one.")]
    said = []
    twice = [str(number) for number, times in Counter(numbers).items() if times > 1]
    if twice:
        said.append(_("Given more than once: seed %(seeds)s.") % {"seeds": ", ".join(twice)})
    if numbers != list(range(1, len(numbers) + 1)) and not twice:
        said.append(
            _("Seeds are missing in between; those behind move up, so that they count from 1.")
        )
    half, empty = slot_count(len(entries)) // 2, slot_count(len(entries)) - len(entries)
    if options.byes == "drawn" and empty and len(numbers) > half:
        said.append(
            _("With byes drawn there can be %(most)d seeds, one for each match; there are %(n)d.")
            % {"most": half, "n": len(numbers)}
        )
    return said


def _about_groups(options: DrawOptions, entries: Sequence[Entry]) -> list[str]:
    named = {entry.ref: entry.apart for entry in entries if entry.apart}
    if named and not options.apart:
        return [
            ngettext(
                "%(n)d entry names a club or family, but the draw keeps nobody apart.",
                "%(n)d entries name a club or family, but the draw keeps nobody apart.",
                len(named),
            )
            % {"n": len(named)}
        ]
    if options.apart and not group_labels(named):
        return [_("The draw keeps clubs or families apart, but no two who have come share one.")]
    return []
