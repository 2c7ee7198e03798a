"""Correcting a hand over the API: what is refused, asked and done is the desk's."""

from typing import Any, cast

from django.contrib.auth.models import User
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import BasePermission
from rest_framework.request import Request
from rest_framework.response import Response

from scoring.api.hands import HandsOut, hands_of
from scoring.api.typed import (
    EntryKey,
    TypedBids,
    TypedCause,
    TypedExchange,
    TypedSeat,
    TypedSpades,
    TypedTricks,
)
from scoring.models import Hand, HandVersion
from scoring.services import correct_hand
from scoring.services.corrections import LONGEST_REASON
from tournament.api.staff_doors import MayScore, StaffView

MORE = ("spades", "ace", "misdeal", "exchange", "time_called")


class CorrectionIn(serializers.Serializer[dict[str, Any]]):
    """A hand anew. What is left out stays as the hand says now, bids and tricks excepted."""

    bids = TypedBids(help_text="By whom to bid, all of them; nothing where nobody bids")
    tricks = TypedTricks(help_text="All of them; nothing where the deal was void")
    spades = TypedSpades(help_text="Where the game asks for them")
    ace = TypedSeat(help_text="Who held the ace of spades, where the game asks")
    misdeal = TypedCause(help_text="What made the deal void; empty: nothing")
    exchange = TypedExchange(help_text="The cards partners passed")
    time_called = serializers.BooleanField(allow_null=True, default=None)
    reason = serializers.CharField(
        allow_blank=True,
        trim_whitespace=False,
        help_text=f"Shown to everybody; at most {LONGEST_REASON} characters",
    )
    version = serializers.IntegerField(
        min_value=1, help_text="The version that was looked at; after another one it is a 409"
    )
    entry_key = EntryKey(help_text="Made once for this correction; keep it when you retry")
    choice = serializers.ChoiceField(
        ["replay", "stand"],
        allow_blank=True,
        default="",
        help_text="What becomes of later matches, once a 422 has said what would follow",
    )
    seen = serializers.CharField(
        allow_blank=True, default="", help_text="The preview the choice was made from"
    )


class CorrectHand(StaffView):
    """One hand, for those who may correct it."""

    permission_classes: list[type[BasePermission]] = [MayScore]

    @extend_schema(
        summary="Correct a hand",
        tags=["desk"],
        request=CorrectionIn,
        responses={200: HandsOut, 201: HandsOut},
    )
    def post(self, request: Request, slug: str, number: int, game: int, hand: int) -> Response:
        """Write a new version; 422 with what would follow where that has to be chosen."""
        del slug
        typed = CorrectionIn(data=request.data)
        typed.is_valid(raise_exception=True)
        said: dict[str, Any] = typed.validated_data
        match = get_object_or_404(self.event().matches.all(), number=number)
        found = get_object_or_404(
            Hand.objects.select_related("game__match"),
            game__match=match,
            game__attempt=match.attempt,
            game__number=game,
            number=hand,
        )
        known = HandVersion.objects.filter(entry_key=said["entry_key"]).exists()
        correct_hand(
            found,
            bids=said["bids"] or {},
            tricks=said["tricks"] or {},
            reason=said["reason"],
            entry_key=said["entry_key"],
            seen=said["version"],
            by=cast("User", request.user),
            choice=said["choice"],
            stamp=said["seen"],
            **{name: said[name] for name in MORE},
        )
        match.refresh_from_db()
        return Response(HandsOut(hands_of(match)).data, 200 if known else 201)
