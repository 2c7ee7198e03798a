"""Sentences of faults, by code: what is wrong and, where it helps, what to do."""

from engine.phrases.markers import Template, gettext_noop, ngettext

FAULTS: dict[str, Template] = {
    # the hand as a whole
    "H01": gettext_noop("This game is over. Start the next game."),
    "H01.won": gettext_noop("This game is over: {who} won {score}. Start the next game."),
    "H02.early": gettext_noop("Hand {due} is next; hand {given} can't be entered yet."),
    "H02.late": gettext_noop("Hand {given} is already saved; hand {due} is next."),
    "H02.unread": gettext_noop("The number of the hand must be a whole number."),
    "H03": gettext_noop("{due} should deal this hand, not {given}."),
    "H03.unknown": gettext_noop("There is no player in seat {given}; {due} should deal this hand."),
    "H03.nobody": gettext_noop("Choose the dealer: there is no player in seat {given}."),
    "H05": gettext_noop("{variant} needs four players in two partnerships."),
    "H06": gettext_noop("This part of the hand can't be read. It should be {kind}."),
    # bids
    "B01": gettext_noop("Enter a bid for {who}. Passing is not allowed; 0 is Nil."),
    "B01.zero": gettext_noop("Enter a bid for {who}. Passing is not allowed."),
    "B02": gettext_noop("The bid of {who} must be a whole number."),
    "B03": gettext_noop("The bid of {who} must be from {low} to {high}."),
    "B03.any": gettext_noop("A bid must be from 0 to {high}."),
    "B04": gettext_noop("There is no player in seat {who}."),
    "B05": gettext_noop("The lowest bid at this table is {low}; {who} bid {bid}."),
    "B06": gettext_noop("Nil is not played at this table; {who} must bid at least 1."),
    "B07": gettext_noop("Both partners may not bid Nil at this table."),
    "B08": gettext_noop("A blind nil is a bid of 0; {who} bid {bid}."),
    "B08.any": gettext_noop("A blind nil is a bid of 0."),
    "B09": gettext_noop("Blind nil is not played here."),
    "B10": gettext_noop("{side} trail by {behind}; blind nil needs {needs}."),
    "B10.ahead": gettext_noop("{side} are not behind; blind nil needs {needs} points behind."),
    "B11": gettext_noop("{side} bid {bid} together; the minimum is {low}."),
    "B11.first": gettext_noop("{side} must bid {low} together; {who} must bid more."),
    "B12": gettext_noop("{side} bid {bid} together; the maximum is {high}."),
    "B12.first": gettext_noop("{side} may bid {high} together; {who} must bid less."),
    "B13": gettext_noop("The bids total {bid}, the number of tricks; {who} must bid another."),
    "B20": gettext_noop("It is the turn of {who} to bid."),
    "B20.done": gettext_noop("All bids are in."),
    "B21": gettext_noop("{who} has bid {bid}; a bid can't be changed."),
    "B30": gettext_noop("“{text}” is not a bid. Write a number, nil or blind."),
    # tricks
    "T01": gettext_noop("Enter the tricks of {who}."),
    "T02": gettext_noop("The tricks of {who} must be a whole number from 0 to {high}."),
    "T03": gettext_noop("The tricks of {who} must be from 0 to {high}."),
    "T04": ngettext(
        "The tricks add up to {total}; there is {n} in a hand.",
        "The tricks add up to {total}; there are {n} in a hand.",
    ),
    "T04.side": gettext_noop("{who} took {own} of the {total} tricks of {side}; check the counts."),
    "T05": gettext_noop("There is no player in seat {who}."),
    "T06": gettext_noop("Enter all bids before the tricks."),
    # exchange and renege
    "X01.both": gettext_noop("No cards are exchanged when both partners bid blind nil."),
    "X01.none": gettext_noop("Only a blind nil has an exchange."),
    "X01.off": gettext_noop("Cards are not exchanged here."),
    "X02": ngettext("{who} must pass exactly {n} card.", "{who} must pass exactly {n} cards."),
    "X03": ngettext("{who} must pass {n} card to {to}.", "{who} must pass {n} cards to {to}."),
    "R01": gettext_noop("Choose the player who reneged; there is nobody in seat {who}."),
    # warnings
    "W01": gettext_noop("{side} bid {bid} together, more than the {tricks} tricks of a hand."),
    "W02.low": gettext_noop("The bids total only {total}. Is that right?"),
    "W02.high": gettext_noop("The bids total {total}. Is that right?"),
    "W03": gettext_noop("{side} bid {bid} and took no trick. Is that right?"),
    "W04": gettext_noop("Each side took what the other bid. Were the sides swapped?"),
    # rule sets
    "O01": gettext_noop("There is no option “{name}”."),
    "O02.int": gettext_noop("{name} must be a whole number."),
    "O02.bool": gettext_noop("{name} must be on or off (true or false)."),
    "O02.choice": gettext_noop("{name} must be one of: {choices}."),
    "O02.cards": gettext_noop("{name} must be a list of different cards, such as 2C."),
    "O02.seats": gettext_noop("{name} must be a list of seats."),
    "O02.renege": gettext_noop(
        "{name} must be none, auto_fail, game_loss or transfer: and a number, such as transfer:3."
    ),
    "O03": gettext_noop("{name} must be from {low} to {high}."),
    "O04.seats": gettext_noop("Every seat must belong to exactly one side."),
    "O04.blind": gettext_noop("Blind nil can't be played where nil is not."),
    "O04.bids": gettext_noop("The lowest bid ({low}) is above the highest ({high})."),
    "O04.max_bid": gettext_noop("The highest bid ({high}) is above the {tricks} tricks of a hand."),
    "O04.team": gettext_noop("The team minimum ({low}) is above the team maximum ({high})."),
    "O04.no_bid": gettext_noop("No two bids of partners are within these limits."),
    "O04.no_make": gettext_noop(
        "Partners would have to bid {low} at least, more than the {tricks} tricks of a hand."
    ),
    "O04.endless": gettext_noop("Nothing wins points under these rules, so no game could end."),
    "O04.stuck": gettext_noop(
        "The last player could be left without a bid: the bids may not add up to the tricks, and "
        "the team limits leave no other."
    ),
    "O04.deck": gettext_noop(
        "{seats} players with {hand_size} cards need {needed} cards; this deck has {cards}."
    ),
    "O04.removed": gettext_noop("{card} is not in the deck, so it can't be taken out."),
    "O04.deuce": gettext_noop("{card} ranks high here, so it can't be taken out."),
    "O05": gettext_noop("There is no game called “{name}”. Games: {known}."),
    "O06": gettext_noop("Rule sets of version {given} can't be read; this is version {known}."),
    "O07": gettext_noop("A rule set must be an object of options."),
    # matches, brackets, draws
    "M01": gettext_noop("A match is the best of an odd number of games, not {n}."),
    "M02": gettext_noop("The match is already decided; game {n} is not played."),
    "D01": gettext_noop("A draw needs at least two entries."),
    "D02": gettext_noop("Entry {id} is in the list twice."),
    "D03": gettext_noop("{name} is missing."),
    "D04": gettext_noop("{name} must be {kind}."),
    "D05": gettext_noop("The draw was made by “{given}”; this program knows only {known}."),
    "D06": gettext_noop("The public value must be empty when its source is “none”."),
    "D07": gettext_noop("The public value is missing: its source is “{source}”."),
}
