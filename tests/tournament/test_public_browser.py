"""The public pages in a real browser: live, without a script, on a phone, for everybody."""

import re
from uuid import uuid4

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.db import transaction
from django.urls import reverse
from playwright.sync_api import expect

from tests.stage import director_of, drawn_event, entered, match_of, open_event, opened, work
from tournament.actors import Actor
from tournament.services.departures import award_walkover
from tournament.services.entries import enter_single
from tournament.services.news import match_changed
from tournament.services.singles import pair_by_lot

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
PHONE = {"width": 360, "height": 740}


@pytest.fixture
def site(live_asgi):
    """Addresses of the site by the name of the page."""

    def address(name, event, *args):
        return live_asgi + reverse(f"tournament:{name}", args=[event.slug, *args])

    return address


@pytest.fixture
def quiet(page):
    """A page whose console must stay silent: no breach of the policy, no error."""
    said = []
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    yield page
    assert said == []


def score(match, points):
    with transaction.atomic():
        match.sides.filter(place=0).update(points=points)
        match.refresh_from_db()
        match_changed(match)


def test_a_score_appears_by_itself_and_only_its_match_is_fetched(quiet, site):
    event = drawn_event(4)
    match = opened(match_of(event, 1)).match
    quiet.goto(site("bracket", event))
    expect(quiet.locator("#live")).to_contain_text("Live, updated")
    fetched = []
    quiet.on("request", lambda request: fetched.append(request.url))

    score(match, 57)

    points = quiet.locator(f"#match-{match.pk} .p").first
    expect(points).to_have_text("57", timeout=2000)
    expect(points).to_have_class(re.compile("fresh"))
    expect(quiet.locator(f"#line-{match.pk}")).to_contain_text("57")
    assert fetched == [site("match-card", event, 1) + f"?v={match.version}"]


def test_a_finished_match_moves_the_bracket_and_the_count_of_its_round(quiet, site):
    event = drawn_event(4)
    quiet.goto(site("bracket", event))
    expect(quiet.locator("#live")).to_contain_text("Live, updated")

    award_walkover(match_of(event, 1), absent=[0], by=director_of(event.club))
    work()

    first, final = match_of(event, 1), match_of(event, 3)
    expect(quiet.locator(f"#match-{final.pk}")).to_contain_text(first.winner.name)
    expect(quiet.locator(".round").first.locator("h2")).to_contain_text("1 to finish")


def test_the_pair_one_follows_is_sent_to_its_table_without_a_reload(quiet, site):
    event = drawn_event(4)
    match = match_of(event, 1)
    entry = match.sides.get(place=0).entry
    quiet.goto(site("bracket", event))
    quiet.get_by_label("Follow a pair").select_option(label=entry.name)
    quiet.get_by_role("button", name="Follow").click()
    expect(quiet.locator("#mine")).to_contain_text("as soon as a table is free")

    opened(match)

    expect(quiet.locator("#mine")).to_contain_text("They play at table 1")


def test_a_second_tab_hears_the_first_ones_stream(context, site):
    event = drawn_event(2)
    match = opened(match_of(event, 1)).match
    first, second = context.new_page(), context.new_page()
    streams = []
    for tab in (first, second):
        tab.on("request", lambda request: "/live/" in request.url and streams.append(request.url))
        tab.goto(site("bracket", event))
        expect(tab.locator("#live")).to_contain_text("Live, updated")

    score(match, 41)

    for tab in (first, second):
        expect(tab.locator(f"#match-{match.pk} .p").first).to_have_text("41", timeout=2000)
    assert len(streams) == 1


def test_without_a_stream_the_page_asks_again_and_says_when_it_was_last_true(page, site):
    event = drawn_event(2)
    match = opened(match_of(event, 1)).match
    page.route("**/live/**", lambda route: route.abort())
    page.clock.install()
    page.goto(site("bracket", event))
    score(match, 33)

    page.clock.run_for(11_000)
    expect(page.locator(f"#match-{match.pk} .p").first).to_have_text("33")
    expect(page.locator("#live")).to_contain_text("Live, updated")

    page.route("**/part/", lambda route: route.abort())
    page.clock.run_for(11_000)
    expect(page.locator("#live")).to_contain_text("Not updated since")
    expect(page.locator("#live")).to_have_class(re.compile("live-old"))


def test_a_phone_shows_one_round_and_turns_to_another_by_its_tab(quiet, site):
    event = drawn_event(8)
    quiet.set_viewport_size(PHONE)
    quiet.goto(site("bracket", event))
    titles = quiet.locator(".round h2:visible")
    expect(titles).to_have_count(1)
    expect(titles).to_contain_text("Quarter-finals")

    quiet.get_by_role("link", name="Semis").click()

    expect(titles).to_have_count(1)
    expect(titles).to_contain_text("Semi-finals")


def test_a_pair_enters_without_any_script(browser, site):
    event = open_event()
    page = browser.new_context(java_script_enabled=False).new_page()
    page.goto(site("event", event))

    page.get_by_label("Team name").fill("Bag Ladies")
    page.get_by_label("First player").fill("Hazel")
    page.get_by_role("button", name="Enter this pair").click()
    expect(page.get_by_role("alert")).to_contain_text("One thing to fix, nothing is lost.")
    expect(page.get_by_label("Team name")).to_have_value("Bag Ladies")

    page.get_by_label("Second player").fill("Rowan")
    page.get_by_role("button", name="Enter this pair").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Bag Ladies, you are in")
    page.context.close()


def every_page(live_asgi, site):
    """Every kind of public page, in the states that look different."""
    waiting = entered(open_event(), 2)
    for person in ("Juniper", "Moss", "Sage"):
        enter_single(waiting, person_name=person, email="", entry_key=uuid4(), by=Actor())
    pair_by_lot(waiting, by=director_of(waiting.club))
    running = drawn_event(5)
    opened(running.matches.filter(state="ready").first())
    over = drawn_event(2)
    award_walkover(match_of(over, 1), absent=[0], by=director_of(over.club))
    work()
    ref = running.entries.first().ref
    return [
        live_asgi + "/",
        *(site(name, waiting) for name in ("event", "enter", "partner", "draw", "bracket")),
        *(site(name, running) for name in ("event", "draw", "bracket", "rules", "enter")),
        site("bracket", running) + f"?follow={ref}",
        *(site(name, over) for name in ("event", "bracket", "results")),
        site("results", running),
        live_asgi + reverse("scoring:match", args=[over.slug, 1]),
        site("entered", waiting, waiting.entries.first().ref),
        live_asgi + "/e/nothing/",
    ]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_on_any_page(page, live_asgi, site, scheme):
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    found = {}
    for address in every_page(live_asgi, site):
        page.goto(address)
        report = Axe().run(page)
        found[address] = [
            (violation["id"], violation["nodes"][0]["html"])
            for violation in report.response["violations"]
        ]

    assert [item for item in found.items() if item[1]] == []


@pytest.mark.parametrize("width", [360, 1280])
def test_text_of_twice_the_size_neither_clips_nor_scrolls_sideways(page, live_asgi, site, width):
    page.set_viewport_size({"width": width, "height": 740})
    wide = []
    for address in every_page(live_asgi, site):
        page.goto(address)
        page.evaluate("document.documentElement.style.fontSize = '200%'")
        if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
            wide.append(address)

    assert wide == []


def test_an_invalid_form_has_no_axe_fault_either(page, site):
    event = open_event()
    page.goto(site("enter", event))
    page.get_by_role("button", name="Enter this pair").click()
    expect(page.get_by_role("alert")).to_be_visible()

    assert Axe().run(page).violations_count == 0
