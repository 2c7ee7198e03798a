"""Lines that say where points come from; each begins small, as on a score sheet."""

from engine.phrases.markers import Template, gettext_noop, ngettext

SCORES: dict[str, Template] = {
    "line.made": gettext_noop("bid {bid} took {took}: {worth}"),
    "line.made_bags": ngettext(
        "bid {bid} took {took}: {worth} + {n} bag", "bid {bid} took {took}: {worth} + {n} bags"
    ),
    "line.set": gettext_noop("bid {bid} took {took}, set: {worth}"),
    "line.renege": gettext_noop("bid {bid}, renege by {who}, set: {worth}"),
    "line.bags": ngettext("{n} bag: {worth}", "{n} bags: {worth}"),
    "line.nil_made": gettext_noop("nil by {who} made: {worth}"),
    "line.nil_failed": ngettext(
        "nil by {who} failed with {n} trick: {worth}",
        "nil by {who} failed with {n} tricks: {worth}",
    ),
    "line.blind_made": gettext_noop("blind nil by {who} made: {worth}"),
    "line.blind_failed": ngettext(
        "blind nil by {who} failed with {n} trick: {worth}",
        "blind nil by {who} failed with {n} tricks: {worth}",
    ),
    "line.nil_renege": gettext_noop("nil by {who} fails for the renege: {worth}"),
    "line.unit_made": gettext_noop("both made nil: {worth}"),
    "line.unit_failed": gettext_noop("double nil failed: {worth}"),
    "line.nil_bags": ngettext(
        "{n} bag from a failed nil: {worth}", "{n} bags from a failed nil: {worth}"
    ),
    "line.moon": gettext_noop("every trick taken: {worth}"),
    "line.transfer": ngettext(
        "{n} trick goes over for the renege by {who}",
        "{n} tricks go over for the renege by {who}",
    ),
    "line.game_loss": gettext_noop("renege by {who}: the game is lost"),
    "line.bag_penalty": gettext_noop("{nth} bag: {worth}"),
    "line.bag_penalty_often": gettext_noop("{nth} bag, {times} times: {worth}"),
    "line.total": gettext_noop("total {total}, bags {bags} of {limit}"),
    "line.total_free": gettext_noop("total {total}, bags {bags}"),
    "nth.st": gettext_noop("{n}st"),
    "nth.nd": gettext_noop("{n}nd"),
    "nth.rd": gettext_noop("{n}rd"),
    "nth.th": gettext_noop("{n}th"),
}
