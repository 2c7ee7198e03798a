"""What a person got wrong, said so that it can be mended: a code, a place and a sentence."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from gettext import NullTranslations
from typing import Any, Protocol, Self

from engine.phrases import CATALOGUE, NAMES, Plural

MINUS = "\N{MINUS SIGN}"


class Words(Protocol):
    """Whatever translates: ``django.utils.translation`` and gettext's classes both do."""

    def gettext(self, message: str, /) -> str:
        """Translate one sentence."""

    def ngettext(self, singular: str, plural: str, number: int, /) -> str:
        """Translate a sentence that has a plural."""


ENGLISH: Words = NullTranslations()
"""The words that change nothing."""


class Who(str):
    """A seat or a side by its code; it is replaced by people's names where those are known."""

    __slots__ = ()


class Signed(int):
    """Points that are always said with their sign.

    >>> Phrase("line.moon", {"worth": Signed(100)}).say()
    'every trick taken: +100'
    """


@dataclass(frozen=True, slots=True)
class Phrase:
    """A sentence not yet said: its key in the catalogue and its parameters.

    >>> Phrase("B01", {"who": Who("E")}).say()
    'Enter a bid for East. Passing is not allowed; 0 is Nil.'
    >>> Phrase("B01", {"who": Who("E")}).naming({"E": "Hazel"}).say()
    'Enter a bid for Hazel. Passing is not allowed; 0 is Nil.'
    """

    key: str
    params: Mapping[str, Any] = field(default_factory=dict)

    def say(self, words: Words = ENGLISH) -> str:
        """Say the sentence: translate first, then fill in."""
        template = CATALOGUE[self.key]
        if isinstance(template, Plural):
            text = words.ngettext(template.one, template.many, int(self.params[template.by]))
        else:
            text = words.gettext(template)
        return text.format(**{name: _spoken(it, words) for name, it in self.params.items()})

    def naming(self, names: Mapping[str, str]) -> "Phrase":
        """Put people (or teams) for seats and sides, as far as ``names`` knows them."""
        return Phrase(self.key, {name: _named(it, names) for name, it in self.params.items()})


def _named(it: object, names: Mapping[str, str]) -> object:
    if isinstance(it, Who):
        return names.get(it, it)
    if isinstance(it, Phrase):
        return it.naming(names)
    if isinstance(it, tuple):
        return tuple(_named(each, names) for each in it)
    return it


def _spoken(it: object, words: Words) -> str:
    if isinstance(it, Who):
        return _seat_name(it, words)
    if isinstance(it, Phrase):
        return it.say(words)
    if isinstance(it, tuple):
        return ", ".join(_spoken(each, words) for each in it)
    if isinstance(it, Signed):
        return f"{it:+d}".replace("-", MINUS)
    if isinstance(it, int):
        return str(it).replace("-", MINUS)
    return str(it)


def _seat_name(code: str, words: Words) -> str:
    """Say a seat, or a side of several seats with dashes between."""
    if code and all(seat in NAMES for seat in code):
        return "\N{EN DASH}".join(words.gettext(NAMES[seat]) for seat in code)
    return str(code)


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that is wrong. ``code`` is stable; ``where`` is a dotted path such as "bids.N"."""

    code: str
    where: str
    phrase: Phrase

    @property
    def message(self) -> str:
        """The sentence in English, with seats for people."""
        return self.phrase.say()

    def say(self, words: Words = ENGLISH, names: Mapping[str, str] | None = None) -> str:
        """Say the sentence in the words given, with people for seats where ``names`` has them."""
        return (self.phrase.naming(names) if names else self.phrase).say(words)

    def under(self, prefix: str) -> "Fault":
        """Move the fault one level deeper into what was sent.

        >>> fault("T06", "tricks").under("hands.3").where
        'hands.3.tricks'
        """
        return Fault(self.code, f"{prefix}.{self.where}" if self.where else prefix, self.phrase)

    def to_json(self) -> dict[str, str]:
        """As the command line and the API print it."""
        return {"code": self.code, "where": self.where, "message": self.message}


def fault(key: str, where: str, **params: object) -> Fault:
    """Make a fault from a key of the catalogue; what follows a dot is not part of its code.

    >>> fault("H02.late", "hand_no", given=3, due=4)  # doctest: +ELLIPSIS
    Fault(code='H02', where='hand_no', ...)
    """
    return Fault(key.partition(".")[0], where, Phrase(key, params))


class RuleError(ValueError):
    """What was entered breaks rules and a person can mend it; all faults at once."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults: tuple[Fault, ...] = tuple(faults)
        super().__init__(" ".join(each.message for each in self.faults))

    @classmethod
    def of(cls, key: str, where: str, **params: object) -> Self:
        """Make an error with a single fault.

        >>> str(RuleError.of("D01", "entries"))
        'A draw needs at least two entries.'
        """
        return cls([fault(key, where, **params)])
