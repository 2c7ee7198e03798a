"""A match as one slip on the bracket's sheet, and the same match as a sentence."""

from dataclasses import dataclass

from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from tournament.models import Match, Side
from tournament.telling import tell
from tournament.wording import gone_word, match_title, side_words, state_word

UNPLAYED = frozenset(Match.Reason) - {Match.Reason.PLAYED, Match.Reason.BYE}
TAGS = {
    Match.State.WAITING: "wait",
    Match.State.READY: "wait",
    Match.State.CALLED: "call",
    Match.State.PLAYING: "play",
    Match.State.FINISHED: "done",
}


@dataclass(frozen=True, slots=True)
class Row:
    """One side on a slip: who or what stands there, and what is said beside it."""

    words: str
    css: str = ""
    note: str = ""
    points: int | None = None
    games: int | None = None
    followed: bool = False


@dataclass(frozen=True, slots=True)
class Slip:
    """Everything a page shows of one match, without another query."""

    match: Match
    sides: tuple[Side, ...]
    followed: int | None = None
    might_follow: bool = False

    @property
    def look(self) -> str:
        """The shape of the slip; its border says how certain it is."""
        match = self.match
        if match.reason:
            if match.is_bye:
                return "bye"
            return "done" if match.reason == Match.Reason.PLAYED else "wo"
        return {
            Match.State.WAITING: "tbd",
            Match.State.READY: "ready",
            Match.State.CALLED: "call",
            Match.State.PLAYING: "play",
        }[Match.State(match.state)]

    @property
    def title(self) -> str:
        """The name of the match."""
        return match_title(self.match)

    @property
    def word(self) -> str:
        """Where the match stands."""
        return state_word(self.match)

    @property
    def place(self) -> str:
        """Where a match in play is, and how far: "Table 7, game 3"."""
        return _("Table {table}, game {game}").format(
            table=self.match.table.number if self.match.table else "",
            game=max(self.match.game_number, 1),
        )

    @property
    def tag(self) -> str:
        """The shape of the tag beside the sentence."""
        if self.match.is_bye:
            return "wait"
        return "out" if self.match.reason in UNPLAYED else TAGS[Match.State(self.match.state)]

    @property
    def tag_words(self) -> str:
        """What the tag says: the word, and for a match in play the table."""
        if self.match.state == Match.State.PLAYING and self.match.table:
            return _("In play, table {number}").format(number=self.match.table.number)
        return self.word

    @property
    def rows(self) -> tuple[Row, ...]:
        """The sides from the top; a bye is no row, it only stands in the head."""
        return tuple(self._row(side) for side in self.sides if side.kind != Side.Kind.BYE)

    @property
    def path(self) -> str:
        """How the way of the followed pair runs through this slip, as classes of its lines."""
        if self.might_follow:
            return "path-in maybe-in"
        if not self.has_followed:
            return ""
        way = ["path-in"] if self.match.round > 1 else ["path-start"]
        if self.match.is_open:
            way += ["path", "maybe"]
        elif self.match.winner_id == self.followed:
            way.append("path")
        return " ".join(way)

    @property
    def has_followed(self) -> bool:
        """Whether the followed pair is in this match."""
        return self.followed is not None and any(
            side.entry_id == self.followed for side in self.sides
        )

    @property
    def sentence(self) -> SafeString:
        """The whole match as one sentence, for the list."""
        return tell(self.match, self.sides, self._name)

    def _row(self, side: Side) -> Row:
        if side.kind == Side.Kind.NO_ONE:
            return Row(side_words(side), "none")
        if side.entry is None:
            return Row(side_words(side), "tbd")
        return self._team_row(side)

    def _team_row(self, side: Side) -> Row:
        match, words, followed = self.match, side_words(side), side.entry_id == self.followed
        won = side.entry_id == match.winner_id
        if side.gone:
            return Row(words, "gone", gone_word(side, match), followed=followed)
        if match.reason == Match.Reason.PLAYED:
            return Row(words, "win" if won else "out", games=side.games, followed=followed)
        if match.state == Match.State.PLAYING:
            return Row(words, "", "", side.points, side.games, followed)
        if won:
            note = _("goes on") if match.above_id else _("wins")
            return Row(words, "win", note, followed=followed)
        return Row(words, followed=followed)

    def _name(self, side: Side) -> SafeString:
        name = side_words(side)
        if side.entry_id and side.entry_id == self.followed:
            return format_html("<mark>{}</mark>", name)
        return conditional_escape(name)
