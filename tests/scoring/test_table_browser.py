"""The table page in a real browser the size of a phone."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.test import Client
from django.urls import reverse
from playwright.sync_api import expect

from scoring.models import Game, Hand, HandVersion
from tests.scoring.table_rows import address, bid, bid_all, called_match, open_next, play, save
from tests.waiting import wait_until
from tournament.models import Table
from tournament.models.tables import new_token

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
PHONE = {"width": 360, "height": 740}


@pytest.fixture
def browser_context_args(browser_context_args):
    """Everybody at a table holds a phone."""
    return {**browser_context_args, "viewport": PHONE}


@pytest.fixture
def client():
    """Posts to the same site: the live server answers to this name alone."""
    return Client(SERVER_NAME="127.0.0.1")


@pytest.fixture
def match(transactional_db, client):
    """A match whose first game is open: North deals, East bids first."""
    match = called_match()
    open_next(client, match)
    match.refresh_from_db()
    return match


@pytest.fixture
def phone(page, live_asgi, match):
    """A phone with the table's page open."""
    page.set_default_timeout(5000)
    page.goto(live_asgi + address(match, "table"))
    return page


@pytest.fixture
def quiet(phone):
    """The same phone; its console must stay silent: no breach of the policy, no error."""
    said = []
    phone.on("console", lambda message: said.append(message.text))
    phone.on("pageerror", lambda error: said.append(str(error)))
    yield phone
    assert said == []


@pytest.fixture
def second_phone(new_context, live_asgi, match):
    """Another phone with the same page."""
    other = new_context().new_page()
    other.goto(live_asgi + address(match, "table"))
    return other


def tap_bids(phone, *bids):
    for made in bids:
        name = phone.locator(".is-now .who").inner_text()
        phone.locator(f"#key-{made}").click()
        expect(phone.locator(f".is-now .who >> text={name}")).to_have_count(0)


def took(phone, number):
    phone.locator(f"label.key:has(input[name=tricks_NS][value='{number}'])").click()


def save_hand(phone, number):
    took(phone, number)
    expect(phone.locator(".says")).to_contain_text("→")
    phone.locator("#save").click()
    expect(phone.locator(".order")).to_be_visible()


def faults_of(page):
    found = Axe().run(page).response["violations"]
    return [(it["id"], [node["html"][:150] for node in it["nodes"]]) for it in found]


def is_in_view(phone, selector):
    box = phone.locator(selector).last.bounding_box()
    return box["y"] >= 0 and box["y"] + box["height"] <= PHONE["height"]


def test_the_worked_examples_of_the_rule_sheet_come_out_right(quiet):
    phone = quiet
    tap_bids(phone, "3", "2", "3", "3")  # Clover 2 and Hazel 3 bid 5 together
    took(phone, 7)
    expect(phone.locator(".says")).to_contain_text("Bag Ladies bid 5 took 7: 50 + 2 bags → 52")
    save_hand(phone, 7)

    assert phone.locator(".half-a .total").inner_text().endswith("52")


def test_eleven_bags_cost_a_hundred_points_and_one_is_carried_over(phone):
    """Scorers of other games know no bags: players counted them beside it, and forgot the price."""
    for bids, tricks in (
        (("3", "2", "3", "2"), 7),  # bid 4, won 7
        (("1", "3", "2", "3"), 6),  # bid 3, won 6
        (("2", "2", "2", "2"), 9),  # bid 4, won 9
    ):
        tap_bids(phone, *bids)
        save_hand(phone, tricks)

    assert "21" in phone.locator(".half-a .total").inner_text()  # 43 + 33 + 45 - 100
    assert phone.locator(".half-a .bags .on").count() == 1


def test_the_whole_bid_screen_is_in_view_on_a_phone(phone):
    assert is_in_view(phone, "#key-13")
    assert is_in_view(phone, ".acts .btn")
    assert phone.evaluate("document.documentElement.scrollWidth") == PHONE["width"]


def test_every_key_the_preview_and_save_are_in_view_on_a_phone(phone):
    tap_bids(phone, "nil", "4", "4", "2")

    assert is_in_view(phone, "label.key:has([name=nil_E][value='5+'])")
    took(phone, 6)
    phone.locator("label.key:has([name=nil_E][value='0'])").click()
    expect(phone.locator(".says")).to_contain_text("nil by Basil made: +100")
    assert is_in_view(phone, ".says")
    assert is_in_view(phone, "#save")
    assert is_in_view(phone, "label.key:has([name=nil_E][value='5+'])")


def test_every_key_is_large_enough_for_a_thumb(phone):
    sizes = phone.locator(".key").evaluate_all(
        "keys => keys.map(key => key.getBoundingClientRect()).map(b => [b.width, b.height])"
    )

    assert len(sizes) == 15
    assert min(min(size) for size in sizes) >= 48


def test_the_keyboard_enters_a_hand(phone):
    for made in ("3", "2", "3", "2"):
        phone.locator(f"#key-{made}").focus()
        name = phone.locator(".is-now .who").inner_text()
        phone.keyboard.press("Enter")
        expect(phone.locator(f".is-now .who >> text={name}")).to_have_count(0)
    phone.locator("input[name=tricks_NS]").first.focus()
    for _ in range(7):
        phone.keyboard.press("ArrowRight")
    expect(phone.locator(".says")).to_contain_text("bid 4 took 7")
    phone.locator("#save").focus()
    phone.keyboard.press("Enter")

    expect(phone.locator(".plate-where")).to_contain_text("hand 2")


def test_a_hand_typed_while_the_line_was_down_is_sent_once_when_it_is_back(phone):
    tap_bids(phone, "3", "2", "3", "2")
    took(phone, 7)
    expect(phone.locator(".says")).to_contain_text("→")

    phone.context.set_offline(True)
    phone.locator("#save").click()
    expect(phone.locator("#sent")).to_have_text("Not sent yet, trying again")
    assert not HandVersion.objects.exists()
    expect(phone.locator("input[name=tricks_NS][value='7']")).to_be_checked()

    phone.context.set_offline(False)
    expect(phone.locator(".plate-where")).to_contain_text("hand 2")
    expect(phone.locator("#sent")).to_have_text("All sent")
    assert Game.objects.get().hands_played == 1


def test_a_bid_made_while_the_line_was_down_is_that_seats_bid(phone):
    phone.context.set_offline(True)
    phone.locator("#key-4").click()
    expect(phone.locator("#sent")).to_have_text("Not sent yet, trying again")

    phone.context.set_offline(False)

    expect(phone.locator(".is-now .who")).to_contain_text("Clover")
    assert Hand.objects.get().bids == {"E": 4}


def test_an_answer_lost_on_the_way_back_does_not_double_the_hand(phone):
    tap_bids(phone, "3", "2", "3", "2")
    took(phone, 7)
    lost = []

    def lose_the_first_answer(route):
        if "preview" in (route.request.post_data or "") or lost:
            route.continue_()
            return
        lost.append(route.fetch())  # it arrives, but the phone never hears of it
        route.abort()

    phone.route("**/tricks/", lose_the_first_answer)
    phone.locator("#save").click()

    expect(phone.locator(".plate-where")).to_contain_text("hand 2")
    assert len(lost) == 1
    assert HandVersion.objects.count() == 1


def test_a_double_tap_on_a_key_is_one_bid(phone):
    phone.locator("#key-4").dblclick()

    expect(phone.locator(".is-now .who")).to_contain_text("Clover")
    wait_until(Hand.objects.exists)
    assert Hand.objects.get().bids == {"E": 4}


def test_a_second_phone_sees_a_bid_without_reloading(phone, second_phone):
    expect(second_phone.locator(".is-now .who")).to_contain_text("Basil")

    tap_bids(phone, "4")

    expect(second_phone.locator(".is-now .who")).to_contain_text("Clover")


def test_a_half_filled_form_is_left_alone_and_told_of_the_news(client, match, phone):
    bid_all(client, match, "3", "2", "3", "2")
    expect(phone.locator("#tricks")).to_be_visible()
    took(phone, 7)
    save(client, match, 6)

    expect(phone.locator("#news")).to_contain_text("The table has moved on: hand 1 is saved.")
    expect(phone.locator("input[name=tricks_NS][value='7']")).to_be_checked()

    phone.locator("#save").click()
    expect(phone.locator("#news")).to_contain_text("Hand 1 is already saved.")
    assert Game.objects.get().totals["NS"]["score"] == 42


def test_the_first_fault_is_scrolled_into_sight(phone):
    tap_bids(phone, "nil", "2", "nil", "2")
    phone.locator("#save").click()

    expect(phone.locator("#entry .err").first).to_be_in_viewport()


def test_going_back_shows_the_table_as_it_is_now(client, match, phone):
    phone.locator("text=Misdeal").click()
    expect(phone.locator("h1")).to_contain_text("Deal hand 1 again?")
    bid(client, match, "E", "5")
    phone.go_back()

    expect(phone.locator(".is-now .who")).to_contain_text("Clover")


def test_a_revoked_link_ends_on_the_plain_page(phone):
    phone.route("**/part/**", lambda route: route.abort())  # only the tap shall tell
    Table.objects.update(token=new_token())

    phone.locator("#key-4").click()

    expect(phone.locator("h1")).to_have_text("No table opens with this link.")


def test_a_hand_can_be_entered_without_any_script(new_context, live_asgi, match):
    phone = new_context(java_script_enabled=False).new_page()
    phone.goto(live_asgi + address(match, "table"))

    for made in ("3", "2", "3", "3"):
        phone.locator(f"#key-{made}").click()
    took(phone, 7)
    phone.locator("button[name=preview]").click()
    expect(phone.locator(".says")).to_contain_text("50 + 2 bags → 52")
    phone.locator("#save").click()

    expect(phone.locator(".plate-where")).to_contain_text("hand 2")


def test_axe_finds_nothing_on_any_state_of_the_table(client, page, live_asgi, match):
    url = live_asgi + address(match, "table")
    page.goto(url)
    assert faults_of(page) == []  # bids

    bid_all(client, match, "nil", "2", "blind", "2")
    page.goto(url)
    page.locator("summary").first.click()
    assert faults_of(page) == []  # tricks

    save(client, match, "")
    page.goto(live_asgi + address(match, "misdeal", 1, 1))
    assert faults_of(page) == []

    Table.objects.update(token=new_token())
    page.goto(url)
    assert faults_of(page) == []  # no table


def test_axe_finds_nothing_between_and_after_games(client, page, live_asgi):
    match = called_match(target_score=100)
    url = live_asgi + address(match, "table")
    page.goto(url)
    assert faults_of(page) == []  # seats

    open_next(client, match)
    play(client, match, ["1", "6", "1", "4"], 10)
    page.goto(url)
    assert faults_of(page) == []  # game over

    open_next(client, match, 2)
    play(client, match, ["1", "6", "1", "4"], 10, game=2)
    page.goto(url)
    assert faults_of(page) == []  # match over

    page.goto(live_asgi + reverse("scoring:match", args=[match.event.slug, match.number]))
    page.locator("summary").first.click()
    assert faults_of(page) == []


def test_the_match_page_follows_the_table_live(client, page, live_asgi, match):
    page.goto(live_asgi + reverse("scoring:match", args=[match.event.slug, match.number]))
    expect(page.locator(".game")).to_contain_text("No hand is finished yet.")

    play(client, match, ["3", "2", "3", "2"], 7)

    expect(page.locator(".game .ledger")).to_contain_text("bid 4 took 7: 40 + 3 bags")
