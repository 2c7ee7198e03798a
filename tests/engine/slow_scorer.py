"""A second scorer, written plainly from the truth tables and without looking at the first.

It knows only hands of two pairs with a count for every seat, and no renege.
"""


def side_points(seats, rules):
    """``seats`` is a list of (tricks bid, blind, tricks taken); gives (points, bags)."""
    nils = [s for s in seats if s[0] == 0 and (s[1] or rules.zero_is_nil)]
    others = [s for s in seats if s not in nils or not nils]
    if len(nils) == 2 and rules.double_nil_scoring == "unit":
        stake = sum(rules.blind_nil_value if s[1] else rules.nil_value for s in nils)
        return (stake if sum(s[2] for s in nils) == 0 else -stake), 0
    points = sum(nil_points(s, rules) for s in nils)
    won, bags, stray = contract_points(nils, others, rules)
    points += won + (rules.bag_points * stray if rules.failed_nil_bag_points else 0)
    if sum(s[2] for s in seats) == 13:
        points += rules.moon_bonus
    return points, bags + stray


def nil_points(seat, rules):
    value = rules.blind_nil_value if seat[1] else rules.nil_value
    return value if seat[2] == 0 else -value


def contract_points(nils, others, rules):
    """Give points of the bid with its overtricks, overtricks, and bags of failed nils."""
    failed, taken = sum(s[2] for s in nils), sum(s[2] for s in others)
    if rules.failed_nil_tricks == "partner" and others:
        taken, failed = taken + failed, 0
    if rules.failed_nil_tricks == "none":
        failed = 0
    bid = sum(s[0] for s in others)
    if taken >= bid:
        return 10 * bid + rules.bag_points * (taken - bid), taken - bid, failed
    lost = {"bid": 10 * bid, "shortfall": 10 * (bid - taken), "none": 0}[rules.set_penalty]
    return -lost, 0, failed if rules.failed_nil_bags_when_set else 0


def slow_game(sheets, rules):
    """Give the list of totals after each hand: {side: (score, bags)}, to the end of the hands."""
    totals = {"NS": (0, 0), "EW": (0, 0)}
    told = []
    for sheet in sheets:
        after = {}
        for side, before in totals.items():
            seats = [(sheet.bids[x].tricks, sheet.bids[x].blind, sheet.tricks[x]) for x in side]
            points, bags = side_points(seats, rules)
            after[side] = pay_for_bags(before[0] + points, before[1] + bags, rules)
        totals = after
        told.append(totals)
    return told


def pay_for_bags(score, count, rules):
    price = rules.bag_penalty
    if rules.bag_penalty_cancels_points:
        price += rules.bag_threshold * rules.bag_points
    if not rules.bag_penalty_enabled or count < rules.bag_threshold:
        return score, count
    if rules.bag_overflow == "reset":
        return score - price, 0
    return pay_for_bags(score - price, count - rules.bag_threshold, rules)
