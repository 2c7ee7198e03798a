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
    "line.ruled_made": gettext_noop("bid {bid} took {took}, ruled as made: {worth}"),
    "line.blowout": gettext_noop("bid {bid} took {took}, far too many: {worth}"),
    "line.unbid": ngettext("{n} trick: {worth}", "{n} tricks: {worth}"),
    "line.moon_wins": gettext_noop("every trick taken: the game is won"),
    "line.row_wins": gettext_noop("{bid} bid and made: the game is won"),
    "line.from_others": gettext_noop("from the other side's bid: {worth}"),
    "line.transfer": ngettext(
        "{n} trick goes over, {offence} by {who}",
        "{n} tricks go over, {offence} by {who}",
    ),
    "line.drop": ngettext(
        "{n} trick is taken off, {offence} by {who}",
        "{n} tricks are taken off, {offence} by {who}",
    ),
    "line.fined": gettext_noop("{offence} by {who}: {worth}"),
    "line.game_loss": gettext_noop("{offence} by {who}: the game is lost"),
    "line.ruled": gettext_noop("ruled: {offence} by {who}"),
    "line.void_misdeal": gettext_noop("misdeal: the hand is void"),
    "line.void_thrown_in": gettext_noop("thrown in: the bids are too low"),
    "line.void_replay": gettext_noop("the hand is played again, by ruling"),
    "line.void_ruled": gettext_noop("decided by ruling: the hand is not played"),
    "line.void_stopped": gettext_noop("time was called: the hand is void"),
    "line.first_min": gettext_noop("took {took} in the first hand, under {low}: the game is lost"),
    "line.sets_total": gettext_noop("set number {n}: the game is lost"),
    "line.sets_in_a_row": gettext_noop("set {n} times in a row: the game is lost"),
    "line.bag_loss": gettext_noop("{n} bags: the game is lost"),
    "line.total_plain": gettext_noop("total {total}"),
    "line.bag_penalty": gettext_noop("{nth} bag: {worth}"),
    "line.bag_penalty_often": gettext_noop("{nth} bag, {times} times: {worth}"),
    "line.total": gettext_noop("total {total}, bags {bags} of {limit}"),
    "line.total_free": gettext_noop("total {total}, bags {bags}"),
    "nth.st": gettext_noop("{n}st"),
    "nth.nd": gettext_noop("{n}nd"),
    "nth.rd": gettext_noop("{n}rd"),
    "nth.th": gettext_noop("{n}th"),
    "offence.renege": gettext_noop("renege"),
    "offence.table_talk": gettext_noop("table talk"),
    "offence.exposed_card": gettext_noop("exposed card"),
    "offence.lead_out_of_turn": gettext_noop("lead out of turn"),
    "offence.bid_out_of_turn": gettext_noop("bid out of turn"),
    "offence.false_claim": gettext_noop("wrong accusation"),
    "offence.late": gettext_noop("lateness"),
    "offence.phone": gettext_noop("phone in use"),
    "offence.conduct": gettext_noop("bad conduct"),
}
