"""The acts of a draw: to close the list, begin, show step by step, and set an attempt aside.

Every answer is the draw as it is afterwards, as everybody may read it.
"""

from typing import Any

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournament.api.draw import DrawOut
from tournament.api.staff_doors import StaffView
from tournament.models import Draw
from tournament.queries.draw_facts import draw_facts
from tournament.queries.draws import draw_page
from tournament.services.draw import freeze_list
from tournament.services.redraw import redraw, set_aside
from tournament.services.reveal import begin_reveal, reveal_next, reveal_rest

Typed = serializers.Serializer[dict[str, Any]]
TAG = "desk"


class FreezeIn(Typed):
    """Who is drawn."""

    everyone = serializers.BooleanField(
        default=False, help_text="Draw those who have not checked in as well"
    )


class BeginIn(Typed):
    """The public value, where one was promised."""

    public = serializers.CharField(default="", allow_blank=True, trim_whitespace=False)


class AttemptIn(Typed):
    """An attempt, by its number."""

    attempt = serializers.IntegerField(min_value=1, max_value=8)


class StepIn(AttemptIn):
    """An attempt, and how far whoever asks has seen it."""

    seen = serializers.IntegerField(
        min_value=0, max_value=100_000, help_text="Steps seen; with another number nothing is shown"
    )


class ReasonIn(AttemptIn):
    """An attempt, and why it is given up; both are public."""

    reason = serializers.CharField(allow_blank=True, trim_whitespace=False)


class ActOfDraw(StaffView):
    """One act of a director on the draw."""

    def read(self, paper: type[Typed]) -> dict[str, Any]:
        """Read what was sent; what cannot be read is refused whole."""
        typed = paper(data=self.request.data)
        typed.is_valid(raise_exception=True)
        values: dict[str, Any] = typed.validated_data
        return values

    def attempt(self, number: int) -> Draw:
        """Find an attempt at the bracket by its number."""
        return get_object_or_404(self.event().draws, kind=Draw.Kind.BRACKET, attempt=number)

    def answer(self) -> Response:
        """Tell the draw as it is now, no more than everybody may know."""
        page = draw_page(self.event())
        proof = draw_facts(page.used) if page.used else None
        attempts = [*page.attempts, *page.partner_attempts]
        return Response(DrawOut({"attempts": attempts, "proof": proof}).data)


class FreezeDraw(ActOfDraw):
    """Closing the list."""

    @extend_schema(
        summary="Close the list for the draw", tags=[TAG], request=FreezeIn, responses=DrawOut
    )
    def post(self, request: Request, slug: str) -> Response:
        """Close it; sent twice, the list that is closed stays."""
        del request, slug
        typed = self.read(FreezeIn)
        freeze_list(self.event(), by=self.actor, everyone=typed["everyone"])
        return self.answer()


class BeginDraw(ActOfDraw):
    """Opening the attempt."""

    @extend_schema(summary="Begin the draw", tags=[TAG], request=BeginIn, responses=DrawOut)
    def post(self, request: Request, slug: str) -> Response:
        """Take the public value and begin; nothing is shown yet."""
        del request, slug
        typed = self.read(BeginIn)
        begin_reveal(self.event(), public_value=typed["public"], by=self.actor)
        return self.answer()


class NextStep(ActOfDraw):
    """Showing one step more."""

    @extend_schema(
        summary="Show the next step of the draw", tags=[TAG], request=StepIn, responses=DrawOut
    )
    def post(self, request: Request, slug: str) -> Response:
        """Show one step, the same for everybody; the last one makes the draw."""
        del request, slug
        typed = self.read(StepIn)
        reveal_next(self.attempt(typed["attempt"]), seen=typed["seen"], by=self.actor)
        return self.answer()


class AllSteps(ActOfDraw):
    """Skipping the show."""

    @extend_schema(
        summary="Show all that is left of the draw",
        tags=[TAG],
        request=AttemptIn,
        responses=DrawOut,
    )
    def post(self, request: Request, slug: str) -> Response:
        """Show the rest at once, which makes the draw."""
        del request, slug
        reveal_rest(self.attempt(self.read(AttemptIn)["attempt"]), by=self.actor)
        return self.answer()


class SetAside(ActOfDraw):
    """Giving up an attempt before it is drawn."""

    @extend_schema(
        summary="Set an attempt aside and open the list again",
        tags=[TAG],
        request=ReasonIn,
        responses=DrawOut,
    )
    def post(self, request: Request, slug: str) -> Response:
        """Give it up for good; its secret and the reason are public."""
        del request, slug
        typed = self.read(ReasonIn)
        set_aside(self.attempt(typed["attempt"]), reason=typed["reason"], by=self.actor)
        return self.answer()


class Redraw(ActOfDraw):
    """Giving up an attempt that made the bracket."""

    @extend_schema(
        summary="Make the draw anew before anything is played",
        tags=[TAG],
        request=ReasonIn,
        responses=DrawOut,
    )
    def post(self, request: Request, slug: str) -> Response:
        """Take the bracket back; the attempt and the reason stay public."""
        del request, slug
        typed = self.read(ReasonIn)
        redraw(self.event(), attempt=typed["attempt"], reason=typed["reason"], by=self.actor)
        return self.answer()
