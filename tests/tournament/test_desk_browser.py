"""The desk in a real browser: live beside half-chosen forms, on a phone, without a script."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.test import Client
from django.urls import reverse
from playwright.sync_api import expect

from relay.models import Letter
from tests.factories import CheckInFactory, IncidentFactory, MembershipFactory, SingleFactory
from tests.stage import at_a_table, drawn_event, enter_hand, entered, match_of, open_event, opened
from tests.tournament.desk_cast import address
from tournament.actors import Actor
from tournament.models import Match
from tournament.queries.desk import letters_topic
from tournament.services.calls import call_match
from tournament.services.events import open_check_in

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
PHONE = {"width": 360, "height": 740}


@pytest.fixture
def sign_in(live_asgi):
    """Sign a browser in as a director of a club."""

    def enter(context, club):
        client = Client(SERVER_NAME="127.0.0.1")
        client.force_login(MembershipFactory(club=club).user)
        cookie = client.cookies["sessionid"].value
        context.add_cookies([{"name": "sessionid", "value": cookie, "url": live_asgi}])

    return enter


@pytest.fixture
def evening():
    """An event in play: one match with a hand, one called, one to come."""
    event = drawn_event(4, tables=3, best_of=3)
    enter_hand(opened(match_of(event, 1)))
    at_a_table(match_of(event, 2))
    IncidentFactory(event=event)
    Letter.objects.create(
        fact="x",
        to="a@example.org",
        subject="S",
        body="B",
        about=letters_topic(event),
        state="failed",
    )
    return event


@pytest.fixture
def door(evening):
    """Another event of the same club, at check-in."""
    event = entered(open_event(club=evening.club, tables=1), 3)
    SingleFactory(event=event)
    SingleFactory(event=event)
    CheckInFactory(entry=event.entries.first())
    return open_check_in(event, by=Actor(user=MembershipFactory(club=event.club).user))


def every_page(evening, door):
    entry = door.entries.first().pk
    slug = evening.slug
    return [
        reverse("desk:home"),
        reverse("desk:new-event", args=[evening.club.slug]),
        *(address(name, evening) for name in ("tables", "draw", "matches", "incidents", "log")),
        *(address("bracket", event) for event in (evening, door)),
        *(address(name, evening) for name in ("letters", "hall", "slips", "setup", "new-incident")),
        *(address(name, event) for name in ("rules", "rounds") for event in (evening, door)),
        address("match", evening, 1),
        address("match", evening, 2),
        address("end", evening, 2, "walkover", "a"),
        address("end", evening, 3, "walkover", "a"),
        address("revoke", evening, 1),
        reverse("hands:match", args=[slug, 1]),
        reverse("hands:correct", args=[slug, 1, 1, 1]),
        *(address(name, door) for name in ("entries", "draw", "singles", "lot", "import")),
        *(address(name, door) for name in ("new-entry", "new-single")),
        address("withdraw", door, entry),
        address("withdraw-several", door) + "?absent=1",
        address("substitute", evening, evening.entries.first().pk),
        address("late", evening),
        address("step", door, "cancel"),
    ]


def violations(page):
    found = Axe().run(page).response["violations"]
    return [(it["id"], it["nodes"][0]["html"][:160]) for it in found]


def test_a_call_appears_by_itself_and_what_is_half_chosen_stays(page, live_asgi, sign_in):
    said = []
    page.on("console", lambda message: said.append(message.text))
    event = drawn_event(8, tables=4)
    sign_in(page.context, event.club)
    page.goto(live_asgi + address("tables", event))
    expect(page.locator("#live")).to_contain_text("Live, updated", timeout=10_000)
    page.locator("#id_match").select_option(index=2)
    chosen = page.locator("#id_match").input_value()
    table = event.tables.get(number=4)

    # The call comes right behind another piece of news: neither may swallow the other.
    with page.expect_response(lambda response: "/part/" in response.url):
        page.evaluate("document.body.dispatchEvent(new CustomEvent('live:resync'))")
    call_match(match_of(event, 1), table, by=Actor(user=MembershipFactory(club=event.club).user))

    card = page.locator(".t", has=page.locator("#table-4"))
    expect(card).to_contain_text("Called", timeout=10_000)
    expect(page.locator("#aside")).to_contain_text("Match 1 was called to table 4.", timeout=10_000)
    assert page.locator("#id_match").input_value() == chosen
    assert said == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_on_any_page_of_the_desk(page, live_asgi, sign_in, evening, door, scheme):
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    page.goto(live_asgi + reverse("login"))
    found = {"login": violations(page)}
    sign_in(page.context, evening.club)
    for each in every_page(evening, door):
        page.goto(live_asgi + each)
        found[each] = violations(page)
    assert {each: faults for each, faults in found.items() if faults} == {}


@pytest.mark.parametrize("width", [360, 1280])
def test_text_of_twice_the_size_never_scrolls_the_desk_sideways(
    page, live_asgi, sign_in, evening, door, width
):
    page.set_viewport_size({"width": width, "height": 740})
    sign_in(page.context, evening.club)
    wide = []
    for each in every_page(evening, door):
        page.goto(live_asgi + each)
        page.evaluate("document.documentElement.style.fontSize = '200%'")
        if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
            wide.append(each)
    assert wide == []


def test_every_button_of_the_desk_is_large_enough_for_a_thumb(
    page, live_asgi, sign_in, evening, door
):
    page.set_viewport_size(PHONE)
    sign_in(page.context, evening.club)
    small = {}
    for each in every_page(evening, door):
        page.goto(live_asgi + each)
        heights = page.evaluate(
            "[...document.querySelectorAll("
            "'button:not(.vh), .btn, select, input:not([type=hidden])')]"
            ".filter(it => it.checkVisibility() && (it.closest('label') ?? it).offsetHeight < 44)"
            ".map(it => it.outerHTML.slice(0, 90))"
        )
        small |= {each: heights} if heights else {}
    assert small == {}


def test_forms_with_faults_have_no_axe_fault_either(page, live_asgi, sign_in, evening, door):
    page.set_viewport_size(PHONE)
    sign_in(page.context, evening.club)
    pages = [
        (reverse("desk:new-event", args=[evening.club.slug]), "Set the event up"),
        (address("new-entry", door), "Enter"),
        (address("new-incident", evening), "See what it does"),
        (reverse("hands:correct", args=[evening.slug, 1, 1, 1]), "Correct the hand"),
        (address("import", door), "Look at the file"),
    ]
    for each, button in pages:
        page.goto(live_asgi + each)
        page.get_by_role("button", name=button, exact=True).click()
        expect(page.get_by_role("alert")).to_be_visible()
        assert violations(page) == [], each


def test_a_file_is_looked_at_and_confirmed_on_a_phone(page, live_asgi, sign_in, door):
    page.set_viewport_size(PHONE)
    sign_in(page.context, door.club)
    page.goto(live_asgi + address("import", door))
    text = "Team,Player 1,Player 2\nNew,Ida,Joe\nBad,Ada 1,\n"
    file = {"name": "pairs.csv", "mimeType": "text/csv", "buffer": text.encode()}
    page.locator("input[type=file]").set_input_files(file)
    page.get_by_role("button", name="Look at the file").click()
    expect(page.locator("#bad + ul")).to_contain_text("Line 3.")
    assert violations(page) == []
    page.get_by_role("button", name="Import the 1 good line").click()
    expect(page.locator(".said")).to_contain_text("1 entry is imported.")


def test_an_evening_is_begun_without_a_script(browser, live_asgi, sign_in, door):
    context = browser.new_context(java_script_enabled=False, viewport=PHONE)
    sign_in(context, door.club)
    page = context.new_page()
    page.goto(live_asgi + address("entries", door))
    page.get_by_role("button", name="Check in Pair 2").click()
    expect(page.locator(".said")).to_contain_text("Pair 2 checked in.")
    page.goto(live_asgi + address("draw", door))
    page.get_by_role("button", name="Close it and draw at once").click()
    page.goto(live_asgi + address("match", door, 1))
    page.get_by_role("button", name="Call this match").click()
    page.get_by_role("link", name="Nobody has come").click()
    page.get_by_role("button", name="Give the walkover").click()
    expect(page.locator(".said")).to_contain_text("Nobody goes on.")
    assert match_of(door, 1).reason == Match.Reason.DOUBLE_FORFEIT
    context.close()
