"""Matches and the bracket they stand in."""

from typing import Any, cast

from django.db.models import QuerySet
from django.utils.cache import get_conditional_response, patch_cache_control
from django.utils.translation import get_language
from drf_spectacular.utils import (
    OpenApiParameter,
    OpenApiResponse,
    extend_schema,
    extend_schema_field,
    extend_schema_view,
)
from rest_framework import serializers
from rest_framework.generics import ListAPIView, RetrieveAPIView
from rest_framework.request import Request
from rest_framework.response import Response

from tournament.api.doors import EventView
from tournament.api.teams import TeamOut
from tournament.models import Entry, Event, Match, Side
from tournament.queries.open_data import bracket_stamp, open_matches
from tournament.wording import round_title, side_words, state_word


class SideOut(serializers.Serializer[Side]):
    """One slot of a match. The four kinds are four different things."""

    place = serializers.IntegerField(help_text="Counts from 0, from the top")
    letter = serializers.CharField(help_text="A, B, C or D: the side's colour and shape")
    kind = serializers.ChoiceField(
        Side.Kind.choices,
        help_text="`bye`, `tbd` (to be decided), `team`, or `no_one` (nobody comes any more)",
    )
    words = serializers.SerializerMethodField(help_text="What a page says here")
    team = TeamOut(source="entry", allow_null=True, help_text="Of kind `team` alone")
    from_match = serializers.IntegerField(
        source="source.number", allow_null=True, help_text="The match somebody comes from"
    )
    games = serializers.IntegerField(help_text="Games won")
    points = serializers.IntegerField(help_text="In the game being played, or played last")
    bags = serializers.IntegerField()
    takes = serializers.ChoiceField(
        Side.Takes.choices, help_text="Whom of `from_match` this slot takes"
    )
    gone = serializers.BooleanField(help_text="Absent, forfeited, withdrawn or removed")
    gone_for = serializers.SerializerMethodField(help_text="Why it is gone; null where it is not")

    def get_words(self, side: Side) -> str:
        """Say who or what stands here."""
        return side_words(side)

    @extend_schema_field(serializers.ChoiceField(Match.Reason.choices, allow_null=True))
    def get_gone_for(self, side: Side) -> str | None:
        """Give the reason code of a side that is gone."""
        return side.gone_for or None


class WhereOut(serializers.Serializer[dict[str, int]]):
    """A slot of a later match."""

    match = serializers.IntegerField(help_text="The number of the match above")
    place = serializers.IntegerField(help_text="Which of its slots")


class AdvancingOut(serializers.Serializer[dict[str, Any]]):
    """Who goes on from a match, and to where. Never missing, never a bare name."""

    kind = serializers.ChoiceField(
        ["tbd", "team", "no_one"], help_text="`no_one`: all sides are gone"
    )
    team = TeamOut(allow_null=True)
    to = WhereOut(allow_null=True, help_text="null for the final")


class MatchOut(serializers.Serializer[Match]):
    """One match of the bracket."""

    number = serializers.IntegerField(help_text="Counts from 1 through the whole bracket")
    round = serializers.IntegerField(help_text="Counts from 1")
    position = serializers.IntegerField(help_text="Counts from 0 at the top of the sheet")
    state = serializers.ChoiceField(Match.State.choices)
    reason = serializers.SerializerMethodField(help_text="How it ended; null until then")
    by_ruling = serializers.BooleanField(help_text="The winner stands by ruling of the director")
    for_third = serializers.BooleanField(help_text="Played by those who lost the semi-finals")
    words = serializers.SerializerMethodField(help_text="Where it stands, as a page says it")
    best_of = serializers.IntegerField()
    table = serializers.IntegerField(source="table.number", allow_null=True)
    sides = SideOut(many=True)
    advancing = serializers.SerializerMethodField()
    game = serializers.IntegerField(source="game_number", help_text="The latest one; 0: none yet")
    hand = serializers.IntegerField(source="hand_number", help_text="Hands scored in that game")
    ready_at = serializers.DateTimeField(allow_null=True)
    called_at = serializers.DateTimeField(allow_null=True)
    started_at = serializers.DateTimeField(allow_null=True)
    finished_at = serializers.DateTimeField(allow_null=True)
    version = serializers.IntegerField(help_text="Rises with every visible change")

    @extend_schema_field(serializers.ChoiceField(Match.Reason.choices, allow_null=True))
    def get_reason(self, match: Match) -> str | None:
        """Give the reason code of a finished match."""
        return match.reason or None

    def get_words(self, match: Match) -> str:
        """Say where the match stands."""
        return state_word(match)

    @extend_schema_field(AdvancingOut)
    def get_advancing(self, match: Match) -> dict[str, Any]:
        """Say who goes on, without another query: the winner is one of the sides."""
        entries = [side.entry for side in match.sides.all()]
        return advancing(
            match, next((it for it in entries if it and it.pk == match.winner_id), None)
        )


def advancing(match: Match, winner: Entry | None) -> dict[str, Any]:
    """Say who goes on from a match and to where; it comes with the match above it."""
    kind = "tbd" if match.is_open else "team" if winner else "no_one"
    above = match.above and {"match": match.above.number, "place": match.above_place}
    return {"kind": kind, "team": TeamOut(winner).data if winner else None, "to": above}


class RoundOut(serializers.Serializer[dict[str, Any]]):
    """One round, from the top of the sheet down."""

    number = serializers.IntegerField()
    title = serializers.CharField()
    matches = MatchOut(many=True)


class BracketOut(serializers.Serializer[dict[str, Any]]):
    """The whole bracket. Before the draw it has no rounds."""

    event = serializers.CharField(help_text="The event's slug")
    status = serializers.ChoiceField(Event.Status.choices)
    champion = TeamOut(allow_null=True)
    rounds = RoundOut(many=True)


class BracketDetail(EventView):
    """The bracket of an event."""

    @extend_schema(
        summary="Read the whole bracket",
        tags=["bracket"],
        parameters=[
            OpenApiParameter(
                "If-None-Match", str, OpenApiParameter.HEADER, description="The ETag you have"
            )
        ],
        responses={
            200: BracketOut,
            304: OpenApiResponse(description="Nothing has changed since that ETag"),
        },
    )
    def get(self, request: Request, slug: str) -> Response:
        """Answer with all rounds, or 304 when the caller already has this version."""
        del slug
        event = self.event()
        etag = f'"{bracket_stamp(event)}.{get_language()}"'
        known = get_conditional_response(request._request, etag=etag)  # noqa: SLF001 -- Django's own
        answer = cast("Response", known) if known else Response(_bracket(event))
        answer["ETag"] = etag
        patch_cache_control(answer, no_cache=True)
        return answer


class BracketFile(BracketDetail):
    """The same under the name of a file, beside the picture of the bracket."""

    schema = None


@extend_schema_view(get=extend_schema(summary="List the matches of an event", tags=["matches"]))
class MatchList(EventView, ListAPIView[Match]):
    """All matches, from the top of the sheet, round by round. Byes are among them."""

    serializer_class = MatchOut

    def get_queryset(self) -> QuerySet[Match]:
        """Read one event's matches."""
        return open_matches(self.event()) if self.kwargs else Match.objects.none()


@extend_schema_view(get=extend_schema(summary="Read one match", tags=["matches"]))
class MatchDetail(EventView, RetrieveAPIView[Match]):
    """One match by its number."""

    serializer_class = MatchOut
    lookup_field = "number"

    def get_queryset(self) -> QuerySet[Match]:
        """Read one event's matches."""
        return open_matches(self.event()) if self.kwargs else Match.objects.none()


def _bracket(event: Event) -> dict[str, Any]:
    rounds: dict[int, list[Match]] = {}
    for match in open_matches(event):
        rounds.setdefault(match.round, []).append(match)
    laid_out = [
        {
            "number": number,
            "title": round_title(number, len(matches), len(rounds)),
            "matches": matches,
        }
        for number, matches in rounds.items()
    ]
    sheet = {"event": event.slug, "status": event.status, "champion": event.champion}
    return BracketOut(sheet | {"rounds": laid_out}).data
