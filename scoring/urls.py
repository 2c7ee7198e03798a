"""Addresses of the table page and the page of a match. A table's token is a key: never log it."""

from django.urls import path

from scoring.views import arrivals, files, match, table

app_name = "scoring"
HAND = "t/<str:token>/games/<int:game>/hands/<int:number>/"

urlpatterns = [
    path("t/<str:token>/", table.show, name="table"),
    path("t/<str:token>/part/", table.part, name="table-part"),
    path("t/<str:token>/here/<slug:letter>/", arrivals.here, name="here"),
    path("t/<str:token>/games/<int:game>/open/", table.open_next, name="open-game"),
    path(f"{HAND}bid/", table.bid, name="bid"),
    path(f"{HAND}back/", table.take_back, name="take-back"),
    path(f"{HAND}tricks/", table.tricks, name="tricks"),
    path(f"{HAND}throw-in/", table.thrown_in, name="throw-in"),
    path(f"{HAND}misdeal/", table.deal_again, name="misdeal"),
    path("e/<slug:slug>/bundle.json", files.bundle, name="bundle"),
    path("e/<slug:slug>/results.csv", files.results, name="results-csv"),
    path("e/<slug:slug>/hands.csv", files.hands, name="hands-csv"),
    path("e/<slug:slug>/matches/<int:number>/", match.show, name="match"),
    path("e/<slug:slug>/matches/<int:number>/hands/", match.part, name="match-part"),
]
