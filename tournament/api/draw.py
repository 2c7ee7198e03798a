"""The draw: what was promised, what came out, and all it takes to work it out again."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournament.api.doors import EventView
from tournament.models import Draw
from tournament.queries.draw_facts import draw_facts
from tournament.queries.draws import draw_page


class ListLineOut(serializers.Serializer[dict[str, str]]):
    """One line of the closed list: a name cannot be guessed from it."""

    id = serializers.CharField(help_text="The ref of an entry")
    name_hash = serializers.CharField(help_text="SHA-256 of its salt and name")
    seed = serializers.IntegerField(required=False, allow_null=True, help_text="If it is seeded")
    group = serializers.CharField(
        required=False, allow_blank=True, help_text="Who shares it is kept apart in round 1"
    )


class AttemptOut(serializers.Serializer[Draw]):
    """One attempt. All are committed to when registration opens; most are never used."""

    kind = serializers.ChoiceField(Draw.Kind.choices)
    attempt = serializers.IntegerField(help_text="1 to 8")
    state = serializers.ChoiceField(Draw.State.choices)
    algorithm = serializers.CharField(
        help_text="Before the list is closed, what the rules ask for now"
    )
    public_source = serializers.CharField(help_text="What public value is mixed in")
    commitment = serializers.CharField(help_text="Fixes the secret and the public source")
    committed_at = serializers.DateTimeField()
    frozen_at = serializers.DateTimeField(allow_null=True)
    entries = ListLineOut(many=True, help_text="The closed list; empty before")
    list_hash = serializers.CharField(allow_blank=True)
    drawn_at = serializers.DateTimeField(allow_null=True)
    secret = serializers.CharField(
        source="published_secret", allow_blank=True, help_text="Once used or set aside, as hex"
    )
    public = serializers.CharField(source="public_value", allow_blank=True)
    seed = serializers.CharField(
        source="published_seed", allow_blank=True, help_text="Of a drawn attempt alone"
    )
    reason = serializers.CharField(allow_blank=True, help_text="Why it was set aside")


class EntrantOut(serializers.Serializer[dict[str, str]]):
    """One team that was drawn, with the salt of its name hash."""

    id = serializers.CharField()
    name = serializers.CharField(required=False)
    salt = serializers.CharField(required=False)
    name_hash = serializers.CharField(
        required=False, help_text="Instead of name and salt, where a name had to be forgotten"
    )
    seed = serializers.IntegerField(required=False)
    group = serializers.CharField(required=False)


class ProofOut(serializers.Serializer[dict[str, Any]]):
    """Exactly what ``python -m engine verify`` reads."""

    algorithm = serializers.CharField()
    event = serializers.CharField()
    attempt = serializers.IntegerField()
    entries = EntrantOut(many=True)
    secret = serializers.CharField()
    public_source = serializers.CharField()
    public = serializers.CharField(allow_blank=True)
    commitment = serializers.CharField()
    list_hash = serializers.CharField()
    seed = serializers.CharField()
    options = serializers.DictField(required=False, help_text="Of spadework-draw-2: what was on")
    order = serializers.ListField(child=serializers.CharField())
    slots = serializers.ListField(
        child=serializers.CharField(allow_null=True),
        required=False,
        help_text="Where two meet: round 1 from the top; null: a bye",
    )
    met = serializers.ListField(
        child=serializers.ListField(child=serializers.CharField()),
        required=False,
        help_text="Of spadework-draw-2: who of one group meet in round 1 all the same",
    )
    tables = serializers.ListField(
        child=serializers.ListField(child=serializers.CharField()),
        required=False,
        help_text="Where three or four meet: round 1 from the top; one alone: a bye",
    )


class DrawOut(serializers.Serializer[dict[str, Any]]):
    """Every attempt of an event, and the proof of the one that made the bracket."""

    attempts = AttemptOut(many=True)
    proof = ProofOut(allow_null=True, help_text="null until the bracket is drawn")


class DrawDetail(EventView):
    """The draw of an event."""

    @extend_schema(summary="Read the draw with its proof", tags=["draw"], responses={200: DrawOut})
    def get(self, request: Request, slug: str) -> Response:
        """Show the promises before the draw, and the proof after it."""
        del request, slug
        page = draw_page(self.event())
        proof = draw_facts(page.used) if page.used else None
        attempts = [*page.attempts, *page.partner_attempts]
        return Response(DrawOut({"attempts": attempts, "proof": proof}).data)
