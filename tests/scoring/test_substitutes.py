"""A substitute who comes in mid-game, as the table and the record see it."""

from uuid import uuid4

import pytest
from django.urls import reverse

from tests.stage import director_of, drawn_event, opened
from tournament.models import Player
from tournament.services.conduct import record_incident


@pytest.mark.django_db
def test_a_substitute_in_mid_game_has_the_seat_on_the_phone_at_once(client):
    event = drawn_event(2)
    game = opened(event.matches.get())
    removed = Player.objects.get(pk=game.seating["N"])

    record_incident(
        event,
        person=removed.person,
        kind="signalling",
        ruling="removal",
        note="",
        substitute="Cleo Reed",
        entry_key=uuid4(),
        by=director_of(event.club),
    )

    page = client.get(reverse("scoring:table", args=[game.match.table.token])).content.decode()
    assert ("Cleo" in page, removed.person.name in page) == (True, False)
