"""The draw is shown from the desk at a pace, and the screens in the hall follow."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.test import Client
from django.urls import reverse
from playwright.sync_api import expect

from tests.factories import MembershipFactory
from tests.stage import director_of
from tests.tournament.draw_cast import DICE, frozen
from tournament.services.reveal import begin_reveal

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
HALL = {"width": 1920, "height": 1080}
PHONE = {"width": 360, "height": 740}


def wrong_with(page):
    found = Axe().run(page).response["violations"]
    return [(it["id"], it["nodes"][0]["html"][:160]) for it in found]


def test_the_desk_keeps_the_pace_and_screen_and_phone_follow_without_motion(new_context, live_asgi):
    event, _draw = frozen(6, public_source=DICE)
    begin_reveal(event, public_value="40717 29358", by=director_of(event.club))
    client = Client(SERVER_NAME="127.0.0.1")
    client.force_login(MembershipFactory(club=event.club).user)
    cookie = {"name": "sessionid", "value": client.cookies["sessionid"].value, "url": live_asgi}
    said = []
    watching = []
    for size in (HALL, PHONE):
        page = new_context(viewport=size, reduced_motion="reduce").new_page()
        page.on("console", lambda message: said.append(message.text))
        page.goto(live_asgi + reverse("tournament:reveal", args=[event.slug]))
        expect(page.locator("#live")).to_contain_text("Live, updated")
        watching.append(page)
    staff = new_context(viewport=PHONE)
    staff.add_cookies([cookie])
    desk = staff.new_page()
    desk.on("console", lambda message: said.append(message.text))
    desk.goto(live_asgi + reverse("desk:draw", args=[event.slug]))
    assert wrong_with(desk) == []

    desk.locator(".btn-show").click()
    for page in watching:
        expect(page.locator("#newest")).to_contain_text("1 of 4")
        expect(page.locator(".callout .who")).to_contain_text("has a bye")
        assert page.locator(".res li").count() == 0
    desk.locator("#pace").select_option("3")
    expect(desk.locator("h2#made")).to_have_text("The bracket is drawn", timeout=20_000)

    for page, size in zip(watching, (HALL, PHONE), strict=True):
        expect(page.locator("#newest")).to_contain_text("4 of 4")
        expect(page.locator(".res li")).to_have_count(3)
        moving = "document.getAnimations().filter((it) => it.playState === 'running').length"
        assert page.evaluate(moving) == 0
        assert page.evaluate("document.documentElement.scrollWidth") == size["width"]
        assert wrong_with(page) == []
    assert said == []
