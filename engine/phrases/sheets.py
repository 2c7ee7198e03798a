"""Sentences of the printed rule sheet up to the play: each says what one option, or two, decide."""

from engine.phrases.markers import Template, gettext_noop, ngettext

TITLES: dict[str, Template] = {
    "title.teams": gettext_noop("Teams and matches"),
    "title.deck": gettext_noop("Cards, deal and play"),
    "title.bidding": gettext_noop("Bidding"),
    "title.nil": gettext_noop("Nil and blind nil"),
    "title.scoring": gettext_noop("Scoring"),
    "title.bags": gettext_noop("Bags"),
    "title.winning": gettext_noop("Winning"),
    "title.penalties": gettext_noop("Table talk and penalties"),
}

PLAY: dict[str, Template] = {
    "sheet.pairs": gettext_noop("Two players make a pair; partners sit opposite each other."),
    "sheet.alone": gettext_noop("{n} players sit at a table, each playing alone."),
    "sheet.best_of.one": gettext_noop("A match is one game."),
    "sheet.best_of.many": gettext_noop(
        "A match is the best of {games} games: the first to win {wins} wins it."
    ),
    "sheet.fresh": gettext_noop("Scores and bags start again at 0 in every game."),
    "sheet.fresh_scores": gettext_noop("Scores start again at 0 in every game."),
    "sheet.cards": gettext_noop(
        "{cards} cards are dealt, {hand_size} to each player; a hand has {hand_size} tricks."
    ),
    "sheet.cards_drawn": gettext_noop(
        "From {cards} cards both draw two in turn, keep one and lay the other aside, "
        "until each holds {hand_size}; a hand has {hand_size} tricks."
    ),
    "sheet.plain": gettext_noop("The deck is plain, without jokers; the ace of spades is high."),
    "sheet.jokers": gettext_noop(
        "Two jokers play as the highest spades, the big joker above the little one."
    ),
    "sheet.deuces.diamond_first": gettext_noop(
        "The two of diamonds and the two of spades rank above the ace of spades, in this "
        "order; both are spades."
    ),
    "sheet.deuces.spade_first": gettext_noop(
        "The two of spades and the two of diamonds rank above the ace of spades, in this "
        "order; both are spades."
    ),
    "sheet.deuces.spade_only": gettext_noop("The two of spades ranks above the ace of spades."),
    "sheet.removed": gettext_noop("These cards are left out: {removed}."),
    "sheet.first_dealer.drawn": gettext_noop("The first dealer is drawn or agreed."),
    "sheet.first_dealer.first_diamond": gettext_noop(
        "Whoever is dealt the first diamond deals first."
    ),
    "sheet.first_dealer.first_club": gettext_noop("Whoever is dealt the first club deals first."),
    "sheet.first_dealer.high_card": gettext_noop("Whoever draws the highest card deals first."),
    "sheet.deal": gettext_noop("After every hand the deal passes to the left."),
    "sheet.no_misdeal": gettext_noop("Every deal is played as it is."),
    "sheet.misdeal.first_bid": gettext_noop(
        "Until the first bid a deal is void for: {causes}. Every other deal is played."
    ),
    "sheet.misdeal.first_lead": gettext_noop(
        "Until the first lead a deal is void for: {causes}. Every other deal is played."
    ),
    "sheet.misdeal_dealer.next": gettext_noop("After a void deal the next player deals."),
    "sheet.misdeal_dealer.same": gettext_noop("After a void deal the same player deals again."),
    "sheet.misdeal_kept": gettext_noop("A player may keep a card that was shown in the deal."),
    "sheet.lead": gettext_noop(
        "The player left of the dealer leads first; whoever wins a trick leads the next."
    ),
    "sheet.first_trick.lowest_club": gettext_noop(
        "To the first trick everybody plays the lowest club."
    ),
    "sheet.first_trick.two_of_clubs": gettext_noop("The two of clubs leads to the first trick."),
    "sheet.first_trick.lowest_leads": gettext_noop(
        "The lowest club in the deck leads to the first trick."
    ),
    "sheet.follow": gettext_noop("Follow the suit led if you can; otherwise play any card."),
    "sheet.highest": gettext_noop(
        "The highest spade wins the trick; without a spade, the highest card of the suit led."
    ),
    "sheet.broken": gettext_noop(
        "Spades may not be led until they are broken, unless you hold nothing else; they "
        "are broken when somebody who can't follow suit plays one."
    ),
    "sheet.forced": gettext_noop("A spade led because there is nothing else breaks them too."),
    "sheet.not_forced": gettext_noop(
        "A spade led because there is nothing else does not break them."
    ),
    "sheet.any_time": gettext_noop("Spades may be led at any time."),
    "sheet.card_laid.final": gettext_noop("A card laid is a card played."),
    "sheet.card_laid.until_trick_closed": gettext_noop(
        "A wrong card may be taken back until the trick is turned."
    ),
}

BIDDING: dict[str, Template] = {
    "sheet.no_bids": gettext_noop("Nobody bids."),
    "sheet.first_hand": gettext_noop("The first hand of a game is not bid: it bids itself."),
    "sheet.first_hand_min": gettext_noop(
        "A side with fewer than {low} tricks in the first hand loses the game."
    ),
    "sheet.game.mirror": gettext_noop(
        "The target of each player is the number of spades dealt to that player."
    ),
    "sheet.game.whiz": gettext_noop(
        "Each player bids nil or exactly the number of spades held; without a spade the bid is nil."
    ),
    "sheet.mirror_zero.nil": gettext_noop("A player without spades has bid nil."),
    "sheet.mirror_zero.plain": gettext_noop(
        "A player without spades has a plain target of 0, without bonus."
    ),
    "sheet.no_ace_nil": gettext_noop("Whoever holds the ace of spades may not bid nil."),
    "sheet.order.left_of_dealer": gettext_noop(
        "The player left of the dealer bids first; each player bids once, in turn."
    ),
    "sheet.order.non_dealers_first": gettext_noop(
        "The side that does not deal bids first; each player bids once."
    ),
    "sheet.order.hidden": gettext_noop("All bid at once, hidden, and then show their bids."),
    "sheet.range": gettext_noop("A bid is a number of tricks from {low} to {high}."),
    "sheet.range_nil": gettext_noop("A bid is a number of tricks from {low} to {high}, or 0: nil."),
    "sheet.zero_plain": gettext_noop(
        "A bid of 0 is not nil: it promises nothing and wins nothing."
    ),
    "sheet.suicide": gettext_noop(
        "One of two partners must bid nil and the other at least {low}: whoever bids first chooses."
    ),
    "sheet.suicide_loose": gettext_noop(
        "Each player bids nil or at least {low}; both partners may do the same."
    ),
    "sheet.no_pass": gettext_noop("Nobody may pass, and nobody may change a bid."),
    "sheet.lock.written": gettext_noop("Nobody may pass; a bid is final once it is written down."),
    "sheet.lock.opponents_bid": gettext_noop(
        "Nobody may pass; a bid may be changed until the opponents have bid."
    ),
    "sheet.sum": gettext_noop("The bids of partners are added: together they must win that many."),
    "sheet.team": gettext_noop("Partners agree on one number: together they must win that many."),
    "sheet.second_fixes": gettext_noop("The partner who bids second fixes the number for both."),
    "sheet.words.possible_ok": gettext_noop("A player may say “a possible” beside the number."),
    "sheet.words.consult_aloud": gettext_noop("Partners may talk over their bid aloud."),
    "sheet.team_min": gettext_noop("Partners must bid at least {low} together."),
    "sheet.team_max": gettext_noop("Partners may bid at most {high} together."),
    "sheet.forbidden": gettext_noop("No side may bid: {numbers}."),
    "sheet.table_min.next": gettext_noop(
        "If all bids together are under {low}, the hand is thrown in and the next player deals."
    ),
    "sheet.table_min.same": gettext_noop(
        "If all bids together are under {low}, the hand is thrown in and the same player "
        "deals again."
    ),
    "sheet.not_equal": gettext_noop(
        "The bids of the whole table may not add up to {tricks}; the last to bid must see to it."
    ),
}

NIL: dict[str, Template] = {
    "sheet.no_nil": gettext_noop("Nil is not played: every player must bid at least 1."),
    "sheet.no_nil_team": gettext_noop("Nil is not played."),
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
    "sheet.blind_deficit.leader": gettext_noop(
        "Blind nil may be bid only by a side at least {points} points behind the leader."
    ),
    "sheet.blind_deficit.everyone": gettext_noop(
        "Blind nil may be bid only by a side at least {points} points behind every other."
    ),
    "sheet.exchange": ngettext(
        "After the bids a blind nil passes {n} card to the partner, who then passes {n} "
        "back; when both partners bid blind, no cards are exchanged.",
        "After the bids a blind nil passes {n} cards to the partner, who then passes {n} "
        "back; when both partners bid blind, no cards are exchanged.",
    ),
    "sheet.no_exchange": gettext_noop("A blind nil exchanges no cards."),
    "sheet.stray_bags": gettext_noop(
        "Tricks of a failed nil do not help the partner's bid; they are bags."
    ),
    "sheet.stray_partner": gettext_noop(
        "Tricks of a failed nil help the partner's bid; beside another nil they are bags."
    ),
    "sheet.stray_none": gettext_noop(
        "Tricks of a failed nil count for nothing: they are no help and no bags."
    ),
    "sheet.alone_bags": gettext_noop("Tricks of a failed nil are bags."),
    "sheet.alone_partner": gettext_noop("Tricks taken with a failed nil are bags."),
    "sheet.alone_none": gettext_noop("Tricks of a failed nil count for nothing."),
    "sheet.stray_set": gettext_noop("They are bags even when the partner's bid is missed."),
    "sheet.stray_not_set": gettext_noop("They are no bags when the partner's bid is missed."),
    "sheet.stray_points": gettext_noop("Those bags score like any other."),
    "sheet.stray_no_points": gettext_noop("Those bags count, but score nothing."),
    "sheet.nil_is_set": gettext_noop("A failed nil counts as a set."),
}

SHEETS: dict[str, Template] = {**TITLES, **PLAY, **BIDDING, **NIL}
