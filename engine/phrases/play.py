"""Sentences about the cards of a hand: what was dealt, passed and played."""

from engine.phrases.markers import Template, gettext_noop, ngettext

PLAYED: dict[str, Template] = {
    # suits
    "suit.C": gettext_noop("clubs"),
    "suit.D": gettext_noop("diamonds"),
    "suit.H": gettext_noop("hearts"),
    "suit.S": gettext_noop("spades"),
    # the record
    "P01": gettext_noop("{due} won trick {n} and must lead, not {who}."),
    "P01.first": gettext_noop("{due} sits left of the dealer and must lead first, not {who}."),
    "P01.clubs": gettext_noop("The lowest club opens the hand: {due} must lead, not {who}."),
    "P02": gettext_noop("It is the turn of {due}, not of {who}."),
    "P03": gettext_noop("{who} does not hold {card}."),
    "P04": gettext_noop("{card} was already played in trick {n}."),
    "P04.deal": gettext_noop("Misdeal: {card} was dealt twice."),
    "P05": gettext_noop("{card} is not in this deck."),
    "P05.deal": gettext_noop("Misdeal: {who} was dealt {card}, which is not in this deck."),
    "P06": gettext_noop("{who} holds {suit} and must follow."),
    "P06.later": gettext_noop(
        "{who} did not follow {suit}, but played {card} in trick {n}: a renege."
    ),
    "P07": gettext_noop("Spades are not broken; {who} must lead another suit."),
    "P08": gettext_noop("Trick {n} goes to {who} ({card}), not to {given}."),
    "P09": ngettext(
        "Trick {n} has {count} card; every player must play one.",
        "Trick {n} has {count} cards; every player must play one.",
        "count",
    ),
    "P10": ngettext(
        "Trick {n} has {count} card; every player plays only one.",
        "Trick {n} has {count} cards; every player plays only one.",
        "count",
    ),
    "P11": ngettext(
        "{count} of {n} trick is recorded.", "{count} of {n} tricks are recorded.", "n"
    ),
    "P12": ngettext(
        "Misdeal: {who} has {count} card, not {n}.",
        "Misdeal: {who} has {count} cards, not {n}.",
        "count",
    ),
    "P13": ngettext(
        "The play gives {who} {count} trick, not {given}.",
        "The play gives {who} {count} tricks, not {given}.",
        "count",
    ),
    "P14": gettext_noop("Finish the bidding first: {who} has not bid."),
    "P14.exchange": gettext_noop("Finish the exchange first: a blind nil swaps cards."),
    "X04": gettext_noop("{who} does not hold {card} and can't pass it."),
    "P18": gettext_noop("{who} must play {card} to the first trick."),
    # what can't be read
    "P15": gettext_noop("“{text}” is not a card. Write it like TH, 10♥, AS or BJ."),
    "P16": gettext_noop("There is no player in seat {who}."),
    "P16.seats": gettext_noop("The seats of this game are {seats}."),
    "P17": gettext_noop("This part of the record can't be read. It should be {kind}."),
}
