"""Sentences of the printed rule sheet, by section; each says what one option, or two, decide."""

from engine.phrases.markers import Template, gettext_noop, ngettext

TITLES: dict[str, Template] = {
    "title.teams": gettext_noop("Teams and matches"),
    "title.deck": gettext_noop("Cards and deal"),
    "title.bidding": gettext_noop("Bidding"),
    "title.nil": gettext_noop("Nil and blind nil"),
    "title.play": gettext_noop("Play"),
    "title.scoring": gettext_noop("Scoring and bags"),
    "title.winning": gettext_noop("Winning"),
    "title.conduct": gettext_noop("Table talk and penalties"),
}

TEAMS: dict[str, Template] = {
    "sheet.pairs": gettext_noop("Two players make a pair; partners sit opposite each other."),
    "sheet.target": gettext_noop("A game is played to {target} points."),
    "sheet.best_of.one": gettext_noop("A match is one game."),
    "sheet.best_of.many": gettext_noop(
        "A match is the best of {games} games: the first to win {wins} wins it."
    ),
    "sheet.fresh": gettext_noop("Scores and bags start again at 0 in every game."),
}

DECK: dict[str, Template] = {
    "sheet.cards": gettext_noop(
        "{cards} cards are dealt, {hand_size} to each player; a hand has {hand_size} tricks."
    ),
    "sheet.plain": gettext_noop("The deck is plain, without jokers; the ace of spades is high."),
    "sheet.jokers": gettext_noop(
        "Two jokers play as the highest spades, the big joker above the little one."
    ),
    "sheet.deuces": gettext_noop(
        "The two of diamonds and the two of spades rank above the ace of spades."
    ),
    "sheet.removed": gettext_noop("These cards are left out: {removed}."),
    "sheet.deal": gettext_noop("After every hand the deal passes to the left."),
}

BIDDING: dict[str, Template] = {
    "sheet.order": gettext_noop(
        "The player left of the dealer bids first; each player bids once, in turn."
    ),
    "sheet.range": gettext_noop("A bid is a number of tricks from {low} to {high}."),
    "sheet.range_nil": gettext_noop("A bid is a number of tricks from {low} to {high}, or 0: nil."),
    "sheet.zero_plain": gettext_noop(
        "A bid of 0 is not nil: it promises nothing and wins nothing."
    ),
    "sheet.no_pass": gettext_noop("Nobody may pass, and nobody may change a bid."),
    "sheet.sum": gettext_noop("The bids of partners are added: together they must win that many."),
    "sheet.team_min": gettext_noop("Partners must bid at least {low} together."),
    "sheet.team_max": gettext_noop("Partners may bid at most {high} together."),
    "sheet.not_equal": gettext_noop(
        "The bids of the whole table may not add up to {tricks}; the last to bid must see to it."
    ),
}

NIL: dict[str, Template] = {
    "sheet.no_nil": gettext_noop("Nil is not played: every player must bid at least 1."),
    "sheet.nil": gettext_noop(
        "Nil promises to take no trick: kept, it wins {value} points; broken, it loses {value}."
    ),
    "sheet.nil_partner": gettext_noop("The partner of a nil must still make the bid of the pair."),
    "sheet.both_nil": gettext_noop("Both partners may bid nil; each nil counts for itself."),
    "sheet.both_nil_unit": gettext_noop(
        "Both partners may bid nil; then both must make it, or the points of both are lost."
    ),
    "sheet.one_nil": gettext_noop("Only one of two partners may bid nil."),
    "sheet.no_blind": gettext_noop("Blind nil is not played."),
    "sheet.blind": gettext_noop(
        "A nil bid before looking at the cards is a blind nil: it wins or loses {value} points."
    ),
    "sheet.blind_deficit": gettext_noop(
        "Blind nil may be bid only by a side at least {points} points behind the leader."
    ),
    "sheet.exchange": ngettext(
        "After the bids a blind nil passes {n} card to the partner, who then passes {n} back; "
        "when both partners bid blind, no cards are exchanged.",
        "After the bids a blind nil passes {n} cards to the partner, who then passes {n} back; "
        "when both partners bid blind, no cards are exchanged.",
    ),
    "sheet.no_exchange": gettext_noop("A blind nil exchanges no cards."),
}

PLAY: dict[str, Template] = {
    "sheet.lead": gettext_noop(
        "The player left of the dealer leads first; whoever wins a trick leads the next."
    ),
    "sheet.follow": gettext_noop("Follow the suit led if you can; otherwise play any card."),
    "sheet.highest": gettext_noop(
        "The highest spade wins the trick; without a spade, the highest card of the suit led."
    ),
    "sheet.broken": gettext_noop(
        "Spades may not be led until they are broken, unless you hold nothing else; they are "
        "broken when somebody who can't follow suit plays one."
    ),
    "sheet.forced": gettext_noop("A spade led because there is nothing else breaks them too."),
    "sheet.not_forced": gettext_noop(
        "A spade led because there is nothing else does not break them."
    ),
    "sheet.any_time": gettext_noop("Spades may be led at any time."),
}

SCORING: dict[str, Template] = {
    "sheet.made": gettext_noop("A side that makes its bid scores 10 points for each trick bid."),
    "sheet.bag": ngettext(
        "Each trick above the bid is a bag and scores {n} point.",
        "Each trick above the bid is a bag and scores {n} points.",
    ),
    "sheet.bag_free": gettext_noop("Each trick above the bid is a bag and scores nothing."),
    "sheet.bag_cost": ngettext(
        "Each trick above the bid is a bag and costs {n} point.",
        "Each trick above the bid is a bag and costs {n} points.",
    ),
    "sheet.set_bid": gettext_noop("A side that misses its bid loses 10 points for each trick bid."),
    "sheet.set_short": gettext_noop(
        "A side that misses its bid loses 10 points for each trick it is short."
    ),
    "sheet.set_none": gettext_noop("A side that misses its bid scores nothing for it."),
    "sheet.stray_bags": gettext_noop(
        "Tricks of a failed nil do not help the partner's bid; they are bags."
    ),
    "sheet.stray_partner": gettext_noop("Tricks of a failed nil help the partner's bid."),
    "sheet.stray_none": gettext_noop(
        "Tricks of a failed nil count for nothing: they are no help and no bags."
    ),
    "sheet.stray_set": gettext_noop("They are bags even when the partner's bid is missed."),
    "sheet.stray_not_set": gettext_noop("They are no bags when the partner's bid is missed."),
    "sheet.stray_points": gettext_noop("Those bags score like any other."),
    "sheet.stray_no_points": gettext_noop("Those bags count, but score nothing."),
    "sheet.penalty": gettext_noop("Every {n} bags of a side in a game cost it {points} points."),
    "sheet.carry": gettext_noop("Bags above {n} stay on the count."),
    "sheet.reset": gettext_noop(
        "Then the count starts again at 0, and one hand costs at most one penalty."
    ),
    "sheet.cancels": gettext_noop("The penalty also takes back what those bags scored."),
    "sheet.no_penalty": gettext_noop("Bags are counted, but they cost no penalty."),
    "sheet.moon": gettext_noop("A side that takes every trick of a hand scores {points} more."),
}

WINNING: dict[str, Template] = {
    "sheet.win": gettext_noop(
        "The first side to reach {target} points wins; if several do in one hand, the highest "
        "score wins."
    ),
    "sheet.after_bags": gettext_noop(
        "Scores are compared at the end of a hand, after any bag penalty."
    ),
    "sheet.tie": gettext_noop("When the highest scores are equal, another hand is played."),
    "sheet.sudden": gettext_noop(
        "When the highest scores are equal, one more hand decides: the higher score after it wins."
    ),
    "sheet.floor": gettext_noop(
        "A side at {floor} or below ends the game: the highest score wins."
    ),
    "sheet.no_floor": gettext_noop("Scores may fall below 0 without limit."),
}

CONDUCT: dict[str, Template] = {
    "sheet.talk": gettext_noop(
        "Table talk and signalling are not allowed: whoever does it is removed from the event."
    ),
    "sheet.ban": gettext_noop(
        "Whoever is removed again at a later event may not enter any event after that."
    ),
    "sheet.renege.none": gettext_noop("A renege has no fixed penalty: the hand stands as played."),
    "sheet.renege.auto_fail": gettext_noop(
        "A renege fails the hand: the side misses its bid, and so does a nil of the player who "
        "reneged."
    ),
    "sheet.renege.transfer": ngettext(
        "A renege costs the side {n} trick, which goes to the opponents.",
        "A renege costs the side {n} tricks, which go to the opponents.",
    ),
    "sheet.renege.game_loss": gettext_noop("A renege loses the game."),
}

SHEETS: dict[str, Template] = {
    **TITLES,
    **TEAMS,
    **DECK,
    **BIDDING,
    **NIL,
    **PLAY,
    **SCORING,
    **WINNING,
    **CONDUCT,
}
