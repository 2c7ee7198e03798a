"""A bracket worked out from its facts alone, held against the rows that repeat them.

Facts are the draw, the hands of the attempt that counts, who is gone and what was ruled. All else
on matches and sides follows from them. The differences are told in words.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from engine.brackets.plan import BracketMatch, Plan, Source
from engine.faults import RuleError
from scoring.bundles.canon import Record
from scoring.bundles.export import records_of
from scoring.bundles.facts import Facts
from scoring.bundles.outcomes import NOBODY, TO_COME, Outcome, Seat, outcome_of
from scoring.bundles.played import PlayedGame, game_differences, play, standing
from scoring.bundles.redrawn import draw_differences, plan_of
from tournament.models import Event, Match, Side


def check_event(event: Event) -> list[str]:
    """Work an event out from its facts and name everything that its rows say otherwise."""
    return differences(records_of(event, contacts=True))


def differences(records: Sequence[Record]) -> list[str]:
    """Work out an event from the records of a bundle; say where they contradict each other."""
    facts = Facts.of(records)
    found = [*draw_differences(facts), *game_differences(facts)]
    draw = facts.bracket_draw
    if draw is None:
        return found + ([_("There are matches without a draw.")] if facts.matches else [])
    try:
        plan = plan_of(draw)
    except (ValueError, RuleError):
        return [*found, _("The slots of the draw are no bracket.")]
    return [*found, *_Bracket(facts, plan).differences()]


@dataclass(slots=True)
class _Bracket:
    """One bracket while it is worked out, from round 1 up."""

    facts: Facts
    plan: Plan
    outcomes: dict[tuple[int, int], tuple[Record, Outcome, list[Record]]]

    def __init__(self, facts: Facts, plan: Plan) -> None:
        self.facts, self.plan, self.outcomes = facts, plan, {}

    def differences(self) -> Iterator[str]:
        """Work out one match after another; what comes later is told after what caused it."""
        stored = self.facts.matches
        if len([it for it in stored.values() if not it["for_third"]]) != len(self.plan.matches):
            yield _("The bracket has not as many matches as its draw gives.")
            return
        places = {(it["round"], it["position"]): it for it in stored.values()}
        for drawn in self.plan.matches:
            match = places.get((drawn.round, drawn.position))
            if match is None or match["for_third"]:
                yield _("A match of the draw is missing.")
                return
            seats = [self._seat(source) for source in drawn.sources]
            yield from self._above_differs(drawn, match, places)
            yield from self._match_differs(match, seats, is_bye=drawn.is_bye)
        yield from self._third_differs()
        yield from self._event_differs()

    def _seat(self, source: Source, *, loser: bool = False) -> Seat:
        if source.kind == "bye":
            return (Side.Kind.BYE, None)
        if source.match is None:
            return (Side.Kind.TEAM, source.entry)
        match, outcome, sides = self.outcomes[source.match]
        if not outcome.is_over or match["advanced_at"] is None:
            return TO_COME
        came = outcome.winner
        if loser:
            out = [it["entry"] for it in sides if it["entry"] and it["entry"] != came]
            came = out[0] if came and len(out) == 1 else None
        return (Side.Kind.TEAM, came) if came else NOBODY

    def _above_differs(
        self, drawn: BracketMatch, match: Record, places: Mapping[tuple[int, int], Record]
    ) -> Iterator[str]:
        above = self.plan.next_place(drawn.round, drawn.position)
        number = places[above[:2]]["number"] if above and above[:2] in places else None
        if (match["above"], match["above_place"]) != (number, above[2] if above else None):
            yield _say(match, _("its winner goes to another place than drawn"))

    def _match_differs(
        self, match: Record, seats: Sequence[Seat], *, is_bye: bool = False
    ) -> Iterator[str]:
        sides = self.facts.sides.get(match["number"], [])
        if [side["place"] for side in sides] != list(range(len(seats))):
            yield _say(match, _("a side is missing"))
            sides = []
        for side, (kind, entry) in zip(sides, seats, strict=bool(sides)):
            if (side["kind"], side["entry"]) != (kind, entry):
                yield _say(match, self._slot(side, kind, entry))
        games = self._games(match)
        outcome = outcome_of(match, sides, seats, games, is_bye=is_bye)
        self.outcomes[match["round"], match["position"]] = match, outcome, sides
        yield from self._outcome_differs(match, outcome)
        yield from _state_differs(match, seats, has_games=bool(games))
        yield from self._left_behind(match, sides)
        yield from _figures_differ(match, sides, games)

    def _slot(self, side: Record, kind: str, entry: str | None) -> str:
        name = self.facts.name_of
        return _(
            "side %(side)s is %(stored)s (%(kind)s), and by the facts %(due)s (%(due_kind)s)"
        ) % {
            "side": "ABCD"[side["place"]],
            "stored": name(side["entry"]),
            "kind": side["kind"],
            "due": name(entry),
            "due_kind": kind,
        }

    def _games(self, match: Record) -> list[PlayedGame]:
        played = []
        for game in self.facts.counting_games(match):
            try:
                key = (game["match"], game["attempt"], game["number"])
                played.append(play(game, self.facts.hands.get(key, [])))
            except RuleError:  # told with the games
                return []
        return played

    def _outcome_differs(self, match: Record, due: Outcome) -> Iterator[str]:
        is_over = match["state"] == Match.State.FINISHED
        name = self.facts.name_of
        if is_over != due.is_over:
            state = _("over") if due.is_over else _("open")
            yield _say(
                match,
                _("it is %(stored)s, and by the facts %(due)s")
                % {"stored": match["state"], "due": state},
            )
        elif match["winner"] != due.winner:
            yield _say(
                match,
                _("its winner is %(stored)s, and by the facts %(due)s")
                % {"stored": name(match["winner"]), "due": name(due.winner)},
            )
        elif is_over and match["reason"] not in due.reasons:
            yield _say(
                match,
                _("its reason is %(stored)s, and by the facts %(due)s")
                % {"stored": match["reason"], "due": ", ".join(sorted(due.reasons))},
            )

    def _left_behind(self, match: Record, sides: Sequence[Record]) -> Iterator[str]:
        """Name those who have left the event and are still waited for."""
        if match["state"] in {Match.State.FINISHED, Match.State.WAITING}:
            return
        for side in sides:
            entry = self.facts.entries.get(side["entry"])
            if entry and entry["state"] != "entered" and not side["gone"]:
                yield _say(match, _("it waits for %(team)s, who left") % {"team": entry["name"]})

    def _third_differs(self) -> Iterator[str]:
        """Hold a match for third place against the losers of the semi-finals."""
        for match in self.facts.matches.values():
            if match["for_third"]:
                semis = [it for it in self.plan.matches if it.round == self.plan.rounds - 1]
                sources = [Source("winner", match=(it.round, it.position)) for it in semis]
                seats = [self._seat(source, loser=True) for source in sources]
                yield from self._match_differs(match, seats)

    def _event_differs(self) -> Iterator[str]:
        event, final = self.facts.event, self.plan.matches[-1]
        match, outcome, _sides = self.outcomes[final.round, final.position]
        others = [it for it, *_rest in self.outcomes.values() if it["for_third"]]
        is_over = all(
            it["advanced_at"] and it["state"] == Match.State.FINISHED for it in (match, *others)
        )
        if event["status"] == Event.Status.CANCELLED:
            return
        if (event["status"] == Event.Status.FINISHED) != is_over:
            yield _("The event is %(status)s, and that does not go with its last match.") % {
                "status": event["status"]
            }
        if event["champion"] != (outcome.winner if is_over else None):
            yield _("The champion is %(stored)s, and by the facts %(due)s.") % {
                "stored": self.facts.name_of(event["champion"]),
                "due": self.facts.name_of(outcome.winner if is_over else None),
            }


def _state_differs(match: Record, seats: Sequence[Seat], *, has_games: bool) -> Iterator[str]:
    state = match["state"]
    if state == Match.State.FINISHED:
        return
    if (state == Match.State.WAITING) != (TO_COME in seats):
        yield _say(
            match, _("it is %(stored)s, which does not go with who sits there") % {"stored": state}
        )
    if state == Match.State.PLAYING and not has_games:
        yield _say(match, _("it is in play without a game"))


def _figures_differ(
    match: Record, sides: Sequence[Record], games: Sequence[PlayedGame]
) -> Iterator[str]:
    """Hold the figures that pages show against the games."""
    state, shown = standing(games, match["best_of"])
    stored = (match["game_number"], match["hand_number"])
    due = (shown.number, shown.hands) if shown else (0, 0)
    if stored != due:
        yield _say(
            match,
            _("it shows game and hand %(stored)s, and has %(due)s")
            % {"stored": stored, "due": due},
        )
    totals = {place: shown.totals[side] for side, place in shown.places.items()} if shown else {}
    for side in sides:
        total = totals.get(side["place"], {"score": 0, "bags": 0})
        figures = (state.wins.get(str(side["place"]), 0), total["score"], total["bags"])
        shows = (side["games"], side["points"], side["bags"])
        if shows != figures:
            yield _say(
                match,
                _("side %(side)s shows %(stored)s, and has %(due)s")
                % {"side": "ABCD"[side["place"]], "stored": shows, "due": figures},
            )


def _say(match: Record, what: str) -> str:
    return _("Match %(number)s: %(what)s.") % {"number": match["number"], "what": what}
