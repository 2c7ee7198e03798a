"""Faults of rule sets: what an option can't be, and what options can't say together."""

from engine.phrases.markers import Template, gettext_noop

RULES: dict[str, Template] = {
    "O01": gettext_noop("There is no option “{name}”."),
    "O02.int": gettext_noop("{name} must be a whole number."),
    "O02.bool": gettext_noop("{name} must be on or off (true or false)."),
    "O02.choice": gettext_noop("{name} must be one of: {choices}."),
    "O02.cards": gettext_noop("{name} must be a list of different cards, such as 2C."),
    "O02.seats": gettext_noop("{name} must be a list of seats."),
    "O02.effect": gettext_noop(
        "{name} must be none, warn, auto_fail, opponents_made, replay, game_loss, event_out, "
        "future_ban, or transfer, drop or points with a number, such as transfer:3."
    ),
    "O02.claim": gettext_noop(
        "{name} must be as_renege, or an effect such as none, auto_fail or transfer:3."
    ),
    "O02.numbers": gettext_noop(
        "{name} must be a list of different whole numbers from {low} to {high}."
    ),
    "O02.several": gettext_noop("{name} must be a list of these, none of them twice: {choices}."),
    "O02.order": gettext_noop(
        "{name} must be one or several of {choices}, in order; only the last may be continue, "
        "sudden_death or replay, and it must be one of them."
    ),
    "O02.rows": gettext_noop("{name} must be a list of rows."),
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
    "O04.idle": gettext_noop("{name} means nothing in the game {variant}."),
    "O04.team_nil": gettext_noop(
        "Where partners bid one number, nobody can bid nil: switch nil off."
    ),
    "O04.suicide": gettext_noop(
        "In strict Suicide one partner bids nil; in loose Suicide both may."
    ),
    "O04.table": gettext_noop("All bids together can reach {high} at most, never {low}."),
    "O04.deck_draw": gettext_noop(
        "{seats} players who draw {hand_size} cards each, and lay as many aside, need {needed} "
        "cards; this deck has {cards}."
    ),
    "O04.no_deuces": gettext_noop("Twos do not rank high here, so they have no order."),
    "O04.free_bags": gettext_noop("Bags can't lose the game where they cost nothing."),
    "O04.no_end": gettext_noop(
        "A game needs an end: a target, a floor, a number of hands, a clock or a number of sets."
    ),
    "O04.hands": gettext_noop("At least {low} hands can't be played where {high} is the most."),
    "O04.sets": gettext_noop(
        "{row} sets in a row can never come before {total} in all; say only one of them."
    ),
    "O04.row_range": gettext_noop(
        "A row goes from the lower number ({low}) to the higher ({high})."
    ),
    "O04.row_high": gettext_noop("A row goes up to {high}, but a hand has {tricks} tricks."),
    "O04.row_never": gettext_noop(
        "No side may bid from {low} to {high} here, so this row is idle."
    ),
    "O04.row_taken": gettext_noop(
        "Every bid from {low} to {high} is settled by an earlier row: one thing is said twice."
    ),
    "O04.twice_set": gettext_noop(
        "The contracts say what every missed bid costs, and set_penalty says it again."
    ),
    "O04.twice": gettext_noop("Offence {offence}, time {nth}, is said twice."),
    "O04.twice_first": gettext_noop(
        "The first {offence} is settled by {name}; say here only what later ones cost."
    ),
    "O08": gettext_noop("{name} is missing in this row."),
    "O08.loss": gettext_noop(
        "This row says what a made bid wins, but not what a missed one loses."
    ),
    "O09": gettext_noop("{name} must be {kind}."),
    "O10": gettext_noop("{name} belongs to the game and can't be changed for a round."),
    "O12": gettext_noop("{name} belongs to the game: say it under three or four."),
    "O11": gettext_noop("{name} is shared by both games; say it once, beside them."),
    "O13": gettext_noop("{name} is set twice."),
    "O14": gettext_noop("“{given}” is not of the form name=value."),
}
