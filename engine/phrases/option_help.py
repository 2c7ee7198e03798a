"""A sentence for every option that says what it does."""

from engine.phrases.markers import Template, gettext_noop

HELP: dict[str, Template] = {
    "help.target_score": gettext_noop("The first side to reach this wins the game."),
    "help.loss_floor": gettext_noop(
        "A side at or below this score ends the game. Leave it empty to play without."
    ),
    "help.tiebreak": gettext_noop(
        "What decides when the highest scores are equal at the end; several ways are "
        "tried in order."
    ),
    "help.best_of": gettext_noop("The side that wins most of them wins the match."),
    "help.nil_allowed": gettext_noop("A player may promise to take no trick."),
    "help.zero_is_nil": gettext_noop("Otherwise a 0 promises nothing and wins nothing."),
    "help.mirror_zero": gettext_noop("Whether a target of 0 is nil or a plain 0."),
    "help.nil_value": gettext_noop("Won when nil is kept, lost when it is not."),
    "help.double_nil_allowed": gettext_noop("Otherwise only one of them may."),
    "help.double_nil_scoring": gettext_noop(
        "Whether each counts for itself, or both must make it."
    ),
    "help.blind_nil_allowed": gettext_noop(
        "Nil may be bid before looking at the cards, for the larger stake."
    ),
    "help.blind_nil_value": gettext_noop("Won when it is kept, lost when it is not."),
    "help.blind_nil_min_deficit": gettext_noop(
        "Only a side at least this far behind may bid blind nil. Leave it empty to allow it always."
    ),
    "help.blind_nil_exchange": gettext_noop(
        "Passed to the partner, who passes as many back; 0 for none."
    ),
    "help.failed_nil_tricks": gettext_noop(
        "Whether they are bags, help the partner's bid, or count for nothing."
    ),
    "help.failed_nil_bags_when_set": gettext_noop(
        "Whether they count even when the partner misses the bid."
    ),
    "help.failed_nil_bag_points": gettext_noop("Whether those bags score their point as well."),
    "help.bag_points": gettext_noop("Usually 1; 0 where overtricks are worth nothing."),
    "help.bag_penalty_enabled": gettext_noop("Otherwise bags are only counted."),
    "help.bag_threshold": gettext_noop("How many bags cost one penalty."),
    "help.bag_penalty": gettext_noop("Lost each time the bags reach the limit."),
    "help.bag_overflow": gettext_noop(
        "Whether they stay on the count, or the count starts again at 0."
    ),
    "help.bag_penalty_cancels_points": gettext_noop(
        "Whether the points those bags had scored are lost as well."
    ),
    "help.set_penalty": gettext_noop(
        "10 points for each trick bid, for each trick short, or nothing."
    ),
    "help.min_bid": gettext_noop("Nil aside."),
    "help.max_bid": gettext_noop("At most the tricks of a hand."),
    "help.min_team_bid": gettext_noop(
        "Partners must bid this much together. Leave it empty for no minimum."
    ),
    "help.max_team_bid": gettext_noop(
        "Partners may bid this much together. Leave it empty for no maximum."
    ),
    "help.forbid_bids_equal_tricks": gettext_noop("The last to bid must see to it."),
    "help.suicide_strict": gettext_noop("Otherwise the second partner may match the first."),
    "help.suicide_min_bid": gettext_noop("In Suicide usually 4."),
    "help.whiz_nil_with_ace": gettext_noop("Whether a player who holds it may bid nil."),
    "help.lead_spades": gettext_noop("Only once they are broken, or at any time."),
    "help.spades_break_on_forced_lead": gettext_noop(
        "Whether spades are broken when a player leads one for want of anything else."
    ),
    "help.jokers": gettext_noop("Whether two jokers play as the highest spades."),
    "help.high_deuces": gettext_noop("Whether twos rank above the ace of spades and are spades."),
    "help.removed_cards": gettext_noop(
        "Leave it empty to take out what makes the deck deal evenly."
    ),
    "help.hand_size": gettext_noop("And so tricks in a hand; the deck must deal out evenly."),
    "help.moon_bonus": gettext_noop("For a side that takes all tricks of a hand; 0 for none."),
    "help.renege_penalty": gettext_noop(
        "What happens to the side that did not follow suit though it could."
    ),
    "help.deuce_order": gettext_noop(
        "Which of them is the higher, or whether only that of spades ranks high."
    ),
    "help.first_trick": gettext_noop("What must be led or played to open the hand."),
    "help.card_laid": gettext_noop(
        "Whether it is played for good, or may be mended until the trick is turned."
    ),
    "help.first_dealer": gettext_noop("How the first dealer of a game is found."),
    "help.first_hand": gettext_noop("Whether it is bid, or bids itself: each trick scores."),
    "help.first_hand_min": gettext_noop(
        "A side with fewer loses the game. Leave it empty to ask nothing."
    ),
    "help.unbid_trick_points": gettext_noop("Where nobody bids, each trick scores this."),
    "help.bid_mode": gettext_noop(
        "Their bids are added, they name one number, or the second partner fixes it."
    ),
    "help.forbidden_team_bids": gettext_noop("For example 9, where a side must bid 8 or 10."),
    "help.min_table_bid": gettext_noop(
        "Below it the hand is thrown in. Leave it empty to play every hand."
    ),
    "help.thrown_in_dealer": gettext_noop("Whether the deal passes on or stays."),
    "help.bid_order": gettext_noop(
        "From the left of the dealer, the side that does not deal first, or all hidden at once."
    ),
    "help.bid_lock": gettext_noop("From when a bid can't be changed any more."),
    "help.bid_words": gettext_noop("What partners may say to each other about their bid."),
    "help.contracts": gettext_noop(
        "Rows such as 10 for 200, Boston or a blind 6; the first row that fits counts."
    ),
    "help.bag_points_to_opponents": gettext_noop("0 where they get nothing."),
    "help.blowout_factor": gettext_noop(
        "A side that takes this many times its bid loses the bid instead. Leave it empty for none."
    ),
    "help.failed_nil_is_set": gettext_noop("Where sets lose the game."),
    "help.behind_whom": gettext_noop(
        "Where a bid asks a side to be behind: behind the leader, or behind everyone."
    ),
    "help.moon_when": gettext_noop("With any bid, or only where fewer were bid."),
    "help.moon_scores": gettext_noop("On top of the points of the hand, or in their place."),
    "help.moon_wins_game": gettext_noop("Whether a side that takes them all has won."),
    "help.bag_limit_loses_game": gettext_noop("Instead of points."),
    "help.target_enabled": gettext_noop("Otherwise a game ends by hands, time or sets."),
    "help.both_over": gettext_noop("Who wins then."),
    "help.max_hands": gettext_noop("After them the leader wins. Leave it empty to play on."),
    "help.min_hands": gettext_noop("Nobody wins by points or time before so many hands."),
    "help.minutes": gettext_noop(
        "When they are over the leader wins. Leave it empty to play without a clock."
    ),
    "help.time_up": gettext_noop("Whether the hand in play is finished or void."),
    "help.sets_total": gettext_noop("In all. Leave it empty to play on."),
    "help.sets_in_a_row": gettext_noop("Leave it empty to play on."),
    "help.penalties": gettext_noop("What offences cost, by how often and when."),
    "help.false_claim_penalty": gettext_noop(
        "What the accuser's side pays when there was no renege."
    ),
    "help.claim_window": gettext_noop("Later claims are not heard."),
    "help.claim_proof": gettext_noop("By naming the trick, or by turning any of them."),
    "help.claim_calls_staff": gettext_noop("Whether the table must wait for staff."),
    "help.misdeal_causes": gettext_noop("Everything else is played as dealt."),
    "help.misdeal_dealer": gettext_noop("Whether the deal passes on or stays."),
    "help.misdeal_until": gettext_noop("After that the hand is played."),
    "help.misdeal_card_kept": gettext_noop(
        "Whether the player may keep a card shown in the deal instead of a new deal."
    ),
}
