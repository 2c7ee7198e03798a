"""The whole of an event that is over, as one file that anybody can check."""

from django.http import Http404, HttpResponse
from django.utils.cache import get_conditional_response, patch_cache_control
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework.request import Request

from scoring.queries.seals import state_of
from scoring.services.bundles import public_bundle
from tournament.api.doors import EventView
from tournament.models import Event


class BundleOfEvent(EventView):
    """The public bundle."""

    @extend_schema(
        summary="Take a whole event as one file",
        description="Rules, draw, hands, rulings and log, chained by hash: see `docs/bundle.md`. "
        "It is there once the event is over. Send the `ETag` of the last answer back as "
        "`If-None-Match`; unchanged, the file is not sent again.",
        tags=["events"],
        parameters=[
            OpenApiParameter(
                "If-None-Match", str, OpenApiParameter.HEADER, description="The `ETag` you have"
            ),
            OpenApiParameter(
                "ETag",
                str,
                OpenApiParameter.HEADER,
                description="Changes with the event",
                response=[200, 304],
            ),
        ],
        responses={
            200: OpenApiResponse(OpenApiTypes.OBJECT, "The bundle"),
            304: OpenApiResponse(description="Unchanged since the answer with this `ETag`"),
        },
    )
    def get(self, request: Request, slug: str) -> HttpResponse:
        """Answer with the bundle of an event that is over."""
        del slug
        event = self.event()
        if event.status != Event.Status.FINISHED:
            raise Http404(_("The bundle of an event is written when it is over."))
        state = state_of(event)
        seal = f'"{state}"'
        answer = get_conditional_response(request._request, etag=seal)  # noqa: SLF001 -- what Django asks for
        if answer is None:
            answer = HttpResponse(public_bundle(event, state), content_type="application/json")
        answer["ETag"] = seal
        patch_cache_control(answer, public=True, no_cache=True)
        return answer
