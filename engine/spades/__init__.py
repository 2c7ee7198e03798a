"""The game of Spades: rule sets, bids, hands, games and the rule sheet.

options    every option a house may set: its kind and its limits
rules      RuleSet: the options of one event, checked and frozen
cards      suits, ranks and card notation
entry      raw numbers as typed -> whole numbers or faults
hands      HandSheet -> HandScore
scores     one side of one hand -> points, bags and the lines that explain them
bidding    which bids are legal now, and every fault of an entered hand
games      hands -> GameState
sheet      RuleSet -> the printed rule sheet
"""
