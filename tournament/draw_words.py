"""The options of a draw in words, for pages, the log and the forms."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from tournament.wording import listed


def options_words(options: Mapping[str, Any]) -> str:
    """Say in one line what a draw goes by besides chance; nothing where chance alone decides."""
    said = []
    if options.get("apart"):
        said.append(_("one club or family kept apart in round 1"))
    if options.get("seeds"):
        said.append(_("seeds in their places"))
    if options.get("byes") == "seeded":
        said.append(_("byes to the seeded"))
    return listed(said) if said else _("everything by chance alone")
