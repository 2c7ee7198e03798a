"""The game of Spades: rule sets, bids, hands, games and the rule sheet.

rows           contracts that score in their own way, and penalties: rows of two tables
option_kinds   what values an option takes, by its kind
options        every option: limits, group, level, and the games it means anything in
game_options   the fields the eight games differ in
house_options  the fields that only houses differ in
variants       the eight games as data
limits         what one player, and two partners together, may bid
coherence      what options may not say together
tables         what rows of contracts and penalties may not say together
values         values of options, between JSON and fields
rules          RuleSet: the options of one event, checked and frozen; the games
presets        everything to start from: games and organisers' sheets
pairs          the rules for three seats and for four in one
cards          suits, ranks and card notation
masks          the deck of a rule set as bits; which cards are playable
bids           what one player promised
entry          raw numbers as typed -> whole numbers or faults
papers         the other parts of a hand as typed
targets        Mirror and Whiz: bids held against the spades dealt
held           Mirror and Whiz: the spades that bids tell of, and the ace
suicide        Suicide: partners' bids held against each other
rulings        what a director ruled
facts          a hand -> the facts its score depends on
scores         the values of a score: facts, items, lines
score_rules    which options a line comes from
side_hands     facts of one side -> points, bags and the items that explain them
score_tables   what was worked out once, kept for each rule set
judging        what rulings, and other sides' contracts, do to a hand
hands          HandSheet -> HandScore
house          bids held against the rules of the house
exchange       the cards a blind nil swaps
warnings       what looks odd in a sound hand
bidding        which bids are legal now, and every fault of a typed hand
bags           bags from hand to hand
endings        when a game is over and who has won it
games          hands -> GameState
records        a hand as it was dealt and played, read from JSON
deals          what every seat held at the first lead
play           record -> faults, reneges, winners, tricks
sheet          RuleSet -> the printed rule sheet (sheet_play, sheet_score)
"""
