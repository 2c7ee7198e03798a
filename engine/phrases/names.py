"""What a seat is called while nobody has said who sits there."""

from engine.phrases.markers import gettext_noop

NAMES: dict[str, str] = {
    "N": gettext_noop("North"),
    "E": gettext_noop("East"),
    "S": gettext_noop("South"),
    "W": gettext_noop("West"),
    "A": gettext_noop("A"),
    "B": gettext_noop("B"),
    "C": gettext_noop("C"),
}
