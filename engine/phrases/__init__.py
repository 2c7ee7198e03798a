"""The English catalogue: every sentence of the engine by its key.

Sentences are formatted after translation, with ``str.format`` and named parameters.
"""

from collections.abc import Mapping
from types import MappingProxyType

from engine.phrases.faults import FAULTS
from engine.phrases.markers import Plural, Template
from engine.phrases.names import NAMES
from engine.phrases.play import PLAYED
from engine.phrases.scores import SCORES
from engine.phrases.sheets import SHEETS

__all__ = ["CATALOGUE", "NAMES", "Plural", "Template"]

CATALOGUE: Mapping[str, Template] = MappingProxyType({**FAULTS, **PLAYED, **SCORES, **SHEETS})
