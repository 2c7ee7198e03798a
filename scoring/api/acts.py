"""The acts of the staff over the API: what was done, by whom, and taking one back."""

from typing import Any

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.exceptions import PermissionDenied
from rest_framework.generics import ListAPIView
from rest_framework.permissions import BasePermission
from rest_framework.request import Request
from rest_framework.response import Response

from scoring.api.typed import EntryKey
from scoring.services.undo import take_back_act
from tournament import log
from tournament.api.staff_doors import MayScore, StaffView
from tournament.models import Act
from tournament.permissions import role_of, who_takes_back


class DeedOut(serializers.Serializer[Act]):
    """One act of the staff. It can be taken back as one, while nothing stands on it."""

    number = serializers.IntegerField(help_text="Counts from 1 within the event")
    key = serializers.CharField(help_text="What was done, such as `hand_corrected`")
    match = serializers.IntegerField(source="match.number", default=None, allow_null=True)
    at = serializers.DateTimeField()
    by = serializers.CharField(source="by.username")
    words = serializers.SerializerMethodField(help_text="What was done, in sentences")
    undoes = serializers.IntegerField(
        source="undoes.number", default=None, allow_null=True, help_text="The act it took back"
    )
    undone_by = serializers.IntegerField(
        source="undone_by.number", default=None, allow_null=True, help_text="What took it back"
    )

    def get_words(self, act: Act) -> list[str]:
        """Say what was done."""
        return [log.sentence(line) for line in act.lines.all()]


class UndoIn(serializers.Serializer[dict[str, Any]]):
    """Taking an act back."""

    entry_key = EntryKey(help_text="Made once for this act; sent again, it does nothing")
    choice = serializers.ChoiceField(
        ["replay", "stand"],
        allow_blank=True,
        default="",
        help_text="What becomes of later matches, once a 422 has said what would follow",
    )
    seen = serializers.CharField(
        allow_blank=True, default="", help_text="The preview the choice was made from"
    )


def acts_of(view: StaffView) -> QuerySet[Act]:
    """Read the acts of an event, newest first, with all that is told of them."""
    acts = view.event().acts.select_related("match", "by", "undoes", "undone_by")
    return acts.prefetch_related("lines")


class ActList(StaffView, ListAPIView[Act]):
    """What the staff have done in an event."""

    permission_classes: list[type[BasePermission]] = [MayScore]
    serializer_class = DeedOut

    def get_queryset(self) -> QuerySet[Act]:
        """Give the newest first."""
        return acts_of(self) if self.kwargs else Act.objects.none()

    @extend_schema(summary="List the acts of the staff", tags=["desk"])
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:  # noqa: ANN401 -- the framework's own
        """List what was done, by whom, and what took it back."""
        return super().get(request, *args, **kwargs)


class UndoAct(StaffView):
    """One act, for those who may take it back."""

    permission_classes: list[type[BasePermission]] = [MayScore]

    @extend_schema(
        summary="Take an act back",
        tags=["desk"],
        request=UndoIn,
        responses={200: DeedOut, 201: DeedOut},
    )
    def post(self, request: Request, slug: str, number: int) -> Response:
        """Restore what was there before; 409 with the reason where something stands on it."""
        del slug
        act = get_object_or_404(acts_of(self), number=number)
        if role_of(request.user, self.event().club) not in who_takes_back(act):
            raise PermissionDenied
        typed = UndoIn(data=request.data)
        typed.is_valid(raise_exception=True)
        key = typed.validated_data["entry_key"]
        known = Act.objects.filter(entry_key=key).exists()
        choice, seen = typed.validated_data["choice"], typed.validated_data["seen"]
        undone = take_back_act(act, entry_key=key, by=self.actor, choice=choice, stamp=seen)
        shown = acts_of(self).get(pk=undone.pk)
        return Response(DeedOut(shown).data, 200 if known else 201)
