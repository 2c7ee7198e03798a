"""Correcting how a match ended, over the API: preview, choices and refusals are the desk's."""

from typing import Any

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournament.api.matches import MatchOut
from tournament.api.staff_doors import StaffView
from tournament.api.teams import TeamOut
from tournament.consequence_words import new_result, sentences_of
from tournament.models import Act, Match
from tournament.queries.consequences import Change, Consequences
from tournament.queries.open_data import open_matches
from tournament.services.result_corrections import (
    LONGEST_WHY,
    correct_result,
    preview,
    replay_match,
)

Typed = serializers.Serializer[dict[str, Any]]
MOST_PLACE = 3


class ChangeOut(serializers.Serializer[Change]):
    """What would become of one later match."""

    match = serializers.IntegerField(source="match.number")
    leaving = TeamOut(allow_null=True)
    coming = TeamOut(allow_null=True)
    voids = serializers.BooleanField(help_text="What was played or ruled in it would be void")
    then = serializers.ChoiceField(["waiting", "ready", "settled"])
    winner = TeamOut(allow_null=True, help_text="Who goes on where it is settled without play")
    words = serializers.SerializerMethodField(help_text="The same in sentences")

    def get_words(self, change: Change) -> list[str]:
        """Say it in sentences."""
        return sentences_of(change)


class LetterOut(Typed):
    """Whom a letter goes to, and where that team stands then."""

    team = TeamOut()
    standing = serializers.ChoiceField(["on", "again", "won", "out"])


class FollowsOut(serializers.Serializer[Consequences]):
    """All that would follow of another ending, recursively to the final. Nothing was changed."""

    match = serializers.IntegerField(source="match.number")
    words = serializers.SerializerMethodField(help_text="What the match itself would end with")
    changes = ChangeOut(many=True)
    letters = serializers.SerializerMethodField()
    reopens_event = serializers.BooleanField()
    needs_choice = serializers.BooleanField(help_text="Then a post takes a `choice` and `seen`")
    seen = serializers.CharField(source="stamp", help_text="Names this preview")

    def get_words(self, follows: Consequences) -> str:
        """Say what the match itself would end with."""
        return new_result(follows)

    @extend_schema_field(LetterOut(many=True))
    def get_letters(self, follows: Consequences) -> list[dict[str, Any]]:
        """List who is written to."""
        return [
            LetterOut({"team": team, "standing": standing}).data
            for team, standing in follows.letters
        ]


class EndingIn(Typed):
    """Another ending: a side and a reason, nobody, or to be played again."""

    winner = serializers.IntegerField(
        min_value=0,
        max_value=MOST_PLACE,
        allow_null=True,
        default=None,
        help_text="The place of the side that goes on; null: nobody",
    )
    reason = serializers.ChoiceField(
        Match.Reason.choices,
        default=Match.Reason.DOUBLE_FORFEIT.value,
        help_text="With a winner `played` (by ruling), `walkover` or `forfeit`; with nobody "
        "`double_forfeit`",
    )
    again = serializers.BooleanField(
        default=False, help_text="Void it and play it again; the two before are not read then"
    )


class ResultIn(EndingIn):
    """A correction: the ending, why, and what becomes of later matches that have begun."""

    why = serializers.CharField(
        allow_blank=True,
        trim_whitespace=False,
        help_text=f"Shown to everybody; at most {LONGEST_WHY} characters",
    )
    entry_key = serializers.UUIDField(
        help_text="Made once for each act; sent again, it does nothing"
    )
    choice = serializers.ChoiceField(["replay", "stand"], allow_blank=True, default="")
    seen = serializers.CharField(
        allow_blank=True, default="", help_text="The preview the choice was made from"
    )


class ActOut(serializers.Serializer[Act]):
    """An act of the staff; it can be taken back as one."""

    number = serializers.IntegerField(help_text="Counts from 1 within the event")
    key = serializers.CharField(help_text="What was done, as `result_corrected`")
    why = serializers.CharField(source="params.why")


class CorrectedOut(Typed):
    """What was done, and the match as it stands now."""

    act = ActOut()
    match = MatchOut()


class ResultOfMatch(StaffView):
    """How a match ended, for those who may change it."""

    @extend_schema(
        summary="See what another ending would lead to",
        tags=["desk"],
        parameters=[EndingIn],
        responses=FollowsOut,
    )
    def get(self, request: Request, slug: str, number: int) -> Response:
        """Answer with all that would follow; nothing is changed."""
        del slug
        typed = _read(EndingIn, request.query_params)
        return Response(FollowsOut(preview(self.match(number), **_ending(typed))).data)

    @extend_schema(
        summary="Correct how a match ended",
        tags=["desk"],
        request=ResultIn,
        responses={200: CorrectedOut, 201: CorrectedOut},
    )
    def post(self, request: Request, slug: str, number: int) -> Response:
        """Correct a result; 422 with what would follow where that has to be chosen."""
        del slug
        typed = _read(ResultIn, request.data)
        match = self.match(number)
        known = Act.objects.filter(entry_key=typed["entry_key"]).exists()
        words = {name: typed[name] for name in ("why", "entry_key", "choice", "seen")}
        if typed["again"]:
            act = replay_match(match, by=self.actor, **words)
        else:
            act = correct_result(match, by=self.actor, **_ending(typed), **words)
        shown = open_matches(self.event()).get(number=number)
        told = CorrectedOut({"act": act, "match": shown}).data
        return Response(told, 200 if known else 201)

    def match(self, number: int) -> Match:
        """Find the match the address names."""
        return get_object_or_404(self.event().matches.select_related("event"), number=number)


def _read(paper: type[Typed], sent: object) -> dict[str, Any]:
    typed = paper(data=sent)
    typed.is_valid(raise_exception=True)
    values: dict[str, Any] = typed.validated_data
    return values


def _ending(typed: dict[str, Any]) -> dict[str, Any]:
    if typed["again"]:
        return {"winner": None, "reason": ""}
    return {"winner": typed["winner"], "reason": typed["reason"]}
