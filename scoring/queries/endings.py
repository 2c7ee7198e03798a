"""What a table is told when a game or a match is over: who won by what, and what comes next."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from scoring.models import Game
from scoring.queries.counting import counting
from scoring.queries.sides import SideBoard
from tournament.models import Match, Side
from tournament.queries.third import third_of
from tournament.wording import listed, side_words


@dataclass(frozen=True, slots=True, kw_only=True)
class Half:
    """One side of a finished game: its final score, and how far it was from the other."""

    board: SideBoard
    won: bool
    words: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """One game of a match in the tally, played or not; the score of the winner comes first."""

    number: int
    letter: str = ""
    scores: tuple[int, ...] = ()
    is_next: bool = False

    @property
    def words(self) -> str:
        """The scores in one line."""
        return with_dashes(self.scores)


def with_dashes(counts: Sequence[int]) -> str:
    """Join the counts of all sides with en dashes, as on a score board.

    >>> with_dashes((2, 1)) == "2\u20131", with_dashes((5, -2)) == "5\u202f\u2013\u202f\u22122"
    (True, True)
    """
    air = "\N{NARROW NO-BREAK SPACE}" if min(counts, default=0) < 0 else ""
    dash = f"{air}\N{EN DASH}{air}"
    return dash.join(str(count).replace("-", "\N{MINUS SIGN}") for count in counts)


def halves_of(game: Game, boards: Sequence[SideBoard]) -> tuple[Half, ...]:
    """Say how a finished game ended for every side."""
    return tuple(
        Half(board=it, won=it.name == game.winner, words=_distance(it, boards, game))
        for it in boards
    )


def _distance(board: SideBoard, boards: Sequence[SideBoard], game: Game) -> str:
    """Say by how much a side won or lost; a game may also be lost with the higher score."""
    winner = game.winner
    if board.name == winner:
        lead = board.score - max(it.score for it in boards if it is not board)
        return _("won by %(points)d") % {"points": lead} if lead > 0 else _("won")
    if board.to_go and game.rule_set.target_enabled:
        return _("%(points)d short of %(target)d") % {
            "points": board.to_go,
            "target": board.target,
        }
    behind = next(it.score for it in boards if it.name == winner) - board.score
    return _("%(points)d behind") % {"points": behind} if behind > 0 else _("lost")


def tally_of(match: Match, games: Sequence[Game], sides: Sequence[Side]) -> tuple[Played, ...]:
    """List the games of a match: those played with their scores, then those that may follow."""
    played = {game.number: _played(game, sides) for game in counting(games, match.best_of)}
    if not match.is_open:
        return tuple(played.values())
    numbers = range(1, max(match.best_of, len(played) + 1) + 1)
    first = next(n for n in numbers if n not in played)
    return tuple(played.get(n) or Played(number=n, is_next=n == first) for n in numbers)


def _played(game: Game, sides: Sequence[Side]) -> Played:
    names = list(game.rule_set.side_names)
    others = [name for name in names if name != game.winner]
    return Played(
        number=game.number,
        letter=next(it.letter for it in sides if it.place == game.place_of(game.winner)),
        scores=tuple(game.totals[name]["score"] for name in (game.winner, *others)),
    )


def next_steps(match: Match, sides: Sequence[Side], above: Sequence[Side]) -> tuple[str, ...]:
    """Say who goes on and where, and thank the others."""
    winner = match.winner
    thanks = _thanks(match, sides)
    if winner is None:
        return (_("Nobody goes on from this match."), *thanks)
    alone = match.event.players_each == 1
    if match.above is None:
        won = _("%(team)s wins the event. Congratulations!")
        pair = _("%(team)s win the event. Congratulations!")
        if match.for_third:
            won = pair = _("%(team)s: third place. Congratulations!")
        return ((won if alone else pair) % {"team": winner}, *thanks)
    others = [side_words(side) for side in above if side.place != match.above_place]
    values = {"team": winner, "number": match.above.number, "other": listed(others)}
    if alone:
        onward = _("%(team)s goes on to match %(number)d, against %(other)s.") % values
    else:
        onward = _("%(team)s go on to match %(number)d. Opponent: %(other)s.") % values
    return (onward, _where(match.above, alone=alone), *thanks)


def _thanks(match: Match, sides: Sequence[Side]) -> tuple[str, ...]:
    """Thank those who do not go on; who plays for the third place is told so."""
    others = [it for it in sides if it.entry and it.entry_id != match.winner_id]
    third = third_of(match) if match.winner_id else None
    onward = _("%(team)s: one more match, number %(number)d, for the third place.")
    return tuple(
        onward % {"team": side.entry, "number": third.number}
        if third and not side.gone
        else _("%(team)s: thank you for playing.") % {"team": side.entry}
        for side in others
    )


def _where(above: Match, *, alone: bool) -> str:
    if above.is_at_table and above.table:
        return _("It is called to table %(number)d now.") % {"number": above.table.number}
    if alone:
        return _("Stay near: the table is called as soon as one is free and everybody is there.")
    return _("Stay near: the table is called as soon as one is free and both teams are there.")
