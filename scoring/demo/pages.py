"""Reads the forms of a page as a browser would: what can be chosen, and what a press would send."""

from dataclasses import dataclass, field
from html.parser import HTMLParser

Attributes = dict[str, str | None]


@dataclass(slots=True)
class PageForm:
    """One form. Each key of ``choices`` is a group of keys or a list, with its values in order."""

    action: str
    fields: dict[str, str] = field(default_factory=dict)
    choices: dict[str, list[str]] = field(default_factory=dict)
    likely: dict[str, str] = field(default_factory=dict)
    buttons: dict[str, list[str]] = field(default_factory=dict)

    @property
    def act(self) -> str:
        """The last word of the address: "bid", "tricks", "open"."""
        return self.action.rstrip("/").rpartition("/")[2]


def forms_of(page: str) -> list[PageForm]:
    """List the forms of a page that are sent by POST.

    >>> [form] = forms_of('<form method="post" action="/bid/"><input name="seat" value="N">'
    ...                   '<button name="bid" value="4">4</button></form>')
    >>> form.act, form.fields, form.buttons
    ('bid', {'seat': 'N'}, {'bid': ['4']})
    """
    reader = _Reader()
    reader.feed(page)
    return reader.forms


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.forms: list[PageForm] = []
        self._form: PageForm | None = None
        self._list = ""
        self._is_likely = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note a form, a field of it, or a key that is marked as likely."""
        given = dict(attrs)
        if tag == "form":
            is_post = (given.get("method") or "").lower() == "post"
            self._form = PageForm(given.get("action") or "") if is_post else None
        elif tag == "label":
            self._is_likely = "key-likely" in (given.get("class") or "").split()
        elif self._form and tag in {"input", "button", "select", "option"}:
            self._note(self._form, tag, given)

    def handle_endtag(self, tag: str) -> None:
        """Close a form, and keep it."""
        if tag == "form" and self._form:
            self.forms.append(self._form)
            self._form = None

    def _note(self, form: PageForm, tag: str, given: Attributes) -> None:
        match tag:
            case "input":
                self._input(form, given)
            case "button":
                self._button(form, given)
            case "select":
                self._list = given.get("name") or ""
            case _:
                self._option(form, given)

    def _input(self, form: PageForm, given: Attributes) -> None:
        name, value = given.get("name") or "", given.get("value") or ""
        if given.get("type") != "radio":
            form.fields[name] = value
            return
        form.choices.setdefault(name, []).append(value)
        if "checked" in given:
            form.fields[name] = value
        if self._is_likely:
            form.likely[name] = value

    @staticmethod
    def _button(form: PageForm, given: Attributes) -> None:
        if given.get("name") and "formaction" not in given:
            form.buttons.setdefault(given["name"] or "", []).append(given.get("value") or "")

    def _option(self, form: PageForm, given: Attributes) -> None:
        value = given.get("value") or ""
        form.choices.setdefault(self._list, []).append(value)
        if "selected" in given or len(form.choices[self._list]) == 1:
            form.fields[self._list] = value
