"""The rules in a browser: the form at the desk follows what is typed, the sheet is one page."""

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.test import Client
from playwright.sync_api import expect

from engine.spades.presets import presets
from tests.factories import MembershipFactory
from tests.stage import director_of, entered, open_event
from tests.tournament.desk_cast import address
from tournament.rule_books import read_rule_book
from tournament.services.events import edit_event
from tournament.services.round_rules import set_round_rules

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
SMALL = (
    "[...document.querySelectorAll('button:not(.vh), select, input:not([type=hidden])')]"
    ".filter(it => it.checkVisibility() && (it.closest('label') ?? it).offsetHeight < 44)"
    ".map(it => it.outerHTML.slice(0, 90))"
)


@pytest.fixture
def event(page, live_asgi):
    event = entered(open_event(), 3)
    client = Client(SERVER_NAME="127.0.0.1")
    client.force_login(MembershipFactory(club=event.club).user)
    cookie = client.cookies["sessionid"].value
    page.context.add_cookies([{"name": "sessionid", "value": cookie, "url": live_asgi}])
    return event


def violations(page):
    found = Axe().run(page).response["violations"]
    return [(it["id"], it["nodes"][0]["html"][:160]) for it in found]


def test_the_preview_follows_what_is_typed_and_enter_shows_without_saving(page, live_asgi, event):
    page.goto(live_asgi + address("rules", event))
    target = page.locator("#id_target_score")
    target.fill("277")
    target.press("Tab")
    expect(page.locator("#changes + dl ins")).to_have_text(
        "The first side to reach 277 points wins the game."
    )
    target.fill("zz")
    target.press("Tab")
    expect(page.locator("#shown")).to_contain_text("These rules cannot be played")
    target.fill("288")
    target.press("Enter")
    expect(page.locator("#sheet + div")).to_contain_text("288 points")
    expect(page.locator(".said")).to_have_count(0)
    assert event.rules_versions.count() == 1


@pytest.mark.parametrize("width", [360, 1280])
def test_axe_finds_nothing_and_nothing_is_small_or_wide_at_any_depth(page, live_asgi, event, width):
    by = director_of(event.club)
    edit_event(event, by=by, rules=event.rule_set.with_options(target_score=350).to_json())
    set_round_rules(event, rounds_to_go=1, patch={"target_score": 500}, by=by)
    alone = open_event(club=event.club, variant="cutthroat")
    page.set_viewport_size({"width": width, "height": 740})
    pages = [
        *(f"{address('rules', event)}?depth={depth}" for depth in (1, 2, 3)),
        f"{address('rules', event)}?depth=3&start=masonic-lodge",
        f"{address('rules', alone)}?depth=3",
        address("rounds", event),
        f"/e/{event.slug}/rules/",
        f"/e/{event.slug}/rules/1/",
    ]
    wrong = {}
    for each in pages:
        page.goto(live_asgi + each)
        wide = page.evaluate("document.documentElement.scrollWidth > innerWidth")
        found = (violations(page), wide, page.evaluate(SMALL))
        if found != ([], False, []):
            wrong[each] = found
    assert wrong == {}


def test_the_sheet_of_every_preset_is_one_page_of_paper(page, live_asgi, event):
    pages = {}
    for each in presets():
        event.rules = read_rule_book(each.rules.to_json()).to_json()
        event.save()
        page.goto(f"{live_asgi}/e/{event.slug}/rules/")
        paper = page.pdf(format="A4")
        pages[each.key] = len(re.findall(rb"/Type */Page[^s]", paper))
    assert {key: count for key, count in pages.items() if count != 1} == {}
