"""The addresses of the desk's pages that show, correct or examine hands."""

from django.urls import path

from scoring.views import desk, examine

app_name = "hands"
EVENT = "e/<slug:slug>/"
MATCH = f"{EVENT}matches/<int:number>/"
HAND = f"{MATCH}hands/<int:game>/<int:hand>/"

urlpatterns = [
    path(f"{EVENT}examine/", examine.free, name="examine"),
    path(f"{MATCH}examine/", examine.of_match, name="examine-match"),
    path(f"{MATCH}hands/", desk.hands, name="match"),
    path(f"{HAND}correct/", desk.correct, name="correct"),
    path(f"{HAND}examine/", examine.of_hand, name="examine-hand"),
]
