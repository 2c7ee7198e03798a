"""Events: the list, and one of them with its rules."""

from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema, extend_schema_field, extend_schema_view
from rest_framework import serializers
from rest_framework.generics import ListAPIView, RetrieveAPIView

from tournament.api.doors import OpenView
from tournament.api.teams import TeamOut
from tournament.models import Event
from tournament.queries.open_data import counted, open_events


class EventOut(serializers.Serializer[Event]):
    """An event in a list."""

    slug = serializers.CharField(help_text="Names the event in every address below")
    ref = serializers.CharField(help_text="What the draw calls the event")
    name = serializers.CharField()
    club = serializers.CharField(source="club.name")
    status = serializers.ChoiceField(Event.Status.choices)
    starts_at = serializers.DateTimeField(help_text="The first deal, in UTC")
    zone = serializers.CharField(help_text="The time zone in which the event tells its times")
    venue = serializers.CharField(allow_blank=True)
    players_each = serializers.IntegerField(help_text="2 enter as a pair, or 1 plays alone")
    places = serializers.IntegerField(allow_null=True, help_text="For entries; null: no limit")
    pairs = serializers.IntegerField(help_text="Entries that hold a place: pairs, or players")
    champion = TeamOut(allow_null=True)
    version = serializers.IntegerField(help_text="Rises with every change of the event")


class EventDetailOut(EventOut):
    """One event, with what its page says."""

    about = serializers.CharField(allow_blank=True)
    check_in_from = serializers.DateTimeField(allow_null=True)
    check_in_until = serializers.DateTimeField(allow_null=True)
    ends_by = serializers.DateTimeField(allow_null=True, help_text="When the hall closes")
    third_place = serializers.BooleanField(
        help_text="Whether the losers of the semi-finals play for third"
    )
    no_show_minutes = serializers.IntegerField(
        allow_null=True, help_text="Minutes to come to a called table; null: no clock"
    )
    substitutes = serializers.ChoiceField(
        Event.Substitutes.choices, help_text="Who may take a seat of somebody who leaves"
    )
    substitutes_until = serializers.IntegerField(
        allow_null=True, help_text="The round from which there are none; null: in every round"
    )
    takes_entries = serializers.BooleanField(help_text="Whether the public may enter now")
    rules = serializers.SerializerMethodField(
        help_text="Every option in force; for single players those of three and of four at a table"
    )
    round_rules = serializers.DictField(
        child=serializers.DictField(),
        help_text="Options that single rounds change, by rounds to go: 1 is the final",
    )

    @extend_schema_field({"type": "object", "additionalProperties": True})
    def get_rules(self, event: Event) -> dict[str, object]:
        """Spell out all options, defaults included."""
        return event.rule_book.to_json()


@extend_schema_view(get=extend_schema(summary="List the events, newest first", tags=["events"]))
class EventList(OpenView, ListAPIView[Event]):
    """Every event the public may see, newest first."""

    serializer_class = EventOut

    def get_queryset(self) -> QuerySet[Event]:
        """Leave drafts out."""
        return counted(open_events())


@extend_schema_view(get=extend_schema(summary="Read one event", tags=["events"]))
class EventDetail(OpenView, RetrieveAPIView[Event]):
    """One event: where, when, under which rules, and who won."""

    serializer_class = EventDetailOut
    lookup_field = "slug"

    def get_queryset(self) -> QuerySet[Event]:
        """Leave drafts out."""
        return counted(open_events())
