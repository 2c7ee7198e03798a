"""The table page in a real browser: one hand of every game by tapping keys, on a small phone."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from engine.spades.rules import STANDARD, preset
from scoring.models import Hand
from tests.scoring.any_game import STARTS, game_under, made_up, match_under
from tests.scoring.any_hand import answers, bid_keys, told_by
from tests.scoring.table_rows import address

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
WIDTH = 360
TEAM = STANDARD.with_options(bid_mode="team", nil_allowed=False)
LOOKED_AT = {
    "cutthroat": preset("cutthroat"),
    "solo": preset("solo"),
    "whiz": preset("whiz").with_options(whiz_nil_with_ace=False),
    "mirror": preset("mirror"),
    "team": TEAM,
}
BIDS = {
    "cutthroat": ("5", "nil", "6"),
    "solo": ("3", "nil", "4", "3"),
    "whiz": ("nil", "4", "5", "nil"),
    "mirror": ("3", "4", "2", "4"),
    "team": ("7", "5"),
}


@pytest.fixture
def browser_context_args(browser_context_args):
    """Everybody at a table holds a phone."""
    return {**browser_context_args, "viewport": {"width": WIDTH, "height": 740}}


def table_of(page, live_asgi, rules):
    """Open the page of a table whose game has begun; the last seat deals."""
    match = match_under(rules)
    game_under(rules, match=match)
    page.set_default_timeout(5000)
    page.goto(live_asgi + address(match, "table"))
    return page


def tap_bids(page, bids):
    """Tap one key after another, each when the page asks the next for a bid."""
    for number, value in enumerate(bids):
        expect(page.locator("button.seat")).to_have_count(number)
        page.locator(f"#key-{value.replace(' ', '-')}").click()


def tap(page, told):
    for name, value in told.items():
        page.locator(f"label.key:has(input[name='{name}'][value='{value}'])").click()


@pytest.mark.parametrize("key", STARTS)
def test_one_hand_of_every_preset_is_tapped_in(page, live_asgi, key):
    rules = STARTS[key]
    sheet = next(it for it in made_up(key, rules)[0] if not it.void)
    phone = table_of(page, live_asgi, rules)

    tap_bids(phone, [value for _name, value in bid_keys(sheet, rules)])
    tap(phone, answers(sheet, rules))
    expect(phone.locator(".says")).to_contain_text("→")
    phone.locator("#save").click()

    expect(phone.locator(".sheet")).to_be_visible()
    assert told_by(Hand.objects.get().sheet) == told_by(sheet)


@pytest.mark.parametrize("name", LOOKED_AT)
def test_the_pages_of_other_games_are_sound_and_no_wider_than_a_phone(page, live_asgi, name):
    phone = table_of(page, live_asgi, LOOKED_AT[name])
    found = []
    for stage in ("bids", "tricks"):
        if stage == "tricks":
            tap_bids(phone, BIDS[name])
            expect(phone.locator("#save")).to_be_visible()
        wide = phone.evaluate("document.documentElement.scrollWidth")
        faults = Axe().run(phone).response["violations"]
        sizes = phone.locator(".key:visible").evaluate_all(
            "keys => keys.map(key => key.getBoundingClientRect()).map(b => [b.width, b.height])"
        )
        found.append((wide, [it["id"] for it in faults], min(map(min, sizes)) >= 48))

    assert found == [(WIDTH, [], True)] * 2


@pytest.mark.parametrize("name", ["cutthroat", "solo"])
def test_three_and_four_columns_become_one_when_the_text_is_doubled(page, live_asgi, name):
    phone = table_of(page, live_asgi, LOOKED_AT[name])

    phone.evaluate("document.documentElement.style.fontSize = '200%'")

    assert phone.evaluate("document.documentElement.scrollWidth") == WIDTH
    lefts = phone.locator(".half").evaluate_all(
        "halves => halves.map(it => it.getBoundingClientRect().left)"
    )
    assert len(set(lefts)) == 1
