"""What may happen at a table. Each service is one transaction under one lock: the match row.

The engine decides what a hand is worth; a service locks, reads, asks the engine, writes, and tells.
"""

from scoring.services.bids import record_bid, take_back_bid
from scoring.services.corrections import correct_hand
from scoring.services.games import open_game
from scoring.services.hands import record_hand, record_tricks
from scoring.services.voids import record_misdeal, throw_in

__all__ = [
    "correct_hand",
    "open_game",
    "record_bid",
    "record_hand",
    "record_misdeal",
    "record_tricks",
    "take_back_bid",
    "throw_in",
]
