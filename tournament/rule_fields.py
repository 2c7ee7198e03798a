"""A form field for every kind of option, and the way there and back."""

from collections.abc import Iterable, Mapping
from itertools import permutations
from typing import Any, Final

from django import forms
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _l

from engine.faults import Phrase
from engine.spades.option_kinds import DECIDING, Option, choice_label, help_text, label
from engine.spades.rows import AS_RENEGE, PLAIN_EFFECTS, effect_of

Choices = list[tuple[str, str]]
NO_CARDS: Final = "-"
"""How a person says that no card at all is left out, where empty means the usual ones."""
COUNTS: Final = {
    "transfer": range(1, 14),
    "drop": range(1, 14),
    "points": (10, 20, 25, 30, 40, 50, 60, 75, 80, 90, 100, 150, 200, 250, 300, 500, 1000),
}
LISTS: Final = frozenset({"cards", "numbers"})


class AnyChoice(forms.ChoiceField):
    """A choice whose values the engine judges; what was chosen before is always offered."""

    def valid_value(self, value: object) -> bool:
        """Leave the judgement to the engine, which names the fault."""
        return isinstance(value, str)


def number_field(low: int, high: int, *, required: bool = True, **words: Any) -> forms.IntegerField:  # noqa: ANN401 -- passed on
    """Make a field for a whole number, with one sentence for all that is wrong with it."""
    sentence = _("Write a whole number from %(low)s to %(high)s.") % {
        "low": str(low).replace("-", "−"),
        "high": high,
    }
    return forms.IntegerField(
        min_value=low,
        max_value=high,
        required=required,
        widget=forms.TextInput(attrs={"inputmode": "numeric" if low >= 0 else "text"}),
        error_messages=dict.fromkeys(("required", "invalid", "min_value", "max_value"), sentence),
        **words,
    )


def field_of(name: str, option: Option, value: object) -> forms.Field:
    """Make the field of an option, in words; ``value`` is what it offers besides the usual."""
    words: dict[str, Any] = {
        "label": label(name).say(translation),
        "help_text": help_text(name).say(translation),
    }
    match option.kind:
        case "int":
            return number_field(option.low, option.high, required=not option.nullable, **words)
        case "bool":
            return forms.BooleanField(required=False, **words)
        case "several":
            return forms.MultipleChoiceField(
                required=False,
                choices=_choices(option.choices),
                widget=forms.CheckboxSelectMultiple,
                **words,
            )
        case "cards" | "numbers":
            return forms.CharField(required=False, max_length=400, **words)
        case _:
            return AnyChoice(choices=_offered(option, value), **words)


def told(option: Option, value: Any) -> Any:  # noqa: ANN401 -- of any kind of option
    """Write a value as its field holds it."""
    if option.kind in LISTS:
        if value is None:
            return ""
        return ", ".join(map(str, value)) or (NO_CARDS if option.nullable else "")
    if option.kind == "order":
        return value if isinstance(value, str) else " ".join(value)
    return list(value) if option.kind == "several" else value


def read(option: Option, cleaned: Any) -> Any:  # noqa: ANN401 -- of any kind of option
    """Read what a field holds into the value of its option, as JSON would say it."""
    match option.kind:
        case "cards":
            if cleaned.strip() == NO_CARDS:
                return []
            return _words(cleaned) or None
        case "numbers":
            return [int(it) if _is_number(it) else it for it in _words(cleaned)]
        case "order":
            return cleaned.split(" ")
        case "choice":
            numbers = {str(it): it for it in option.choices}
            return numbers.get(cleaned, cleaned)
        case _:
            return cleaned


def effects(value: object, *, more: tuple[str, ...] = ()) -> Choices:
    """List what a penalty may be, among it what it is now."""
    counted = [f"{word}:{number}" for word, numbers in COUNTS.items() for number in numbers]
    every = dict.fromkeys((*PLAIN_EFFECTS, *more, *counted, *([value] if _is_said(value) else [])))
    return [(it, _effect_words(it)) for it in map(str, every)]


def _is_said(value: object) -> bool:
    if not isinstance(value, str):
        return False
    word, _colon, number = value.partition(":")
    return word in COUNTS and _is_number(number)


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) <= len("1000")


def _effect_words(effect: str) -> str:
    if effect == AS_RENEGE:
        return _("as a renege")
    word, number = effect_of(effect)
    return Phrase(f"effect.{word}", {"n": number}).say(translation)


def _words(text: str) -> list[str]:
    return text.replace(",", " ").replace(";", " ").split()


def _offered(option: Option, value: object) -> Choices:
    if option.kind == "effect":
        return effects(value)
    if option.kind == "claim":
        return effects(value, more=(AS_RENEGE,))
    return _orders(option) if option.kind == "order" else _choices(option.choices)


def _choices(choices: Iterable[str | int]) -> Choices:
    return [(str(it), _said(it)) for it in choices]


def _said(choice: str | int) -> str:
    words = choice_label(choice)
    return words if isinstance(words, str) else words.say(translation)


def _orders(option: Option) -> Choices:
    """List every way to break a tie: some that may leave it standing, then one that decides."""
    first = [it for it in option.choices if it not in DECIDING]
    last = [it for it in option.choices if it in DECIDING]
    orders = [
        (*some, end)
        for count in range(len(first) + 1)
        for some in permutations(first, count)
        for end in last
    ]
    then = _(", then ")
    return [(" ".join(map(str, it)), then.join(map(_said, it))) for it in orders]


SEATINGS: Final[Mapping[str, Any]] = {
    "pairs": _l("Two pairs"),
    "4": _l("Four players, each alone"),
    "3": _l("Three players, each alone"),
    "2": _l("Two players"),
}
"""How people may sit, as the form says it."""
