"""Every hand of a match, why it scored what it scored, and what was corrected."""

from collections.abc import Mapping
from typing import Any, get_args

from django.shortcuts import get_object_or_404
from django.utils import translation
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from engine.spades.facts import Void
from engine.spades.games import ScoredHand, explain
from engine.spades.hands import Bid, Line
from scoring.api.typed import PASS
from scoring.models import Game, Hand, HandVersion
from scoring.queries.counting import after_the_end
from scoring.queries.sides import boards_of, names_of, people_of, sides_of
from tournament.api.doors import EventView
from tournament.models import Match, Side

VOIDS = [it for it in get_args(Void) if it]


class LineOut(serializers.Serializer[dict[str, Any]]):
    """One reason for points."""

    code = serializers.CharField(help_text="Which sentence; stable")
    text = serializers.CharField(help_text='Such as "bid 6 took 7: 60 + 1 bag"')
    points = serializers.IntegerField()


class ResultOut(serializers.Serializer[dict[str, Any]]):
    """What a hand was worth to one side, and what it made of the score."""

    side = serializers.CharField()
    points = serializers.IntegerField(help_text="Net, with a bag penalty that fell due")
    bags = serializers.IntegerField()
    bag_penalty = serializers.IntegerField()
    total = serializers.IntegerField(help_text="The score after the hand")
    bag_total = serializers.IntegerField(help_text="Bags not yet paid for")
    lines = LineOut(many=True)


class RulingOut(serializers.Serializer[dict[str, Any]]):
    """What a director ruled in a hand."""

    offence = serializers.CharField()
    seat = serializers.CharField(help_text="Or a whole side")
    nth = serializers.IntegerField(help_text="The how manyth time")
    phase = serializers.CharField()
    effect = serializers.CharField(allow_null=True, help_text="Null: what the rules say")


@extend_schema_field({"type": "array", "items": PASS})
class PassesOut(serializers.ListField):
    """Cards that partners passed each other."""


class PaperOut(serializers.Serializer[dict[str, Any]]):
    """What a sheet says."""

    dealer = serializers.CharField()
    bids = serializers.DictField(
        child=serializers.CharField(),
        help_text='By whom to "4", "nil", "blind" or "blind 6"; empty in a hand without bids',
    )
    tricks = serializers.DictField(
        child=serializers.IntegerField(),
        help_text="By seat where that is known, else by side with each nil bidder's own",
    )
    spades = serializers.DictField(
        child=serializers.IntegerField(), help_text="Spades held by seat, where the game asks"
    )
    ace = serializers.CharField(allow_blank=True, help_text="Who held the ace of spades, if asked")
    misdeal = serializers.CharField(allow_blank=True, help_text="What made the deal void")
    renege = serializers.ListField(child=serializers.CharField(), help_text="Who reneged once")
    rulings = RulingOut(many=True)
    time_called = serializers.BooleanField()
    exchange = PassesOut()


class VersionOut(serializers.Serializer[dict[str, Any]]):
    """One version of a hand. Nothing is ever overwritten."""

    number = serializers.IntegerField()
    at = serializers.DateTimeField()
    by = serializers.ChoiceField(["desk", "table"], help_text="Who wrote it")
    reason = serializers.CharField(allow_blank=True, help_text="Of a correction")
    paper = PaperOut()


class HandOut(serializers.Serializer[dict[str, Any]]):
    """One scored hand."""

    number = serializers.IntegerField()
    version = serializers.IntegerField()
    scored_at = serializers.DateTimeField(allow_null=True)
    void = serializers.ChoiceField(
        VOIDS, allow_null=True, help_text="What made the deal void; null when it was played"
    )
    counts = serializers.BooleanField(
        help_text="False after the end of its game: then it scores nothing and `sides` is empty"
    )
    paper = PaperOut()
    sides = ResultOut(many=True)
    versions = VersionOut(many=True)


class SeatedOut(serializers.Serializer[dict[str, Any]]):
    """Who sits in a seat."""

    seat = serializers.CharField()
    name = serializers.CharField()
    side = serializers.CharField()


class PlayedSideOut(serializers.Serializer[dict[str, Any]]):
    """One side of a game and how it stands."""

    side = serializers.CharField(help_text="Its seats in a row, such as `NS`")
    team = serializers.CharField()
    score = serializers.IntegerField()
    bags = serializers.IntegerField()


class PlayedGameOut(serializers.Serializer[dict[str, Any]]):
    """One game with all its hands."""

    number = serializers.IntegerField()
    target = serializers.IntegerField()
    first_dealer = serializers.CharField()
    winner = serializers.CharField(allow_null=True, help_text="The side; null while it is in play")
    counts = serializers.BooleanField(help_text="False when begun after the end of the match")
    seats = SeatedOut(many=True)
    sides = PlayedSideOut(many=True)
    hands = HandOut(many=True)


class HandsOut(serializers.Serializer[dict[str, Any]]):
    """All games of a match. Play that was voided is not among them."""

    match = serializers.IntegerField()
    attempt = serializers.IntegerField(help_text="Rises when play is voided and begins anew")
    version = serializers.IntegerField(help_text="Of the match")
    games = PlayedGameOut(many=True)


class HandsOfMatch(EventView):
    """The hands of a match."""

    @extend_schema(
        summary="Read every hand of a match", tags=["matches"], responses={200: HandsOut}
    )
    def get(self, request: Request, slug: str, number: int) -> Response:
        """Answer with games, hands, the lines of their scores, and all versions."""
        del request, slug
        match = get_object_or_404(self.event().matches.all(), number=number)
        return Response(HandsOut(hands_of(match)).data)


def hands_of(match: Match) -> dict[str, Any]:
    """Read every game of the attempt that counts, with its hands."""
    games = Game.objects.filter(match=match, attempt=match.attempt).order_by("number")
    sides = sides_of(match)
    found = list(games.prefetch_related("hands__versions"))
    late = after_the_end(found, match.best_of)
    told = [{**_game(it, match, sides), "counts": it.number not in late} for it in found]
    return {
        "match": match.number,
        "attempt": match.attempt,
        "version": match.version,
        "games": told,
    }


def _game(game: Game, match: Match, sides: tuple[Side, ...]) -> dict[str, Any]:
    rules = game.rule_set
    there = {side.place: side for side in sides}
    playing = [there[game.place_of(name)] for name in rules.side_names]
    boards = boards_of(match, playing, rules, game)
    people = names_of(game, people_of(sides))
    names = {**people, **{it.name: it.team for it in boards}}
    state = game.replay()
    told = zip(state.hands, explain(state, rules), strict=True)
    scored = {hand.number: (hand, lines) for hand, lines in told}
    return {
        "number": game.number,
        "target": rules.target_score,
        "first_dealer": game.first_dealer,
        "winner": game.winner or None,
        "seats": [
            {"seat": seat, "name": people.get(seat, seat), "side": rules.side_of(seat)}
            for seat in rules.seats
        ],
        "sides": [
            {"side": it.name, "team": it.team, "score": it.score, "bags": it.bags} for it in boards
        ],
        "hands": [
            _hand(hand, scored.get(hand.number), names)
            for hand in game.hands.all()
            if hand.is_scored
        ],
    }


def _hand(
    hand: Hand,
    scored: tuple[ScoredHand, Mapping[str, tuple[Line, ...]]] | None,
    names: Mapping[str, str],
) -> dict[str, Any]:
    return {
        "number": hand.number,
        "version": hand.version,
        "scored_at": hand.scored_at,
        "void": hand.sheet.void or None,
        "counts": scored is not None,
        "paper": _paper(hand.paper),
        "versions": [_version(it) for it in hand.versions.all()],
        "sides": _results(*scored, names) if scored else [],
    }


def _results(
    scored: ScoredHand, lines: Mapping[str, tuple[Line, ...]], names: Mapping[str, str]
) -> list[dict[str, Any]]:
    return [
        {
            "side": side,
            "points": result.points,
            "bags": result.bags,
            "bag_penalty": result.bag_penalty,
            "total": result.total,
            "bag_total": result.bag_total,
            "lines": [_line(line, names) for line in lines[side]],
        }
        for side, result in scored.sides.items()
    ]


def _line(line: Line, names: Mapping[str, str]) -> dict[str, Any]:
    said = line.say(translation, names)
    return {"code": line.phrase.key, "text": said, "points": line.points}


def _version(version: HandVersion) -> dict[str, Any]:
    return {
        "number": version.number,
        "at": version.at,
        "by": "desk" if version.by_user_id else "table",
        "reason": version.reason,
        "paper": _paper(version.paper),
    }


def _paper(paper: Mapping[str, Any]) -> dict[str, Any]:
    bids = {
        seat: str(Bid(tricks, blind=seat in paper["blind"]))
        for seat, tricks in paper["bids"].items()
    }
    return {
        "dealer": paper["dealer"],
        "bids": bids,
        "tricks": paper["tricks"],
        "spades": paper.get("spades", {}),
        "ace": paper.get("ace", ""),
        "misdeal": paper.get("misdeal", ""),
        "renege": paper.get("renege", []),
        "rulings": [{"effect": None} | it for it in paper.get("rulings", [])],
        "time_called": paper.get("time_called", False),
        "exchange": paper.get("exchange", []),
    }
