"""How hard Hypothesis looks: a little in every run, far in ``--hypothesis-profile=long``."""

import pytest
from hypothesis import settings

from tests.engine.command_line import ROOT

settings.register_profile("short", deadline=None, max_examples=40)
settings.register_profile("long", deadline=None, max_examples=2000)
settings.load_profile("short")


@pytest.fixture
def root():
    return ROOT
