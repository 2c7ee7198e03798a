"""The rows of a tournament. A match knows its slot in the bracket; it knows nothing of cards."""

from tournament.models.acts import Act
from tournament.models.conduct import Incident
from tournament.models.draws import Draw
from tournament.models.entries import CheckIn, Entry, Player
from tournament.models.events import Event, LogLine, RulesVersion
from tournament.models.matches import Match, Side
from tournament.models.people import Club, Membership, Person
from tournament.models.tables import Table

__all__ = [
    "Act",
    "CheckIn",
    "Club",
    "Draw",
    "Entry",
    "Event",
    "Incident",
    "LogLine",
    "Match",
    "Membership",
    "Person",
    "Player",
    "RulesVersion",
    "Side",
    "Table",
]
