"""What a seat is called while nobody has said who sits there."""

from engine.phrases.markers import gettext_noop

NAMES: dict[str, str] = {
    "N": gettext_noop("North"),
    "E": gettext_noop("East"),
    "S": gettext_noop("South"),
    "W": gettext_noop("West"),
}
