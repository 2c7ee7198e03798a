"""The addresses of the JSON API, version 1. How it says no is told in ``problems.py``."""

from typing import Any, NoReturn

from django.urls import path
from django.utils.translation import gettext_lazy as _
from rest_framework.exceptions import NotFound
from rest_framework.request import Request

from scoring.api.acts import ActList, UndoAct
from scoring.api.bundle import BundleOfEvent
from scoring.api.corrections import CorrectHand
from scoring.api.examine import ExamineHand
from scoring.api.hands import HandsOfMatch
from scoring.api.table import (
    BidOfSeat,
    BidsOfHand,
    GameAtTable,
    MisdealOfHand,
    TableDetail,
    ThrownInHand,
    TricksOfHand,
    WholeHand,
)
from tournament.api.doors import OpenView
from tournament.api.draw import DrawDetail
from tournament.api.draw_acts import (
    AllSteps,
    BeginDraw,
    FreezeDraw,
    NextStep,
    Redraw,
    SetAside,
)
from tournament.api.entries import EntryList
from tournament.api.events import EventDetail, EventList
from tournament.api.matches import BracketDetail, MatchDetail, MatchList
from tournament.api.results import ResultOfMatch

EVENT = "events/<slug:slug>/"
MATCH = f"{EVENT}matches/<int:number>/"
GAME = "table/games/<int:game>/"
HAND = f"{GAME}hands/<int:number>/"


class Nowhere(OpenView):
    """Every address of the API that is none: it says so in the one shape, whatever the method."""

    schema = None

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> NoReturn:  # noqa: ANN401 -- the framework's own
        """Refuse before anything is read."""
        del request, args, kwargs
        raise NotFound(_("There is nothing here. Addresses end with a slash."))


app_name = "api"
urlpatterns = [
    path("events/", EventList.as_view(), name="events"),
    path(EVENT, EventDetail.as_view(), name="event"),
    path(f"{EVENT}entries/", EntryList.as_view(), name="entries"),
    path(f"{EVENT}bundle/", BundleOfEvent.as_view(), name="bundle"),
    path(f"{EVENT}draw/", DrawDetail.as_view(), name="draw"),
    path(f"{EVENT}draw/freeze/", FreezeDraw.as_view(), name="draw-freeze"),
    path(f"{EVENT}draw/begin/", BeginDraw.as_view(), name="draw-begin"),
    path(f"{EVENT}draw/next/", NextStep.as_view(), name="draw-next"),
    path(f"{EVENT}draw/rest/", AllSteps.as_view(), name="draw-rest"),
    path(f"{EVENT}draw/set-aside/", SetAside.as_view(), name="draw-set-aside"),
    path(f"{EVENT}draw/redraw/", Redraw.as_view(), name="draw-redraw"),
    path(f"{EVENT}bracket/", BracketDetail.as_view(), name="bracket"),
    path(f"{EVENT}matches/", MatchList.as_view(), name="matches"),
    path(MATCH, MatchDetail.as_view(), name="match"),
    path(f"{MATCH}result/", ResultOfMatch.as_view(), name="result"),
    path(f"{MATCH}hands/", HandsOfMatch.as_view(), name="hands"),
    path(f"{MATCH}hands/<int:game>/<int:hand>/", CorrectHand.as_view(), name="correct-hand"),
    path(f"{EVENT}acts/", ActList.as_view(), name="acts"),
    path(f"{EVENT}acts/<int:number>/undo/", UndoAct.as_view(), name="undo-act"),
    path("examine/", ExamineHand.as_view(), name="examine"),
    path("table/", TableDetail.as_view(), name="table"),
    path(GAME, GameAtTable.as_view(), name="open-game"),
    path(HAND, WholeHand.as_view(), name="hand"),
    path(f"{HAND}bids/", BidsOfHand.as_view(), name="bids"),
    path(f"{HAND}bids/<slug:seat>/", BidOfSeat.as_view(), name="bid"),
    path(f"{HAND}tricks/", TricksOfHand.as_view(), name="tricks"),
    path(f"{HAND}misdeal/", MisdealOfHand.as_view(), name="misdeal"),
    path(f"{HAND}throw-in/", ThrownInHand.as_view(), name="throw-in"),
]
