"""The English catalogue: every sentence of the engine by its key.

Sentences are formatted after translation, with ``str.format`` and named parameters.
"""

from collections.abc import Mapping
from types import MappingProxyType

from engine.phrases.choices import CHOICES
from engine.phrases.faults import FAULTS
from engine.phrases.games import GAMES
from engine.phrases.markers import Plural, Template
from engine.phrases.names import NAMES
from engine.phrases.option_help import HELP
from engine.phrases.options import LABELS
from engine.phrases.play import PLAYED
from engine.phrases.rules import RULES
from engine.phrases.scores import SCORES
from engine.phrases.sheet_scores import SHEET_SCORES
from engine.phrases.sheets import SHEETS

__all__ = ["CATALOGUE", "NAMES", "Plural", "Template"]

PARTS: tuple[Mapping[str, Template], ...] = (
    FAULTS,
    PLAYED,
    RULES,
    SCORES,
    SHEETS,
    SHEET_SCORES,
    LABELS,
    GAMES,
    HELP,
    CHOICES,
)
"""All catalogues; no key is in two of them."""

CATALOGUE: Mapping[str, Template] = MappingProxyType(
    {key: template for part in PARTS for key, template in part.items()}
)
