"""A hand is examined on a phone: cards are tapped, and nothing stands in anybody's way."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.test import Client
from django.urls import reverse
from playwright.sync_api import expect

from tests.factories import MembershipFactory
from tests.stage import drawn_event, enter_hand, match_of, opened

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def violations(page):
    found = Axe().run(page).response["violations"]
    return [(it["id"], it["nodes"][0]["html"][:160]) for it in found]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_hand_is_tapped_and_judged_on_a_phone(page, live_asgi, scheme):
    event = drawn_event(2, tables=1, best_of=3, target_score=500)
    enter_hand(opened(match_of(event, 1)))
    client = Client(SERVER_NAME="127.0.0.1")
    client.force_login(MembershipFactory(club=event.club).user)
    cookie = client.cookies["sessionid"].value
    page.context.add_cookies([{"name": "sessionid", "value": cookie, "url": live_asgi}])
    page.set_viewport_size({"width": 360, "height": 740})
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    said = []
    page.on("console", lambda message: said.append(message.text))
    page.goto(live_asgi + reverse("hands:examine-match", args=[event.slug, 1]))
    page.locator("#id_dealer").select_option("W")
    for card in ("4♦", "6♦", "9♣", "J♦", "7♦", "5♣", "8♦", "K♦"):
        page.get_by_role("button", name=card, exact=True).click()
    assert page.locator("#id_tricks").input_value() == "4D 6D 9C JD\n7D 5C 8D KD"
    assert violations(page) == []
    page.get_by_role("button", name="Examine the hand").click()
    expect(page.locator("#result")).to_contain_text("reneged in trick 1 with 9♣")
    assert violations(page) == []
    width = page.evaluate("document.documentElement.scrollWidth")
    assert (width, said) == (360, [])
