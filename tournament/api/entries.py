"""Entries: the list, and the way in: as a pair, in need of a partner, or to play alone."""

from collections.abc import Callable, Mapping
from typing import Any
from uuid import UUID, uuid4

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import (
    PolymorphicProxySerializer,
    extend_schema,
    extend_schema_field,
    extend_schema_view,
)
from rest_framework import serializers
from rest_framework.generics import ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response

from tournament.actors import SYSTEM
from tournament.api.doors import EventView, Superseded
from tournament.models import Entry, Event, Player
from tournament.queries.open_data import open_entries, with_people
from tournament.refusals import Stale
from tournament.services.entries import KEY_USED, enter_pair, enter_player, enter_single

SCOPE = "enter"


@extend_schema_field(OpenApiTypes.STR)
class Name(serializers.Field[str, Any, str, Any]):
    """A name as it was typed. The service judges it, so that all faults are told at once."""

    def __init__(self, **kwargs: Any) -> None:  # noqa: ANN401 -- the framework's own
        """Take a name that is missing for an empty one."""
        super().__init__(default="", **kwargs)

    def run_validation(self, data: Any = serializers.empty) -> str:  # noqa: ANN401 -- any JSON
        """Take null for nothing as well."""
        typed: str = super().run_validation("" if data is None else data)
        return typed

    def to_internal_value(self, data: object) -> str:
        """Take anything that is no text for nothing."""
        return data if isinstance(data, str) else ""


@extend_schema_field({"type": "string", "nullable": True})
class Address(Name):
    """An e-mail address as it was typed; it may be left out."""

    def to_internal_value(self, data: object) -> str:
        """Let the service say of anything else that it is no address."""
        return data if isinstance(data, str) else repr(data)


class EntryIn(serializers.Serializer[Entry]):
    """What both ways in have in common."""

    email = Address(help_text="For the confirmation and the calls; never shown")
    another_person = serializers.BooleanField(
        default=False, help_text="A name already in the event is somebody else's this time"
    )
    entry_key = serializers.UUIDField(
        required=False, help_text="Made once for this entry: sent again, it stays one entry"
    )


class PairIn(EntryIn):
    """Two people enter as a team."""

    kind = serializers.ChoiceField(["pair"])
    name = Name(help_text="Of the team")
    first = Name(help_text="Who is written down first")
    second = Name()


class SingleIn(EntryIn):
    """One person enters and needs a partner."""

    kind = serializers.ChoiceField(["single"])
    person_name = Name()


class PlayerIn(EntryIn):
    """One person enters and plays alone."""

    kind = serializers.ChoiceField(["player"])
    person_name = Name(help_text="Also the name of the entry")


READERS: dict[str, type[EntryIn]] = {"pair": PairIn, "single": SingleIn, "player": PlayerIn}
ACTS: Mapping[type[EntryIn], Callable[..., Entry]] = {
    PairIn: enter_pair,
    SingleIn: enter_single,
    PlayerIn: enter_player,
}


class PersonOut(serializers.Serializer[Player]):
    """Somebody who plays, by the name they gave."""

    name = serializers.CharField(source="person.name")


class EntryOut(serializers.Serializer[Entry]):
    """One line of the entry list."""

    ref = serializers.CharField(help_text="128 random bits as hex; never changes")
    name = serializers.CharField()
    state = serializers.ChoiceField(Entry.State.choices)
    players = PersonOut(many=True, source="everybody")
    checked_in = serializers.SerializerMethodField()

    def get_checked_in(self, entry: Entry) -> bool:
        """Say whether the entry has come."""
        return hasattr(entry, "check_in")


TYPED = frozenset({"name", "first", "second", "person_name", "email", "another_person"})


@extend_schema_view(get=extend_schema(summary="List the entries by name", tags=["entries"]))
class EntryList(EventView, ListAPIView[Entry]):
    """The entry list of an event, and the way onto it."""

    serializer_class = EntryOut

    @property
    def throttle_scope(self) -> str | None:
        """Only those who enter are counted; reading is free."""
        return SCOPE if self.request.method == "POST" else None

    def get_queryset(self) -> QuerySet[Entry]:
        """Leave out singles who have become part of a pair."""
        return open_entries(self.event()) if self.kwargs else Entry.objects.none()

    @extend_schema(
        summary="Enter as a pair, in need of a partner, or to play alone",
        tags=["entries"],
        request=PolymorphicProxySerializer("EntryIn", {**READERS}, "kind"),
        responses={201: EntryOut, 200: EntryOut},
    )
    def post(self, request: Request, slug: str) -> Response:
        """Enter: 201; 200 for an entry key that has done so before; 422 with all that is wrong.

        Where the key has entered somebody else or otherwise, 409 with the entry it has made.
        """
        del slug
        event = self.event()
        paper = _reader_of(request.data)
        paper.is_valid(raise_exception=True)
        key: UUID = paper.validated_data.get("entry_key") or uuid4()
        is_new = not Entry.objects.filter(entry_key=key).exists()
        entry = _enter(event, paper, key)
        written = with_people(event.entries.all()).get(pk=entry.pk)
        return Response(EntryOut(written).data, 201 if is_new else 200)


def _reader_of(data: object) -> EntryIn:
    kind = data.get("kind") if isinstance(data, dict) else None
    return READERS.get(kind if isinstance(kind, str) else "", PairIn)(data=data)


def _enter(event: Event, paper: EntryIn, key: UUID) -> Entry:
    """Enter what was sent, and say in the words of a program when its key was used before."""
    typed = {name: it for name, it in paper.validated_data.items() if name in TYPED}
    try:
        return ACTS[type(paper)](event, by=SYSTEM, entry_key=key, **typed)
    except Stale as stale:
        if stale.code != KEY_USED:
            raise
        told = _("This key has already entered %(team)s. Send a new one with every new entry.")
        made = with_people(event.entries.all()).get(entry_key=key)
        raise Superseded(KEY_USED, told % {"team": made.name}, EntryOut(made).data) from stale
