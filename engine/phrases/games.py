"""What the games are called."""

from engine.phrases.markers import Template, gettext_noop

GAMES: dict[str, Template] = {
    "game.standard": gettext_noop("Standard"),
    "game.suicide": gettext_noop("Suicide"),
    "game.nobid": gettext_noop("No-bid"),
    "game.mirror": gettext_noop("Mirror"),
    "game.whiz": gettext_noop("Whiz"),
    "game.cutthroat": gettext_noop("Cutthroat"),
    "game.solo": gettext_noop("Solo"),
    "game.two_handed": gettext_noop("Two-handed"),
    "game.sheet": gettext_noop("{title}"),
    "game.turned_back": gettext_noop("{old} needs other seats; these rules turn back to {new}."),
    "group.teams": gettext_noop("Teams"),
    "group.deck": gettext_noop("Cards and play"),
    "group.bidding": gettext_noop("Bidding"),
    "group.nil": gettext_noop("Nil"),
    "group.scoring": gettext_noop("Scoring"),
    "group.bags": gettext_noop("Bags"),
    "group.winning": gettext_noop("Winning"),
    "group.penalties": gettext_noop("Penalties"),
}
