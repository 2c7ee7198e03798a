"""The addresses of the desk's pages that show, correct or examine hands."""

from django.urls import path

from scoring.views import desk, desk_files, desk_rulings, desk_undo, examine

app_name = "hands"
EVENT = "e/<slug:slug>/"
MATCH = f"{EVENT}matches/<int:number>/"
HAND = f"{MATCH}hands/<int:game>/<int:hand>/"

urlpatterns = [
    path(f"{EVENT}examine/", examine.free, name="examine"),
    path(f"{EVENT}clock/", desk_rulings.clock, name="clock"),
    path(f"{EVENT}files/", desk_files.files, name="files"),
    path(f"{EVENT}files/<slug:whose>.json", desk_files.bundle, name="bundle"),
    path(f"{EVENT}people/<int:person>/forget/", desk_files.forget, name="forget"),
    path(f"{EVENT}acts/<int:number>/take-back/", desk_undo.take_back, name="take-back-act"),
    path(f"{MATCH}games/<int:game>/time/", desk_rulings.call, name="call-time"),
    path(f"{HAND}ruling/", desk_rulings.rule, name="rule"),
    path(f"{HAND}claim/", desk_rulings.claim, name="claim"),
    path(f"{HAND}ruling/back/", desk_rulings.take_back, name="take-back-ruling"),
    path(f"{MATCH}examine/", examine.of_match, name="examine-match"),
    path(f"{MATCH}hands/", desk.hands, name="match"),
    path(f"{HAND}correct/", desk.correct, name="correct"),
    path(f"{HAND}examine/", examine.of_hand, name="examine-hand"),
]
