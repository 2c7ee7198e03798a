"""The addresses of the desk's pages that show or correct hands."""

from django.urls import path

from scoring.views import desk

app_name = "hands"
MATCH = "e/<slug:slug>/matches/<int:number>/hands/"

urlpatterns = [
    path(MATCH, desk.hands, name="match"),
    path(f"{MATCH}<int:game>/<int:hand>/correct/", desk.correct, name="correct"),
]
