"""The draw checked on the visitor's own device: equal, or where it differs, without the network."""

import json
from uuid import uuid4

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.urls import reverse
from playwright.sync_api import expect

from engine.draws import verify
from tests.engine.command_line import ROOT
from tests.stage import director_of, drawn_event, open_event
from tournament.actors import Actor
from tournament.services.entries import enter_single
from tournament.services.singles import pair_by_lot

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
EQUAL = "Equal. This device drew again, from what stands on this page alone, and got the same."
REMOVED = " Names that were removed, each known by its fingerprint alone: {}."
VECTORS = {path.stem: path for path in sorted((ROOT / "fixtures" / "draws").glob("*.json"))}
WORDS = {
    "commitment": "the fingerprint of the secret",
    "list_hash": "the fingerprint of the list",
    "seed": "the seed",
    "order": "the order",
    "slots": "the places",
    "tables": "the tables",
    "pairs": "the partners",
    "odd_one_out": "who was left over",
    "met": "who of one group meet",
}
CHECK = """async facts => {
  const told = document.querySelector(".check-here [role=status]");
  document.getElementById("draw-facts").textContent = JSON.stringify(facts);
  told.textContent = "";
  document.querySelector(".check-here button").click();
  while (!told.textContent) await new Promise((done) => setTimeout(done));
  return told.textContent;
}"""


@pytest.fixture
def proof(page, live_asgi):
    """The page of a draw on a phone, loaded once and then without network; nothing complains."""
    said = []
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    page.set_viewport_size({"width": 360, "height": 740})
    event = drawn_event(5)
    page.goto(live_asgi + reverse("tournament:draw", args=[event.slug]))
    expect(button(page)).to_be_visible()
    page.route("**/*", lambda route: route.abort())
    page.context.set_offline(True)
    yield page
    assert [line for line in said if "ERR_INTERNET_DISCONNECTED" not in line] == []


def button(page):
    return page.get_by_role("button", name="Check it on this phone")


def checked(page, facts):
    """Put facts into the page as if they had come with it, tap the button, and read the answer."""
    return page.evaluate(CHECK, facts)


def vectors():
    return {name: json.loads(path.read_text("utf-8")) for name, path in VECTORS.items()}


def test_the_draw_of_the_page_is_equal_with_the_network_off(proof):
    button(proof).click()
    expect(proof.locator(".check-here [role=status]")).to_have_text(EQUAL)
    assert Axe().run(proof).response["violations"] == []


def test_every_golden_vector_is_equal_on_this_device(proof):
    told = {name: checked(proof, facts) for name, facts in vectors().items()}
    gone = {
        name: sum("name_hash" in entry for entry in facts["entries"])
        for name, facts in vectors().items()
    }
    assert told == {
        name: EQUAL + (REMOVED.format(count) if count else "") for name, count in gone.items()
    }


def turned(value):
    """Change one byte of a result: a digit of a hash, or the first id that is listed."""
    if isinstance(value, str):
        return ("1" if value[0] != "1" else "2") + value[1:]
    if not value:
        return [["0", "1"]] if value == [] else "0"
    return [turned(value[0]), *value[1:]] if value[0] else ["0", *value[1:]]


def test_one_changed_byte_of_a_result_is_named(proof):
    for name, facts in vectors().items():
        for field in WORDS.keys() & facts.keys():
            told = checked(proof, facts | {field: turned(facts[field])})
            assert (name, told.split(" Ask")[0]) == (name, f"It differs in: {WORDS[field]}.")


def changes(facts):
    """Change one byte of each kind of input, one after another."""
    first, *others = facts["entries"]
    hidden = "salt" if "salt" in first else "name_hash"
    yield facts | {"event": facts["event"] + "0"}
    yield facts | {"attempt": facts["attempt"] + 1}
    yield facts | {"secret": turned(facts["secret"])}
    yield facts | {"public_source": "dice", "public": "1"}
    yield facts | {"entries": [first | {hidden: turned(first[hidden])}, *others]}
    yield facts | {"entries": [first | {"id": turned(first["id"])}, *others]}
    if "name" in first:
        yield facts | {"entries": [first | {"name": first["name"] + "!"}, *others]}


def test_one_changed_byte_of_an_input_is_found_and_named_as_the_command_does(proof):
    for name, facts in vectors().items():
        for changed in changes(facts):
            told = checked(proof, changed)
            named = [field for field, word in WORDS.items() if word in told]
            assert (name, named) == (name, [it for it in WORDS if it in verify(changed, facts)])
            assert named != []


def test_facts_that_cannot_be_read_and_browsers_that_cannot_hash_are_told_so(proof):
    assert checked(proof, {"entries": 5}) == (
        "The facts on this page are damaged and cannot be drawn from. Ask the director."
    )
    proof.evaluate("() => { Object.defineProperty(crypto, 'subtle', { value: undefined }); }")
    assert checked(proof, vectors()["five"]) == (
        "This browser can check only over a secure connection (https). "
        "Save the facts and run the command instead."
    )


def test_partners_by_lot_can_be_checked_beside_the_bracket(page, live_asgi):
    event = open_event()
    for name in ("Ada", "Bo", "Cy", "Di", "Eli"):
        enter_single(event, person_name=name, email="", entry_key=uuid4(), by=Actor())
    pair_by_lot(event, by=director_of(event.club))
    page.goto(live_asgi + reverse("tournament:draw", args=[event.slug]))
    button(page).click()
    expect(page.locator(".check-here [role=status]")).to_have_text(EQUAL)
