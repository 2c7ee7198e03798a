"""The time to come by in a real browser: it counts down, and the page looks again by itself."""

from datetime import timedelta

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.urls import reverse
from django.utils.timezone import now
from playwright.sync_api import expect

from tests.stage import at_a_table, drawn_event, entered, match_of, open_event
from tournament.leave_keys import leave_key
from tournament.models import Match

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_a_table_is_told_by_itself_that_its_time_is_up(page, live_asgi):
    match = at_a_table(match_of(drawn_event(2, tables=1), 1))
    Match.objects.filter(pk=match.pk).update(due_at=now() + timedelta(seconds=6))
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(live_asgi + reverse("scoring:table", args=[match.table.token]))
    expect(page.locator("time.due")).to_contain_text("1 min left")
    assert not Axe().run(page).response["violations"]

    expect(page.locator("time.due")).to_contain_text("time is up", timeout=15_000)
    expect(page.locator("#be-here + .note")).to_contain_text("The time is up.", timeout=15_000)
    page.get_by_role("button", name="We are here").first.click()
    expect(page.locator(".here .tag-done")).to_have_text("here")


def test_axe_finds_nothing_where_entries_leave(page, live_asgi):
    event = entered(open_event(), 1)
    entry = event.entries.get()
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(
        live_asgi + reverse("tournament:leave", args=[event.slug, entry.ref, leave_key(entry)])
    )
    assert not Axe().run(page).response["violations"]
    page.get_by_label("Only Ada 1").check()
    page.get_by_role("button", name="Leave the event").click()
    expect(page.get_by_role("status")).to_contain_text("Ada 1 has left.")
