"""Sentences of the printed rule sheet on scoring, bags, winning and penalties."""

from engine.phrases.markers import Template, gettext_noop, ngettext

SCORING: dict[str, Template] = {
    "sheet.unbid": ngettext(
        "Each trick scores {n} point.",
        "Each trick scores {n} points.",
    ),
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
    "sheet.bag_to_others": gettext_noop(
        "Every other side gets {points} for each trick above the bid."
    ),
    "sheet.set_bid": gettext_noop("A side that misses its bid loses 10 points for each trick bid."),
    "sheet.set_short": gettext_noop(
        "A side that misses its bid loses 10 points for each trick it is short."
    ),
    "sheet.set_none": gettext_noop("A side that misses its bid scores nothing for it."),
    "sheet.blowout": gettext_noop(
        "A side that takes {factor} times its bid, or more, loses 10 points for each "
        "trick bid instead."
    ),
    "sheet.first_scores": ngettext(
        "In a hand that bids itself each trick scores {n} point.",
        "In a hand that bids itself each trick scores {n} points.",
    ),
    "sheet.row.open.one": gettext_noop("A bid of {low} wins {made}; missed, it {lost}."),
    "sheet.row.open.range": gettext_noop(
        "A bid from {low} to {high} wins {made}; missed, it {lost}."
    ),
    "sheet.row.blind.one": gettext_noop("A blind bid of {low} wins {made}; missed, it {lost}."),
    "sheet.row.blind.range": gettext_noop(
        "A blind bid from {low} to {high} wins {made}; missed, it {lost}."
    ),
    "sheet.row.behind.leader": gettext_noop(
        "Only a side at least {points} points behind the leader may make {bid}."
    ),
    "sheet.row.behind.everyone": gettext_noop(
        "Only a side at least {points} points behind every other may make {bid}."
    ),
    "sheet.row.made_over": gettext_noop("Made with tricks to spare, {bid} wins {made}."),
    "sheet.row.over": gettext_noop("With {bid} each trick above it scores {points}."),
    "sheet.row.over_others": gettext_noop(
        "With {bid} every other side gets {points} for each trick above it."
    ),
    "sheet.row.set_others": gettext_noop("When {bid} is missed, every other side gets {points}."),
    "sheet.row.no_set": gettext_noop("Missing {bid} does not count as a set."),
    "sheet.row.ends": gettext_noop("Making {bid} wins the game."),
    "sheet.moon.added.any": gettext_noop(
        "A side that takes every trick of a hand scores {points} more."
    ),
    "sheet.moon.added.unbid": gettext_noop(
        "A side that takes every trick without having bid them all scores {points} more."
    ),
    "sheet.moon.instead.any": gettext_noop(
        "A side that takes every trick of a hand scores {points} for the hand."
    ),
    "sheet.moon.instead.unbid": gettext_noop(
        "A side that takes every trick without having bid them all scores {points} for the hand."
    ),
    "sheet.moon_wins.any": gettext_noop("A side that takes every trick of a hand wins the game."),
    "sheet.moon_wins.unbid": gettext_noop(
        "A side that takes every trick without having bid them all wins the game."
    ),
    "sheet.penalty": gettext_noop("Every {n} bags of a side in a game cost it {points} points."),
    "sheet.carry": gettext_noop("Bags above {n} stay on the count."),
    "sheet.reset": gettext_noop(
        "Then the count starts again at 0, and one hand costs at most one penalty."
    ),
    "sheet.cancels": gettext_noop("The penalty also takes back what those bags scored."),
    "sheet.no_penalty": gettext_noop("Bags are counted, but they cost no penalty."),
    "sheet.bag_loss": gettext_noop("A side that reaches {n} bags loses the game."),
}

AMOUNTS: dict[str, Template] = {
    "amount.flat": gettext_noop("{flat} points"),
    "amount.each": gettext_noop("{each} points for each trick bid"),
    "amount.both": gettext_noop("{each} points for each trick bid and {flat} more"),
    "lost.flat": gettext_noop("loses {flat} points"),
    "lost.each": gettext_noop("loses {each} points for each trick bid"),
    "lost.both": gettext_noop("loses {each} points for each trick bid and {flat} more"),
    "lost.nothing": gettext_noop("costs nothing"),
    "lost.scores": gettext_noop("scores {amount}"),
    "bid.open.one": gettext_noop("a bid of {low}"),
    "bid.open.range": gettext_noop("a bid from {low} to {high}"),
    "bid.blind.one": gettext_noop("a blind bid of {low}"),
    "bid.blind.range": gettext_noop("a blind bid from {low} to {high}"),
}

WINNING: dict[str, Template] = {
    "sheet.win": gettext_noop("The first side to reach {target} points wins the game."),
    "sheet.no_target": gettext_noop("No score by itself ends the game."),
    "sheet.both_over.higher": gettext_noop(
        "If several reach it in one hand, the highest score wins."
    ),
    "sheet.both_over.last_bid": gettext_noop(
        "If several reach it in one hand, the higher bid of that hand wins."
    ),
    "sheet.both_over.another_hand": gettext_noop(
        "If several reach it in one hand, another hand is played."
    ),
    "sheet.max_hands": ngettext(
        "A game has {n} hand; then the leader wins.",
        "A game has {n} hands; then the leader wins.",
    ),
    "sheet.min_hands": ngettext(
        "Nobody wins by points or time before {n} hand is played.",
        "Nobody wins by points or time before {n} hands are played.",
    ),
    "sheet.minutes": ngettext(
        "A game lasts {n} minute at most; then the leader wins.",
        "A game lasts {n} minutes at most; then the leader wins.",
    ),
    "sheet.time_up.finish_hand": gettext_noop("When time is called, the hand in play is finished."),
    "sheet.time_up.stop": gettext_noop("When time is called, the hand in play is void."),
    "sheet.after_bags": gettext_noop(
        "Scores are compared at the end of a hand, after any bag penalty."
    ),
    "sheet.after_hand": gettext_noop("Scores are compared at the end of a hand."),
    "sheet.tie.continue": gettext_noop(
        "When the highest scores are equal, another hand is played."
    ),
    "sheet.tie.sudden_death": gettext_noop(
        "When the highest scores are equal, one more hand decides: the higher score after it wins."
    ),
    "sheet.tie.low_bags": gettext_noop("When the highest scores are equal, fewer bags win."),
    "sheet.tie.last_bid": gettext_noop(
        "When the highest scores are equal, the higher bid of the last hand wins."
    ),
    "sheet.tie.replay": gettext_noop(
        "When the highest scores are equal, the game is played again from 0."
    ),
    "sheet.then.continue": gettext_noop("Still equal: another hand is played."),
    "sheet.then.sudden_death": gettext_noop(
        "Still equal: one more hand decides, and the higher score after it wins."
    ),
    "sheet.then.low_bags": gettext_noop("Still equal: fewer bags win."),
    "sheet.then.last_bid": gettext_noop("Still equal: the higher bid of the last hand wins."),
    "sheet.then.replay": gettext_noop("Still equal: the game is played again from 0."),
    "sheet.sets_total": ngettext(
        "A side that is set {n} time loses the game.",
        "A side that is set {n} times loses the game.",
    ),
    "sheet.sets_in_a_row": ngettext(
        "A side that is set {n} time in a row loses the game.",
        "A side that is set {n} times in a row loses the game.",
    ),
    "sheet.floor": gettext_noop(
        "A side at {floor} or below ends the game: the highest score wins."
    ),
    "sheet.no_floor": gettext_noop("Scores may fall below 0 without limit."),
}

PENALTIES: dict[str, Template] = {
    "sheet.renege": gettext_noop("Renege: {effect}."),
    "sheet.claim_window.at_once": gettext_noop("A renege must be claimed at once."),
    "sheet.claim_window.before_trick_closed": gettext_noop(
        "A renege must be claimed before the trick is turned."
    ),
    "sheet.claim_window.before_next_deal": gettext_noop(
        "A renege may be claimed until the next deal."
    ),
    "sheet.claim_proof.name_trick": gettext_noop("Whoever claims a renege must name the trick."),
    "sheet.claim_proof.turn_any": gettext_noop("To prove a renege any trick may be turned."),
    "sheet.claim_staff": gettext_noop("For a claim the table stops and calls the staff."),
    "sheet.claim_as_renege": gettext_noop(
        "Whoever loses a challenge pays: a wrong accusation costs what a renege costs."
    ),
    "sheet.false_claim": gettext_noop("A wrong accusation of renege: {effect}."),
    "sheet.offence.any.always": gettext_noop("{offence}: {effect}."),
    "sheet.offence.any.once": gettext_noop("{offence}, the {nth} time: {effect}."),
    "sheet.offence.any.from": gettext_noop("{offence}, from the {nth} time: {effect}."),
    "sheet.offence.before_bid.always": gettext_noop("{offence} before the bids: {effect}."),
    "sheet.offence.before_bid.once": gettext_noop(
        "{offence} before the bids, the {nth} time: {effect}."
    ),
    "sheet.offence.before_bid.from": gettext_noop(
        "{offence} before the bids, from the {nth} time: {effect}."
    ),
    "sheet.offence.after_bid.always": gettext_noop("{offence} after the bids: {effect}."),
    "sheet.offence.after_bid.once": gettext_noop(
        "{offence} after the bids, the {nth} time: {effect}."
    ),
    "sheet.offence.after_bid.from": gettext_noop(
        "{offence} after the bids, from the {nth} time: {effect}."
    ),
    "sheet.no_penalties": gettext_noop("No other penalties are fixed."),
}

EFFECTS: dict[str, Template] = {
    "effect.none": gettext_noop("the hand stands as played"),
    "effect.warn": gettext_noop("a warning"),
    "effect.auto_fail": gettext_noop("the bid counts as missed, and a nil of the player as broken"),
    "effect.auto_fail_bid": gettext_noop("the bid counts as missed"),
    "effect.opponents_made": gettext_noop("the opponents count as having made their bid"),
    "effect.replay": gettext_noop("the hand is void and dealt again"),
    "effect.game_loss": gettext_noop("the game is lost"),
    "effect.event_out": gettext_noop("the player is removed from the event"),
    "effect.future_ban": gettext_noop("the player is barred from later events"),
    "effect.transfer": ngettext(
        "{n} trick goes to the opponents",
        "{n} tricks go to the opponents",
    ),
    "effect.drop": ngettext(
        "{n} trick is taken off",
        "{n} tricks are taken off",
    ),
    "effect.points": ngettext(
        "{n} point is lost",
        "{n} points are lost",
    ),
    "Offence.renege": gettext_noop("Renege"),
    "Offence.table_talk": gettext_noop("Table talk"),
    "Offence.exposed_card": gettext_noop("Exposed card"),
    "Offence.lead_out_of_turn": gettext_noop("Lead out of turn"),
    "Offence.bid_out_of_turn": gettext_noop("Bid out of turn"),
    "Offence.false_claim": gettext_noop("Wrong accusation"),
    "Offence.late": gettext_noop("Lateness"),
    "Offence.phone": gettext_noop("Phone in use"),
    "Offence.conduct": gettext_noop("Bad conduct"),
}

SHEET_SCORES: dict[str, Template] = {
    **SCORING,
    **AMOUNTS,
    **WINNING,
    **PENALTIES,
    **EFFECTS,
}
