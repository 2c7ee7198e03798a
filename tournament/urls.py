"""Addresses of the public pages."""

from django.urls import path

from tournament.api.matches import BracketFile
from tournament.views import (
    bracket,
    bracket_files,
    draw,
    entering,
    leaving,
    public,
    reserve,
    results,
    reveal,
    rules,
)

app_name = "tournament"
urlpatterns = [
    path("", public.events, name="events"),
    path("e/<slug:slug>/", public.event, name="event"),
    path("e/<slug:slug>/rules/", rules.rules, name="rules"),
    path("e/<slug:slug>/rules/<int:number>/", rules.version, name="rules-version"),
    path("e/<slug:slug>/enter/", entering.enter, name="enter"),
    path("e/<slug:slug>/partner/", entering.partner, name="partner"),
    path("e/<slug:slug>/entered/<slug:ref>/", entering.entered, name="entered"),
    path("e/<slug:slug>/entered/<slug:ref>/leave/<slug:key>/", leaving.leave, name="leave"),
    path(
        "e/<slug:slug>/entered/<slug:ref>/substitute/<slug:key>/", reserve.reserve, name="reserve"
    ),
    path("e/<slug:slug>/draw/", draw.draw, name="draw"),
    path("e/<slug:slug>/draw/reveal/", reveal.reveal, name="reveal"),
    path("e/<slug:slug>/draw/reveal/part/", reveal.part, name="reveal-part"),
    path("e/<slug:slug>/draw/facts.json", draw.facts, name="draw-facts"),
    path(
        "e/<slug:slug>/draw/attempts/<int:attempt>/facts.json",
        draw.attempt_facts,
        name="attempt-facts",
    ),
    path(
        "e/<slug:slug>/draw/partners/<int:attempt>/facts.json",
        draw.partner_facts,
        name="partner-facts",
    ),
    path("e/<slug:slug>/bracket/", bracket.bracket, name="bracket"),
    path("e/<slug:slug>/bracket.svg", bracket_files.svg, name="bracket-svg"),
    path("e/<slug:slug>/bracket.json", BracketFile.as_view(), name="bracket-json"),
    path("e/<slug:slug>/results/", results.results, name="results"),
    path("e/<slug:slug>/bracket/part/", bracket.part, name="bracket-part"),
    path("e/<slug:slug>/matches/<int:number>/card/", bracket.card, name="match-card"),
]
