"""A second scorer, written plainly from the truth tables and without looking at the first.

It knows every game and every house rule, and of rulings those that take tricks or points; it wants
a count for every seat.
"""


def side_points(seats, rules, *, unbid=False, behind=0):
    """``seats`` is a list of (tricks bid, blind, tricks taken); gives (points, bags, gift).

    The gift is what every other side gets.
    """
    everything = sum(s[2] for s in seats) == rules.hand_size
    bid_all = not unbid and sum(s[0] for s in seats) == rules.hand_size
    moon = everything and (rules.moon_when == "any" or not bid_all)
    points, bags, gift = hand_points(seats, rules, unbid, behind)
    if moon and rules.moon_bonus and rules.moon_scores == "instead":
        return rules.moon_bonus, bags, gift
    if moon and not is_unit(seats, rules):
        points += rules.moon_bonus
    return points, bags, gift


def is_nil(seat, rules):
    plain = not rules.zero_is_nil or (rules.variant == "mirror" and rules.mirror_zero == "plain")
    return seat[0] == 0 and (seat[1] or not plain)


def is_unit(seats, rules):
    both = len(seats) == 2 and all(is_nil(s, rules) for s in seats)
    return both and rules.double_nil_scoring == "unit"


def hand_points(seats, rules, unbid, behind):
    if unbid:
        return rules.unbid_trick_points * sum(s[2] for s in seats), 0, 0
    nils = [s for s in seats if is_nil(s, rules)]
    others = [s for s in seats if not is_nil(s, rules)]
    if is_unit(seats, rules):
        stake = sum(rules.blind_nil_value if s[1] else rules.nil_value for s in nils)
        return (stake if sum(s[2] for s in nils) == 0 else -stake), 0, 0
    points = sum(nil_points(s, rules) for s in nils)
    won, bags, stray, gift = contract_points(nils, others, rules, behind)
    points += won + (rules.bag_points * stray if rules.failed_nil_bag_points else 0)
    return points, bags + stray, gift


def nil_points(seat, rules):
    value = rules.blind_nil_value if seat[1] else rules.nil_value
    return value if seat[2] == 0 else -value


def contract_points(nils, others, rules, behind):
    """Give points of the bid with its overtricks, overtricks, bags of failed nils, and the gift."""
    failed, taken = sum(s[2] for s in nils), sum(s[2] for s in others)
    if rules.failed_nil_tricks == "partner" and others:
        taken, failed = taken + failed, 0
    if rules.failed_nil_tricks == "none":
        failed = 0
    if not others:
        return 0, 0, failed, 0
    bid = sum(s[0] for s in others)
    over = taken - bid
    row = special_row(bid, others, rules, behind)
    if over >= 0:
        worth, gift = made_points(bid, over, row, rules)
        return worth, over, failed, gift
    kept = failed if rules.failed_nil_bags_when_set else 0
    if row is not None:
        return row.set[0] * bid + row.set[1], 0, kept, row.set_to_opponents
    lost = {"bid": 10 * bid, "shortfall": -10 * over, "none": 0}[rules.set_penalty]
    return -lost, 0, kept, 0


def special_row(bid, others, rules, behind):
    said = [s for s in others if s[0] > 0]
    blind = bool(said) and all(s[1] for s in said)
    for row in rules.contracts:
        near = row.behind is not None and behind < row.behind
        if row.low <= bid <= row.high and row.blind == blind and not near:
            return row
    return None


def made_points(bid, over, row, rules):
    if row is not None:
        each, flat = row.made_over if over and row.made_over else row.made
        return each * bid + flat + row.over * over, row.over_to_opponents * over
    factor = rules.blowout_factor
    if factor is not None and bid > 0 and bid + over >= factor * bid:
        return -10 * bid, 0
    return 10 * bid + rules.bag_points * over, rules.bag_points_to_opponents * over


def bids_of(side, sheet, tricks, rules):
    name = "".join(side)
    if not sheet.bids:
        return [(0, False, tricks[seat]) for seat in side]
    if rules.bid_mode == "sum":
        return [(sheet.bids[x].tricks, sheet.bids[x].blind, tricks[x]) for x in side]
    took = sum(tricks[seat] for seat in side)
    if rules.bid_mode == "team":
        return [(sheet.bids[name].tricks, sheet.bids[name].blind, took)]
    second = sheet.bids[late_bidder(side, sheet.dealer, rules)]
    return [(second.tricks, second.blind, took)]


def late_bidder(side, dealer, rules):
    """Who of a pair bids last: walk around the table from the dealer's left."""
    seats = list(rules.seats)
    at = seats.index(dealer)
    around = seats[at + 1 :] + seats[: at + 1]
    return [seat for seat in around if seat in side][-1]


def behind_of(side, scores, rules):
    others = [score for name, score in scores.items() if name != side]
    ahead = max(others) if rules.behind_whom == "leader" else min(others)
    return max(0, ahead - scores[side])


def nil_seats(sheet):
    return [name for name, bid in sheet.bids.items() if bid.tricks == 0]


def take_away(tricks, side, count, sheet):
    """Take tricks from a side one by one, but none of those who bid 0; give how many went."""
    gone = 0
    for seat in side:
        while gone < count and seat not in nil_seats(sheet) and tricks[seat] > 0:
            tricks[seat] -= 1
            gone += 1
    return gone


def after_rulings(sheet, rules):
    """Give the tricks by seat and the fines by side, once everything ruled has been paid."""
    tricks, fines = dict(sheet.tricks), dict.fromkeys(rules.side_names, 0)
    for ruling in sheet.rulings:
        effect, _, number = ruling.effect.partition(":")
        owner = next(side for side in rules.sides if set(ruling.seat) <= set(side))
        if effect == "points":
            fines["".join(owner)] += int(number)
        if effect in {"drop", "transfer"} and not sheet.void:
            gone = take_away(tricks, owner, int(number), sheet)
            if effect == "transfer":
                sides = list(rules.sides)
                gainer = sides[(sides.index(owner) + 1) % len(sides)]
                # a side of nothing but nils gets none of them
                able = [seat for seat in gainer if seat not in nil_seats(sheet)] or [None]
                tricks[able[0]] = tricks.get(able[0], 0) + gone
    return tricks, fines


def slow_hand(sheet, rules, scores):
    """Give {side: (points, bags)} for one hand, gifts included."""
    told = {}
    tricks, fines = after_rulings(sheet, rules)
    for side in rules.sides:
        name = "".join(side)
        away = behind_of(name, scores, rules)
        told[name] = side_points(
            bids_of(side, sheet, tricks, rules), rules, unbid=not sheet.bids, behind=away
        )
    return {
        name: (
            points - fines[name] + sum(it[2] for other, it in told.items() if other != name),
            bags,
        )
        for name, (points, bags, _) in told.items()
    }


def slow_game(sheets, rules):
    """Give the list of totals after each hand: {side: (score, bags)}, to the end of the hands."""
    totals = dict.fromkeys(rules.side_names, (0, 0))
    told = []
    for sheet in sheets:
        if sheet.void:
            _, fines = after_rulings(sheet, rules)  # points are fined all the same
            totals = {side: (score - fines[side], bags) for side, (score, bags) in totals.items()}
        else:
            scores = {side: total[0] for side, total in totals.items()}
            gained = slow_hand(sheet, rules, scores)
            totals = {
                side: pay_for_bags(totals[side][0] + points, totals[side][1] + bags, rules)
                for side, (points, bags) in gained.items()
            }
        told.append(totals)
    return told


def pay_for_bags(score, count, rules):
    price = rules.bag_penalty
    if rules.bag_penalty_cancels_points:
        price += rules.bag_threshold * rules.bag_points
    if not rules.bag_penalty_enabled or rules.bag_limit_loses_game or count < rules.bag_threshold:
        return score, count
    if rules.bag_overflow == "reset":
        return score - price, 0
    return pay_for_bags(score - price, count - rules.bag_threshold, rules)
