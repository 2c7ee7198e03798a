"""The play of a hand followed card by card. Nothing is read from the site, nothing is kept."""

from collections.abc import Mapping
from typing import Any

from django.utils import translation
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from engine.cases import case_rules
from engine.faults import RuleError
from engine.spades.play import PlayFault, Renege, review
from engine.spades.records import PlayRecord
from scoring.queries.play import called, renege_words
from tournament.api.doors import OpenView

PLAYS_MOST = 120
"""Twice as many cards as any deck has; longer records would only cost time."""
CARDS = {"type": "array", "items": {"type": "string"}, "maxItems": 60}
PLAY = {"type": "array", "items": {"type": "string"}, "minItems": 2, "maxItems": 2}
RECORD: dict[str, Any] = {
    "type": "object",
    "properties": {
        "variant": {"type": "string", "description": "A game, such as `standard`"},
        "options": {"type": "object", "description": "What differs from its rules"},
        "seats": {"type": "array", "items": {"type": "string"}},
        "dealer": {"type": "string", "nullable": True, "description": "Unknown: anybody may lead"},
        "deal": {"type": "object", "nullable": True, "additionalProperties": CARDS},
        "tricks": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {
                    "plays": {"type": "array", "items": PLAY},
                    "recorded_winner": {"type": "string", "nullable": True},
                },
                "required": ["plays"],
            },
        },
        "complete": {"type": "boolean", "description": "The hand was played to its end"},
        "recorded_tricks": {
            "type": "object",
            "nullable": True,
            "additionalProperties": {"type": "integer"},
        },
    },
    "example": {
        "variant": "standard",
        "dealer": "W",
        "tricks": [{"plays": [["N", "TH"], ["E", "10♠"], ["S", "KH"], ["W", "AH"]]}],
    },
}


class PlayFaultOut(serializers.Serializer[PlayFault]):
    """One thing that is wrong with the play, and where."""

    code = serializers.CharField(help_text="P01 to P18 and X01 to X04; stable")
    where = serializers.CharField(help_text="Such as `tricks.2.plays.1`")
    message = serializers.CharField()
    trick = serializers.IntegerField(allow_null=True, help_text="Counts from 1")
    card = serializers.IntegerField(allow_null=True, help_text="Of the trick; counts from 1")
    seat = serializers.CharField(allow_null=True)


class RenegeOut(serializers.Serializer[Renege]):
    """Somebody who could have followed suit and did not."""

    seat = serializers.CharField()
    trick = serializers.IntegerField()
    card = serializers.CharField()
    held = serializers.ListField(
        child=serializers.CharField(), help_text="The cards that would have followed"
    )
    shown_at = serializers.IntegerField(
        allow_null=True, help_text="The trick in which one of them came out"
    )
    message = serializers.CharField()


class ReviewOut(serializers.Serializer[dict[str, Any]]):
    """What the record of a hand shows; the first fault counts."""

    valid = serializers.BooleanField()
    settled = serializers.BooleanField(
        help_text="False while cards that are still unknown may change the verdict"
    )
    faults = PlayFaultOut(many=True, help_text="In the order of play")
    reneges = RenegeOut(many=True)
    winners = serializers.ListField(
        child=serializers.CharField(allow_null=True),
        help_text="A seat for each trick; null where it is not finished",
    )
    tricks = serializers.DictField(child=serializers.IntegerField(), help_text="Seat to tricks")
    spades_broken_at = serializers.ListField(
        child=serializers.IntegerField(), allow_null=True, help_text="Trick and card"
    )


class ExamineHand(OpenView):
    """The judge of a disputed hand."""

    throttle_scope = "examine"

    @extend_schema(
        summary="Examine the play of a hand",
        tags=["play"],
        request={"application/json": RECORD},
        responses={200: ReviewOut},
    )
    def post(self, request: Request) -> Response:
        """Answer with everything the cards show; 422 with all that cannot be read."""
        rules = case_rules(request.data)
        _hold_to_size(request.data)
        seen = review(PlayRecord.from_json(request.data, rules), rules)
        names = called(rules, {})
        told = seen.to_json()
        for fault, out in zip(seen.faults, told["faults"], strict=True):
            out["message"] = fault.say(translation, names)
        for renege, out in zip(seen.reneges, told["reneges"], strict=True):
            out["message"] = renege_words(renege, names)
        return Response(told)


def _hold_to_size(record: object) -> None:
    """Refuse a record that no hand could fill, before any of it is followed."""
    tricks = record.get("tricks") if isinstance(record, Mapping) else None
    if not isinstance(tricks, list):
        return
    plays = (it.get("plays") for it in tricks if isinstance(it, Mapping))
    if sum(len(it) for it in plays if isinstance(it, list)) > PLAYS_MOST:
        raise RuleError.of("P17", "tricks", kind="a list of tricks")
