"""The demo evening in real browsers: a phone at a table, a screen in the hall, the desk."""

import re
from collections import Counter
from io import StringIO
from urllib.parse import urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.core.management import call_command
from django.urls import Resolver404, resolve
from playwright.sync_api import expect

from scoring.demo.building import PASSWORD
from tests.stage import drawn_event, enter_hand, match_of, opened
from tournament.models import Event, Match, Table

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PHONE = {"width": 360, "height": 740}
SCREEN = {"width": 1280, "height": 800}
EACH = 4
"""So many pages of one kind are looked at."""


@pytest.fixture
def silent():
    """Pages whose consoles must say nothing: no breach of the policy, no error."""
    said = []

    def listen(page):
        page.on("console", lambda message: said.append((page.url, message.text)))
        page.on("pageerror", lambda error: said.append((page.url, str(error))))
        return page

    yield listen
    assert said == []


def tap(phone, selector):
    phone.locator(selector).click()


def bid(phone, *bids):
    for made in bids:
        name = phone.locator(".is-now .who").inner_text()
        tap(phone, f"#key-{made}")
        expect(phone.locator(f".is-now .who >> text={name}")).to_have_count(0)


def test_a_hand_saved_on_a_phone_is_on_the_hall_screen_within_two_seconds(
    new_context, live_asgi, silent
):
    event = drawn_event(4, target_score=500)
    match = opened(match_of(event, 1)).match
    screen = silent(new_context(viewport=SCREEN).new_page())
    phone = silent(new_context(viewport=PHONE).new_page())
    screen.goto(f"{live_asgi}/e/{event.slug}/bracket/")
    expect(screen.locator("#live")).to_contain_text("Live, updated")
    screen.evaluate("window.loaded = 'once'")
    phone.goto(f"{live_asgi}/t/{match.table.token}/")
    bid(phone, "3", "3", "3", "3")
    tap(phone, "label.key:has(input[name=tricks_NS][value='7'])")
    expect(phone.locator(".says")).to_contain_text("61")

    tap(phone, "#save")
    points = screen.locator(f"#match-{match.pk} .p")
    expect(points.first).to_have_text("61", timeout=2000)
    expect(points.last).to_have_text("60", timeout=2000)
    assert screen.evaluate("window.loaded") == "once"


def test_the_deciding_hand_seats_the_winner_on_the_hall_screen_within_two_seconds(
    new_context, live_asgi, silent
):
    event = drawn_event(4)
    match = opened(match_of(event, 1)).match
    screen = silent(new_context(viewport=SCREEN).new_page())
    phone = silent(new_context(viewport=PHONE).new_page())
    screen.goto(f"{live_asgi}/e/{event.slug}/bracket/")
    expect(screen.locator("#live")).to_contain_text("Live, updated")
    screen.evaluate("window.loaded = 'once'")
    phone.goto(f"{live_asgi}/t/{match.table.token}/")
    bid(phone, "1", "4", "1", "6")
    tap(phone, "label.key:has(input[name=tricks_NS][value='11'])")
    expect(phone.locator(".says")).to_contain_text("101")

    tap(phone, "#save")
    final = screen.locator(f"#match-{event.matches.get(above=None).pk}")
    expect(final).to_contain_text(str(match.sides.get(place=0).entry), timeout=2000)
    expect(phone.locator("#won")).to_contain_text(str(match.sides.get(place=0).entry))
    assert screen.evaluate("window.loaded") == "once"


def kind_of(address):
    """Name the view behind an address; nothing for one that is not to be followed."""
    parts = urlsplit(address)
    try:
        name = resolve(parts.path).view_name
    except Resolver404:
        return ""
    skipped = name.startswith(("admin:", "api:")) or name in {"logout", "schema"}
    is_file = name.endswith("facts") or "." in parts.path.rpartition("/")[2]
    return "" if skipped or is_file else name


def crawl(page, starts):
    """Follow every link from some pages, so many of each kind; give the addresses."""
    waiting, found, kinds = list(starts), [], Counter()
    while waiting:
        address = waiting.pop(0).split("#")[0]
        kind = kind_of(address)
        if not kind or address in found or kinds[kind] >= EACH:
            continue
        answer = page.goto(address)
        if "text/html" not in (answer.headers.get("content-type") or ""):
            continue
        assert answer.status == 200, (address, answer.status)
        kinds[kind] += 1
        found.append(address)
        links = page.eval_on_selector_all("a[href]", "all => all.map(link => link.href)")
        here = f"{urlsplit(address).scheme}://{urlsplit(address).netloc}/"
        waiting += [link for link in links if link.startswith(here)]
    return found


def one_table_in_each_state(event):
    """Give the demo's tables, whose matches are called, bid, played, between games and over."""
    between = event.matches.get(table__number=2)
    game = between.games.order_by("-number").first()
    while not game.winner:
        game = enter_hand(game)
    return event.tables.all()


@pytest.fixture
def pages(new_context, live_asgi, transactional_db):
    """Every kind of page of the demo evening, as its director sees it, with a page to look by."""
    call_command("demo_evening", stdout=StringIO())
    event = Event.objects.get(name="The Allotment Cup")
    tables = [f"{live_asgi}/t/{table.token}/" for table in one_table_in_each_state(event)]
    page = new_context(reduced_motion="reduce").new_page()
    strangers = crawl(page, [f"{live_asgi}/", f"{live_asgi}/accounts/login/"])
    page.goto(f"{live_asgi}/accounts/login/")
    page.fill("input[name=username]", "director")
    page.fill("input[name=password]", PASSWORD)
    page.press("input[name=password]", "Enter")
    page.wait_for_url(re.compile("/desk/"))
    staff = crawl(page, [f"{live_asgi}/desk/", *strangers])
    return page, [*dict.fromkeys([*strangers, *staff, *tables])]


def test_no_page_of_the_demo_scrolls_sideways_speaks_in_the_console_or_has_an_axe_fault(
    pages, silent
):
    page, addresses = pages
    silent(page)
    wide, faults = [], {}
    for size in (PHONE, SCREEN):
        page.set_viewport_size(size)
        for address in addresses:
            page.goto(address)
            if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
                wide.append((size["width"], address))
            found = Axe().run(page).response["violations"]
            if found:
                what = [(it["id"], it["nodes"][0]["html"][:200]) for it in found]
                faults[size["width"], address] = what

    assert (wide, faults) == ([], {})
    kinds = {kind_of(address) for address in addresses}
    assert {
        "desk:home",
        "desk:tables",
        "desk:entries",
        "desk:matches",
        "hands:match",
        "login",
        "scoring:match",
        "scoring:table",
        "tournament:bracket",
        "tournament:draw",
        "tournament:enter",
        "tournament:events",
        "tournament:rules",
    } <= kinds
    assert Table.objects.exists()
    assert Match.objects.filter(state=Match.State.PLAYING).exists()
