"""A visitor who finds every form of the site by its pages, and presses each button twice."""

from collections import Counter
from dataclasses import dataclass, field
from html.parser import HTMLParser
from urllib.parse import urljoin, urlsplit

from django.apps import apps
from django.db import transaction
from django.urls import Resolver404, resolve

from relay.models import Letter

WORDS = {
    "type": "",
    "email": "tapper@example.org",
    "datetime-local": "2026-09-05T18:00",
    "number": "1",
}
"""What is typed into an empty field of each type that must not stay empty."""
FILLED = {"name", "first", "second", "person_name", "reason", "why", "note", "comes"}
"""Fields of names and reasons, which most forms ask for."""
TYPED = {
    "desk:setup": {"name": "Another name"},
    "desk:rules": {"target_score": "350"},
    "desk:change-round": {"target_score": "350"},
    "desk:seeds": {"seed-1": "1"},
    "hands:correct": {"tricks_NS": "10", "tricks_EW": "3"},
    "hands:rule": {"offence": "phone", "seat": "N", "effect": "points:10"},
}
"""What is typed where a form that is sent as it stands would change nothing."""
MOST_PAGES_OF_A_KIND = 2
MOST_TRIES = 4


@dataclass
class Form:
    """A form of a page: where one of its buttons sends it, and all that it sends."""

    action: str
    sent: dict = field(default_factory=dict)
    buttons: list = field(default_factory=list)

    def presses(self):
        """Say for each of its buttons where it sends what; a form without any is sent as it is."""
        for name, value, action in self.buttons or [("", "", "")]:
            typed = TYPED.get(place_of(action or self.action), {})
            if "list" in self.sent:
                typed = {"count": str(len(self.sent["list"][0].split(",")))}
            pressed = {name: [value]} if name else {}
            yield action or self.action, self.sent | typed | pressed


class Reader(HTMLParser):
    """Reads the links of a page, and its forms that are sent by POST, filled in where empty."""

    def __init__(self, address):
        super().__init__()
        self.address, self.links, self.forms = address, [], []
        self.form, self.list, self.text = None, None, None

    def handle_starttag(self, tag, attrs):
        """Note a link, a form or a field."""
        given = dict(attrs)
        if tag == "a" and given.get("href"):
            self.links.append(urljoin(self.address, given["href"]))
        elif tag == "form" and (given.get("method") or "").lower() == "post":
            self.form = Form(urljoin(self.address, given.get("action") or ""))
        elif self.form and "disabled" not in given and tag in {"input", "button", "select"}:
            getattr(self, f"note_{tag}")(given)
        elif self.form and tag == "option" and self.list:
            self.note_option(given)
        elif self.form and tag == "textarea":
            self.text = given.get("name")
            self.form.sent[self.text] = ["Tapped twice"] if self.text in FILLED else [""]

    def handle_endtag(self, tag):
        """Close a form or a list."""
        if tag == "form" and self.form:
            self.forms.append(self.form)
            self.form = None
        elif tag == "select":
            self.list = None

    def note_input(self, given):
        """Keep what a field holds; an empty one gets a word, of radio buttons one is pressed."""
        name, kind = given.get("name"), given.get("type") or "text"
        value = given.get("value")
        if kind == "checkbox" and name:
            if "checked" in given:
                self.form.sent.setdefault(name, []).append(value or "on")
        elif kind == "radio":
            if "checked" in given or name not in self.form.sent:
                self.form.sent[name] = [value or ""]
        elif name and kind not in {"file", "submit"}:
            typed = (
                WORDS.get(kind, f"Tapped {name}") if "required" in given or name in FILLED else ""
            )
            self.form.sent[name] = [value or typed]

    def note_button(self, given):
        """Keep a button that sends the form."""
        if (given.get("type") or "submit") == "submit":
            action = given.get("formaction")
            action = urljoin(self.address, action) if action else ""
            self.form.buttons.append((given.get("name"), given.get("value") or "", action))

    def note_select(self, given):
        """Begin a list."""
        self.list = given.get("name")

    def note_option(self, given):
        """Take what is chosen in a list; where nothing is, the first that says something.

        Of two lists of the same people the second gives somebody else than the first.
        """
        value, kept = given.get("value") or "", self.form.sent.get(self.list, [""])[0]
        if value and ("selected" in given or not kept or self.list == "second"):
            self.form.sent[self.list] = [value]


def place_of(address):
    """Name the door an address leads to, and which act; nothing for one outside the site."""
    parts = urlsplit(address)
    if parts.netloc not in {"", "testserver"}:
        return ""
    try:
        found = resolve(parts.path)
    except Resolver404:
        return ""
    return "/".join([found.view_name, *filter(None, [found.kwargs.get("key")])])


def rows():
    """Write down every row of the event, its people, its hands and its letters."""
    models = [*apps.get_app_config("tournament").get_models(), Letter]
    models += apps.get_app_config("scoring").get_models()
    return {
        model._meta.label: list(model.objects.order_by("pk").values_list())
        for model in models
        if not model._meta.label.split(".")[1].startswith("Historical")
    }


def pages_from(client, *starts, follow=True):
    """Read these pages, and follow their links to a few behind each door; give every form."""
    waiting, seen, kinds = list(starts), set(), {}
    while waiting:
        address = waiting.pop(0).split("#")[0]
        place = place_of(address)
        is_known = address in seen or not place
        if is_known or (address not in starts and kinds.get(place, 0) >= MOST_PAGES_OF_A_KIND):
            continue
        seen.add(address)
        kinds[place] = kinds.get(place, 0) + 1
        answer = client.get(address)
        if answer.status_code != 200 or not answer["Content-Type"].startswith("text/html"):
            continue
        reader = Reader(address)
        reader.feed(answer.content.decode())
        waiting.extend(reader.links if follow else [])
        yield from reader.forms


def double_taps(client, *starts, done, follow=True):
    """Press every button twice, then take both back; what has done something is not tried again.

    Yields the door, the statuses of both taps, and the rows after one and after two.
    """
    tries = Counter()
    for form in pages_from(client, *starts, follow=follow):
        for address, sent in form.presses():
            place = place_of(address)
            tries[place] += 1
            if place in done or not place or tries[place] > MOST_TRIES:
                continue
            with transaction.atomic():
                before = rows()
                first = client.post(address, sent).status_code
                once = rows()
                second = client.post(address, sent).status_code
                twice = rows()
                transaction.set_rollback(True)
            if once != before:
                done.add(place)
            yield place, (first, second), once, twice
