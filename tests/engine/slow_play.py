"""A second checker of play, slow and plain: lists of texts, one rule after the other.

It knows nothing of bits or reviews, and gives (code, trick, card) of the first fault, or None.
"""

ORDER = ["2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A"]


HIGH_TWOS = {
    "diamond_first": ["2S", "2D"],
    "spade_first": ["2D", "2S"],
    "spade_only": ["2S"],
}


def high_twos(rules):
    """The twos above the ace of spades, the lower one first."""
    return HIGH_TWOS[rules.deuce_order] if rules.high_deuces else []


def suit_of(card, rules):
    if card in ("BJ", "LJ") or card in high_twos(rules):
        return "S"
    return card[1]


def strength_of(card, rules):
    if card == "BJ":
        return 100
    if card == "LJ":
        return 99
    if card in high_twos(rules):
        return 90 + high_twos(rules).index(card)
    return ORDER.index(card[0])


def deck_of(rules):
    cards = [rank + suit for rank in ORDER for suit in "CDHS"]
    if rules.jokers == "two":
        cards += ["BJ", "LJ"]
    return [card for card in cards if card not in rules.left_out]


def winner_of(plays, rules):
    best_seat, best_card = plays[0]
    for seat, card in plays[1:]:
        suit, best_suit = suit_of(card, rules), suit_of(best_card, rules)
        higher = strength_of(card, rules) > strength_of(best_card, rules)
        if (suit == best_suit and higher) or (suit == "S" and best_suit != "S"):
            best_seat, best_card = seat, card
    return best_seat


def deal_fault(deal, rules):
    for seat in rules.seats:
        if len(deal[seat]) != rules.hand_size:
            return ("P12", None, None)
    dealt = [card for seat in rules.seats for card in deal[seat]]
    if not set(dealt) <= set(deck_of(rules)):
        return ("P05", None, None)
    if len(set(dealt)) != len(dealt):
        return ("P04", None, None)
    return None


def hands_of(case, rules):
    """The deal, or the cards of the deck that everybody plays, each the first player's."""
    if case.get("deal") is not None:
        return {seat: list(case["deal"][seat]) for seat in rules.seats}
    deck, hands, seen = set(deck_of(rules)), {seat: [] for seat in rules.seats}, set()
    for trick in case["tricks"]:
        for seat, card in trick["plays"]:
            if card not in seen and card in deck:
                hands[seat].append(card)
                seen.add(card)
    return hands


class Table:
    """What is on the table and what has been on it."""

    def __init__(self, case, rules):
        self.case, self.rules, self.seats = case, rules, list(rules.seats)
        self.deck = set(deck_of(rules))
        self.hands, self.played, self.broken = hands_of(case, rules), [], False
        self.leader = self.after(case["dealer"], 1)
        self.winners = []
        self.bound = self.bound_to_clubs()

    def after(self, seat, steps):
        return self.seats[(self.seats.index(seat) + steps) % len(self.seats)]

    def bound_to_clubs(self):
        """Who must play which club to the first trick; the two of clubs also makes its leader."""
        clubs = [rank + "C" for rank in ORDER if rank + "C" in self.deck]
        held = {seat: [it for it in clubs if it in self.hands[seat]] for seat in self.seats}
        if self.rules.first_trick == "lowest_club":
            return {seat: its[0] for seat, its in held.items() if its}
        bound = {}
        if self.rules.first_trick == "two_of_clubs":
            bound = {seat: its[0] for seat, its in held.items() if clubs[0] in its}
            self.leader = next(iter(bound), self.leader)
        return bound

    def breaks_the_opening(self, seat, card, place, plays):
        """Clubs are owed by the leader, and by the others where everybody owes the lowest."""
        if place > 1 and (self.rules.first_trick != "lowest_club" or plays[0][1][1] != "C"):
            return False
        return self.bound.get(seat, card) != card

    def suits_held(self, seat):
        return [suit_of(card, self.rules) for card in self.hands[seat]]

    def lead_is_barred(self, seat):
        early = self.rules.lead_spades == "when_broken" and not self.broken
        return early and any(suit != "S" for suit in self.suits_held(seat))

    def code_of(self, seat, card, place, led):
        suit = suit_of(card, self.rules)
        due = self.after(self.leader, place - 1)
        for is_wrong, code in (
            (seat != due and place == 1, "P01"),
            (seat != due, "P02"),
            (card not in self.deck, "P05"),
            (card in self.played, "P04"),
            (card not in self.hands[seat], "P03"),
            (place == 1 and suit == "S" and self.lead_is_barred(seat), "P07"),
            (place > 1 and suit != led and led in self.suits_held(seat), "P06"),
        ):
            if is_wrong:
                return code
        return None

    def put_down(self, seat, card, place, led):
        if suit_of(card, self.rules) == "S":
            forced = place == 1 and set(self.suits_held(seat)) == {"S"}
            if forced and self.rules.spades_break_on_forced_lead:
                self.broken = True
            if place > 1 and led != "S":
                self.broken = True
        self.hands[seat].remove(card)
        self.played.append(card)

    def faults_of(self, trick, number):
        led = None
        for place, (seat, card) in enumerate(trick["plays"], 1):
            code = self.code_of(seat, card, place, led)
            if code:
                yield (code, number, place)
            elif number == 1 and self.breaks_the_opening(seat, card, place, trick["plays"]):
                yield ("P18", number, place)
            led = led or suit_of(card, self.rules)
            self.put_down(seat, card, place, led)
        if len(trick["plays"]) != len(self.seats):
            yield ("P09" if len(trick["plays"]) < len(self.seats) else "P10", number, None)
        self.leader = winner_of(trick["plays"], self.rules)
        self.winners.append(self.leader)
        if trick.get("recorded_winner") not in (None, self.leader):
            yield ("P08", number, None)

    def faults(self):
        for number, trick in enumerate(self.case["tricks"], 1):
            yield from self.faults_of(trick, number)
        if self.case.get("complete"):
            if len(self.case["tricks"]) != self.rules.hand_size:
                yield ("P11", len(self.case["tricks"]) or None, None)
            for seat, count in (self.case.get("recorded_tricks") or {}).items():
                if self.winners.count(seat) != count:
                    yield ("P13", None, None)


def check(case, rules):
    """Only the first fault can be trusted: after it the table is not followed any further."""
    found = deal_fault(case["deal"], rules) if case.get("deal") is not None else None
    return found or next(Table(case, rules).faults(), None)
