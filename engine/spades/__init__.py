"""The game of Spades: rule sets, bids, hands, games and the rule sheet.

options    every option a house may set: its kind and its limits
limits     what one player, and two partners together, may bid
coherence  what options may not say together
rules      RuleSet: the options of one event, checked and frozen; presets
cards      suits, ranks and card notation
masks      the deck of a rule set as bits; which cards are playable
entry      raw numbers as typed -> whole numbers or faults
scores     one side of one hand -> points, bags and the lines that explain them
reneges    what a renege does to a hand
hands      Bid, HandSheet -> HandScore
house      bids held against the rules of the house
exchange   the cards a blind nil swaps
warnings   what looks odd in a sound hand
bidding    which bids are legal now, and every fault of a typed hand
bags       bags from hand to hand
games      hands -> GameState
records    a hand as it was dealt and played, read from JSON
deals      what every seat held at the first lead
play       record -> faults, reneges, winners, tricks
sheet      RuleSet -> the printed rule sheet
"""
