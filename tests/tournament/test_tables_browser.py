"""Tables of three and four in a real browser: on a phone and on a wide screen, for everybody."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.urls import reverse
from playwright.sync_api import expect

from tests.stage import director_of
from tests.tournament.table_cast import sheet_of, table_of
from tournament.models import Match
from tournament.services.departures import award_walkover

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
SIZES = [(360, 740), (1280, 800)]


def fits(page, address, width, height):
    page.set_viewport_size({"width": width, "height": height})
    page.goto(address)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert [it["id"] for it in Axe().run(page).response["violations"]] == []


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(("variant", "count"), [("cutthroat", 10), ("solo", 13)])
def test_a_bracket_of_tables_fits_and_is_fit_for_all(page, live_asgi, variant, count, size):
    event = sheet_of(count, variant)
    match = event.matches.filter(state=Match.State.READY).first()
    award_walkover(match, absent=[1], by=director_of(event.club))
    fits(page, live_asgi + reverse("tournament:bracket", args=[event.slug]), *size)
    expect(page.locator(f"#line-{match.pk}")).to_contain_text("absent")


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("count", [3, 4])
def test_a_match_of_so_many_fits_and_is_fit_for_all(page, live_asgi, count, size):
    match = table_of(count, state=Match.State.PLAYING, game_number=1)
    fits(page, live_asgi + reverse("scoring:match", args=[match.event.slug, 1]), *size)
    expect(page.locator(".vs h1 b")).to_have_count(count)


def test_the_lines_of_three_matches_meet_at_the_one_above(page, live_asgi):
    event = sheet_of(9)
    page.set_viewport_size({"width": 1280, "height": 800})
    page.goto(live_asgi + reverse("tournament:bracket", args=[event.slug]))
    boxes = [slot.bounding_box() for slot in page.locator(".slots > li").all()]
    middles = [box["y"] + box["height"] / 2 for box in boxes]
    assert len(middles) == 4
    assert middles[1] == pytest.approx(middles[3], abs=1)
