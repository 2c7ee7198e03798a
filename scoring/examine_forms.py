"""The form that examines a hand: tricks and hands as text, kept as they were typed."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _l

from engine.spades.cards import Card, parse_card
from engine.spades.masks import deck_of
from engine.spades.records import PlayRecord
from engine.spades.rules import RuleSet
from scoring.transcripts import add_card, read_cards, read_tricks, without_last

LONGEST = 2000
"""Characters of a text; a long hand with its seats has some 500."""
BACK = "back"
"""What the key says that takes the last card back."""


class ExamineForm(forms.Form):
    """The cards of one hand: its tricks, who led and dealt, and who was dealt what."""

    tricks = forms.CharField(
        label=_l("Tricks"),
        required=False,
        max_length=LONGEST,
        widget=forms.Textarea(attrs={"rows": 13, "autocomplete": "off", "spellcheck": "false"}),
    )
    leader = forms.ChoiceField(
        label=_l("Who led the first trick"),
        required=False,
        help_text=_l("Not needed with the dealer or the hands."),
    )
    dealer = forms.ChoiceField(label=_l("Who dealt"), required=False)
    complete = forms.BooleanField(label=_l("These are all the tricks of the hand"), required=False)
    into = forms.ChoiceField(label=_l("Tapped cards go to"), required=False)

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        rules: RuleSet,
        names: Mapping[str, str],
        initial: Mapping[str, Any] | None = None,
    ) -> None:
        """Lay out the seats of the game, by the names of those who sit there."""
        super().__init__(data, initial={"into": "tricks", **(initial or {})})
        self.rules = rules
        self.record = PlayRecord()
        seats = [(seat, names[seat]) for seat in rules.seats]
        for name in ("leader", "dealer"):
            self._offer(name, [("", _("Not known")), *seats])
        self.fields["tricks"].help_text = _tricks_hint(seats)
        for seat, name in seats:
            self.fields[f"hand_{seat}"] = forms.CharField(
                label=_("Hand of %(name)s") % {"name": name},
                required=False,
                max_length=LONGEST,
                widget=forms.Textarea(
                    attrs={"rows": 2, "autocomplete": "off", "spellcheck": "false"}
                ),
            )
        hands = [(f"hand_{seat}", _("Hand of %(name)s") % {"name": name}) for seat, name in seats]
        self._offer("into", [("tricks", _("Tricks")), *hands])

    @property
    def hand_fields(self) -> list[forms.BoundField]:
        """The hands, clockwise."""
        return [self[f"hand_{seat}"] for seat in self.rules.seats]

    @property
    def has_hands(self) -> bool:
        """Whether a hand was written."""
        return any(field.value() for field in self.hand_fields)

    @property
    def pad(self) -> list[list[Card]]:
        """All cards of the deck, suit by suit from the top."""
        deck = deck_of(self.rules).cards
        return [[it for it in reversed(deck) if it.suit == suit] for suit in "SHCD"]

    def tapped(self, key: str) -> dict[str, Any]:
        """Give what the fields hold after a key of the pad was tapped."""
        typed = {name: self[name].value() or "" for name in self.fields}
        name = typed["into"] if typed["into"] in self.fields else "tricks"
        card = parse_card(key)
        if key == BACK:
            typed[name] = without_last(typed[name])
        elif card is not None:
            line = len(self.rules.seats) if name == "tricks" else None
            typed[name] = add_card(typed[name], str(card), line)
        return typed

    def clean(self) -> dict[str, Any]:
        """Read the hands and the tricks; everything that is no card is named beside its field."""
        typed = self.cleaned_data
        deal = self._deal()
        dealer, leader = typed.get("dealer") or None, typed.get("leader") or None
        first = leader or (self.rules.left_of(dealer) if dealer else None)
        read = read_tricks(typed.get("tricks", ""), self.rules, first=first, deal=deal)
        for said in read.faults:
            self.add_error("tricks", said)
        if not read.tricks and deal is None and not self.errors:
            self.add_error("tricks", _("Write at least one trick, or what was dealt."))
        self.record = PlayRecord(
            tricks=read.tricks, dealer=dealer, deal=deal, complete=typed.get("complete", False)
        )
        return typed

    def _deal(self) -> dict[str, tuple[Card, ...]] | None:
        """Read what was dealt: every hand, or none."""
        texts = {seat: self.cleaned_data.get(f"hand_{seat}", "") for seat in self.rules.seats}
        if not any(texts.values()):
            return None
        deal = {}
        for seat, text in texts.items():
            name = f"hand_{seat}"
            deal[seat], faults = read_cards(text)
            for said in faults:
                self.add_error(name, said)
            if not text and name not in self.errors:
                self.add_error(name, _("Write this hand too, or leave all of them empty."))
        return deal

    def _offer(self, name: str, choices: list[tuple[str, str]]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)  # noqa: S101 -- tells the type checker
        field.choices = choices


def _tricks_hint(seats: list[tuple[str, str]]) -> str:
    known = ", ".join(f"{seat}: {name}" for seat, name in seats)
    return _(
        "One trick on each line, cards in the order they were played, such as TH 10♥ AS BJ. "
        "A seat may stand before a card (%(known)s)."
    ) % {"known": known}
