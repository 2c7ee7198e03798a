"""The draw on the big screen: step by step, and not a word of what is still to come."""

import re
from html import unescape

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from relay.models import Letter, Message
from scoring.bundles.export import records_of
from tests.factories import MembershipFactory
from tests.stage import director_of, open_event
from tests.tournament.draw_cast import DICE, at_check_in, frozen
from tournament.models import Draw, Entry
from tournament.queries.reveals import in_order
from tournament.services.draw import draw_bracket, freeze_list
from tournament.services.events import cancel_event
from tournament.services.redraw import redraw, set_aside
from tournament.services.reveal import begin_reveal, reveal_next, reveal_rest

pytestmark = pytest.mark.django_db
VOLATILE = re.compile(
    r'nonce="[^"]*"|name="csrfmiddlewaretoken" value="[^"]*"|\d\d:\d\d(:\d\d)?|"now": "[^"]*"'
)


def begun(entries, **details):
    event, _draw = frozen(entries, **details)
    by = director_of(event.club)
    value = "4711" if "public_source" in details else ""
    return event, begin_reveal(event, public_value=value, by=by), by


def screen(event, name="reveal"):
    response = Client().get(reverse(f"tournament:{name}", args=[event.slug]))
    assert response.status_code == 200
    return " ".join(unescape(response.content.decode()).split())


def everything(event, draw):
    """Fetch all that anybody may look at: as nobody, as a viewer, a director and in the admin."""
    public = [
        *(f"/e/{event.slug}/{page}" for page in (
            "", "draw/", "draw/reveal/", "draw/reveal/part/", "draw/facts.json",
            f"draw/attempts/{draw.attempt}/facts.json", "draw/partners/1/facts.json", "bracket/",
            "bracket/part/", "bracket.svg", "bracket.json", "results/", "matches/1/card/",
        )),
        *(f"/api/v1/events/{event.slug}/{door}" for door in (
            "", "entries/", "draw/", "bracket/", "matches/", "matches/1/",
        )),
    ]  # fmt: skip
    desk = [
        f"/desk/e/{event.slug}/{page}" for page in ("", "draw/", "entries/", "log/", "letters/")
    ]
    admin = [
        reverse("admin:tournament_draw_change", args=[draw.pk]),
        reverse("admin:tournament_draw_changelist") + f"?q={draw.seed[:6]}",
        reverse("admin:tournament_draw_changelist"),
    ]
    looks = [(Client(), public)]
    for role in ("viewer", "director"):
        client = Client()
        client.force_login(MembershipFactory(club=event.club, role=role).user)
        looks.append((client, public + desk))
    client = Client()
    client.force_login(User.objects.create_superuser(f"root{User.objects.count()}"))
    looks.append((client, admin))
    found = []
    for client, pages in looks:
        for page in pages:
            answer = client.get(page)
            who = r"user\d+|root\d+"  # who is signed in is another one every time
            body = re.sub(who, "", VOLATILE.sub("", answer.content.decode()))
            found.append((page.split("?")[0], answer.status_code, body, answer.headers.get("ETag")))
    told = list(Message.objects.order_by("pk").values_list("payload", flat=True))
    return [*found, told, list(Letter.objects.order_by("pk").values_list("body", flat=True))]


def another_future(draw):
    """Store a result that is the same as far as it was shown, and other in all that is left."""
    steps = in_order(draw)
    left = [ref for _place, refs in steps[draw.revealed :] for ref in refs]
    swap = dict(zip(left, reversed(left), strict=True))
    slots = [
        [swap.get(ref, ref) for ref in it] if isinstance(it, list) else swap.get(it, it)
        for it in draw.slots
    ]
    order = [swap.get(ref, ref) for ref in draw.order]
    hidden = {"slots": slots, "order": order, "seed": "5eed" * 16, "secret": "5ec3" * 16}
    Draw.objects.filter(pk=draw.pk).update(**hidden)
    return slots != draw.slots


@pytest.mark.parametrize(
    ("entries", "details"),
    [
        (6, {"public_source": DICE}),
        pytest.param(5, {"rules": {"variant": "cutthroat"}}, marks=pytest.mark.sweep),
    ],
)
def test_two_futures_look_alike_everywhere_until_they_are_shown(entries, details):
    """Whatever is still to come, at every step every page, answer and ping is the same for it."""
    event, draw, by = begun(entries, **details)
    total = len(in_order(draw))
    for seen in range(total):
        draw.refresh_from_db()
        stored = {name: getattr(draw, name) for name in ("slots", "order", "seed", "secret")}
        shown = everything(event, draw)
        said = str(shown)
        assert stored["seed"] not in said
        assert stored["secret"] not in said

        differs = another_future(draw)
        assert everything(event, draw) == shown
        assert differs == (seen < total - 1 or len(in_order(draw)[-1][1]) > 1)

        Draw.objects.filter(pk=draw.pk).update(**stored)
        draw = reveal_next(draw, seen=seen, by=by)
    assert draw.state == Draw.State.DRAWN
    assert draw.secret in str(everything(event, draw))


def test_the_file_of_an_event_does_not_tell_what_is_still_to_come():
    event, draw, by = begun(6)
    reveal_next(draw, seen=0, by=by)
    for contacts in (False, True):
        said = str(records_of(event, contacts=contacts))
        assert draw.seed not in said
        assert draw.secret not in said
        assert str(draw.slots) not in said
    reveal_rest(draw, by=by)
    assert draw.seed in str(records_of(event, contacts=False))


def test_the_newest_is_large_and_the_others_are_a_list_that_grows():
    event, draw, by = begun(6)
    names = [[event.entries.get(ref=ref).name for ref in refs] for _place, refs in in_order(draw)]
    for seen in range(3):
        draw = reveal_next(draw, seen=seen, by=by)
        page = screen(event)
        large = page.split('class="who"')[1].split("</p>")[0]
        assert [name for name in names[seen] if f"{name} " in f"{large} "] == names[seen]
        rows = page.split('<ol class="res"')[1].split("</ol>")[0]
        assert rows.count("<li>") == seen
        hidden = [name for step in names[seen + 1 :] for name in step]
        assert [name for name in hidden if f">{name}<" in page or f"{name} <" in page] == []
        assert f"{seen + 1} of 4" in page


def test_before_the_draw_the_screen_says_what_is_fixed_and_what_comes_next():
    event = at_check_in(4, public_source=DICE)
    by = director_of(event.club)
    assert "The list is still open" in screen(event)

    draw = freeze_list(event, by=by)
    page = screen(event)
    assert draw.list_hash[:8] in page
    assert "spadework-draw-1" in page
    assert "4 pairs" in page
    assert f"the public value: {DICE}" in page

    begin_reveal(event, public_value="40717", by=by)
    page = screen(event)
    assert "40717" in page
    assert "2 steps: byes first" in page


def test_the_secret_is_on_the_screen_with_the_last_step():
    event, draw, by = begun(3)
    reveal_next(draw, seen=0, by=by)
    assert draw.secret[:8] not in screen(event)
    reveal_rest(draw, by=by)
    assert draw.secret[:8] in screen(event)
    assert "the bracket is drawn" in screen(event)


def test_the_screen_follows_the_stream_and_without_it_loads_itself_anew():
    event, _draw, _by = begun(4)
    page = screen(event)
    assert f'data-live="{event.topic}"' in page
    assert f'hx-get="/e/{event.slug}/draw/reveal/part/"' in page
    assert '<noscript><meta http-equiv="refresh" content="5"></noscript>' in page
    assert screen(event, "reveal-part").startswith("<div class")
    assert f'href="/e/{event.slug}/draw/">Skip the show' in page


def test_a_list_that_was_closed_and_never_drawn_is_said_so_when_the_event_is_off():
    event, _draw, by = begun(4)
    cancel_event(event, by=by)

    page = screen(event)
    assert "The event was cancelled" in page
    assert "and never drawn" in page
    page = screen(event, "draw")
    assert "and never drawn to the end" in page
    assert "being shown just now" not in page


def test_an_attempt_that_was_set_aside_is_named_with_its_reason():
    event, draw = frozen(3)
    by = director_of(event.club)
    set_aside(draw, reason="One more came", by=by)
    assert "Attempt 1 was set aside: One more came" in screen(event)

    draw_bracket(event, by=by)
    redraw(event, attempt=2, reason="And another", by=by)
    page = screen(event)
    assert "Attempt 2 was set aside: And another" in page
    assert Entry.objects.filter(event=event, name="Pair 1").exists()
    assert "Pair 1" not in page


def test_a_draft_is_shown_to_nobody():
    event = open_event()
    type(event).objects.filter(pk=event.pk).update(status="draft")
    for name in ("reveal", "reveal-part"):
        assert Client().get(reverse(f"tournament:{name}", args=[event.slug])).status_code == 404
