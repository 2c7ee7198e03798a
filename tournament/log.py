"""The log of an event: what was done, by whom, in sentences."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from django.forms import fields_for_model
from django.utils import translation
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from engine.faults import Phrase
from engine.spades.rows import effect_of
from tournament.actors import Actor
from tournament.draw_words import options_words
from tournament.models import Event, LogLine, Match
from tournament.round_words import round_to_go

SENTENCES: Final[Mapping[str, str | Promise]] = {
    # The event
    "event_created": _("The event was set up."),
    "event_edited": _("The event was changed: %(fields)s."),
    "registration_opened": _("Registration opened. The secrets of the draw are locked away."),
    "registration_reopened": _("Check-in was closed again; registration is open."),
    "check_in_opened": _("Check-in opened."),
    "event_cancelled": _("The event was cancelled. %(reason)s"),
    "event_archived": _("The event was put into the archive."),
    "event_unarchived": _("The event was taken out of the archive."),
    "rules_changed": _(
        "The rules were changed: version %(number)d. Everybody in who left an address was told."
    ),
    "round_rules_changed": _("%(round)s: the rules of this round were changed."),
    "round_rules_removed": _("%(round)s: played under the same rules as every other round."),
    # Tables
    "table_added": _("Table %(table)d was added."),
    "table_link_revoked": _("The link of table %(table)d was replaced."),
    "table_off": _("Table %(table)d was taken out of use."),
    "table_open": _("Table %(table)d is in use."),
    # Entries
    "pair_entered": _("%(team)s entered."),
    "player_entered": _("%(team)s entered."),
    "single_entered": _("%(team)s entered and needs a partner."),
    "pairs_imported": _("%(count)d entries were imported."),
    "entry_withdrawn": _("%(team)s withdrew."),
    "checked_in": _("%(team)s checked in."),
    "check_in_undone": _("The check-in of %(team)s was taken back."),
    "partners_paired": _("%(first)s and %(second)s play as %(team)s."),
    "partners_drawn": _("Partners were drawn by lot: %(count)d new pairs."),
    "singles_frozen": _("The list for the lot was closed: %(count)d people need a partner."),
    "name_removed": _("A name was removed at the wish of its bearer."),
    # The draw
    "list_frozen": _("The list was closed for the draw: %(count)d entries."),
    "entry_struck": _(
        "%(team)s withdrew after the list was closed: drawn all the same, and whoever meets them "
        "goes on."
    ),
    "draw_options_changed": _("The options of the draw were changed: %(options)s."),
    "seeds_given": _("Seeds and those to keep apart were written down for the draw."),
    "draw_begun": _("The draw began. It is shown in %(steps)d steps."),
    "public_value_typed": _("The public value of the draw was typed in: %(value)s."),
    "attempt_set_aside": _(
        "Attempt %(attempt)d at the draw was set aside before anything was drawn, and its secret "
        "published: %(reason)s. The list is open again."
    ),
    "drawn_anew": _(
        "The draw is made anew: attempt %(attempt)d was set aside, and stays public. %(reason)s"
    ),
    "draw_made": _("The bracket was drawn for %(count)d entries (attempt %(attempt)d)."),
    # Matches
    "called": _("Match %(number)d was called to table %(table)d."),
    "uncalled": _("Match %(number)d was called back from table %(table)d."),
    "pinned": _("Match %(number)d is called to table %(table)d only."),
    "unpinned": _("Match %(number)d may be called to any table again."),
    "held": _("Match %(number)d is passed by until it is released."),
    "released": _("Match %(number)d is called in its turn again."),
    "tables_swapped": _(
        "Match %(number)d and match %(other)d swapped tables; match %(other)d has table %(table)d."
    ),
    "table_given": _("Match %(number)d gave table %(table)d to match %(other)d."),
    "side_here": _("Match %(number)d: %(team)s came to the table."),
    "side_not_here": _("Match %(number)d: %(team)s did not come to the table after all."),
    "clock_extended": _("Match %(number)d waits until %(time)s."),
    "settled": _("Match %(number)d was settled without play: %(team)s went on."),
    "settled_nobody": _("Match %(number)d was settled without play. Nobody went on."),
    "closed_walkover": _("Match %(number)d: %(gone)s did not come. %(team)s went on."),
    "closed_forfeit": _("Match %(number)d: %(gone)s forfeited. %(team)s went on."),
    "closed_double_forfeit": _("Match %(number)d: %(gone)s did not play. Nobody went on."),
    "closed_withdrawal": _("Match %(number)d: %(gone)s withdrew. %(team)s went on."),
    "closed_removal": _("Match %(number)d: %(gone)s had to leave. %(team)s went on."),
    "left_walkover": _("Match %(number)d: %(gone)s did not come. %(teams)s play it."),
    "left_forfeit": _("Match %(number)d: %(gone)s forfeited. %(teams)s play it."),
    "left_withdrawal": _("Match %(number)d: %(gone)s withdrew. %(teams)s play it."),
    "left_removal": _("Match %(number)d: %(gone)s had to leave. %(teams)s play it."),
    "bulk_walkover": _("Walkovers in %(count)d matches at once."),
    "bulk_withdrawal": _("%(count)d withdrawals at once."),
    "begun_anew": _("Match %(number)d begins anew with those who are left."),
    "result_corrected": _(
        "Match %(number)d: the result was corrected. %(team)s went on (%(how)s). %(why)s"
    ),
    "result_corrected_nobody": _(
        "Match %(number)d: the result was corrected. Nobody goes on. %(why)s"
    ),
    "result_stands": _("Match %(number)d: the result stands by ruling. %(why)s"),
    "match_replayed": _("Match %(number)d is void and is played again. %(why)s"),
    "act_done": _("an act of the staff."),
    "taken_back": _("Taken back, act %(act)d: %(what)s"),
    "match_void": _("Match %(number)d: what it was decided by is void."),
    "team_comes": _("Match %(number)d: now in it: %(team)s."),
    "team_goes": _("Match %(number)d: no longer in it: %(team)s."),
    "team_withdrawn": _("%(team)s withdrew. %(reason)s"),
    "team_removed": _("%(team)s had to leave the event. %(reason)s"),
    "champion": _("%(team)s won the event."),
    "no_champion": _("The event ended without a champion. %(team)s"),
    # Hands
    "game_opened": _("Match %(number)d: game %(game)d began."),
    "misdeal": _(
        "Match %(number)d, game %(game)d, hand %(hand)d: misdeal (%(cause)s). "
        "Bids so far: %(bids)s."
    ),
    "bid_taken_back": _(
        "Match %(number)d, game %(game)d, hand %(hand)d: the bid %(bid)s of seat %(seat)s was "
        "taken back."
    ),
    "ruled": _(
        "Match %(number)d, game %(game)d, hand %(hand)d: %(offence)s by %(who)s, %(effect)s. "
        "%(note)s"
    ),
    "ruling_taken_back": _(
        "Match %(number)d, game %(game)d, hand %(hand)d: taken back: %(offence)s by %(who)s, "
        "%(effect)s. %(note)s"
    ),
    "time_called": _("Match %(number)d, game %(game)d: time was called."),
    "hand_corrected": _("Match %(number)d, game %(game)d: hand %(hand)d was corrected. %(reason)s"),
    # Conduct
    "incident_warning": _("%(person)s was warned: %(kind)s."),
    "incident_removal": _("%(person)s was removed from the event: %(kind)s."),
    "substitute_seated": _("%(substitute)s plays for %(person)s in %(team)s."),
    "reserve_named": _("%(team)s named a substitute: %(person)s."),
    "partner_left": _("%(person)s left %(team)s. %(partner)s needs a partner again."),
    "person_barred": _("%(person)s was removed for the second time and may no longer play here."),
}
"""Every key a line may carry, with its sentence; the params of the line fill it in."""


def write(
    event: Event,
    key: str,
    by: Actor,
    *,
    match: Match | None = None,
    public: bool = True,
    **params: object,
) -> LogLine:
    """Add a line to the event's log, inside the transaction that makes it true."""
    if key not in SENTENCES:
        raise KeyError(f"the log has no sentence for {key!r}")
    return LogLine.objects.create(
        event=event, key=key, match=match, public=public, params=params, **by.columns
    )


def sentence(line: LogLine) -> str:
    """Say a line of the log in the words of whoever reads it."""
    template = str(SENTENCES[line.key])
    return (template % {name: _said(name, it) for name, it in line.params.items()}).strip()


def _said(name: str, value: object) -> object:
    kind, say = SAYERS.get(name, (None, str))
    if kind and isinstance(value, kind):
        return say(value)
    return ", ".join(map(str, value)) if isinstance(value, list) else value


def _effect(value: object) -> str:
    word, number = effect_of(str(value))
    return Phrase(f"effect.{word}", {"n": number}).say(translation)


def _deed(value: tuple[str, dict[str, object]]) -> str:
    key, params = value
    return str(SENTENCES[key]) % {name: _said(name, it) for name, it in params.items()}


def _ruled(value: object) -> str:
    """Say why a corrected result holds: what nobody played for is what the staff ruled."""
    reason = Match.Reason(str(value))
    return gettext("by ruling") if reason == Match.Reason.PLAYED else str(reason.label)


def _labels(names: list[str]) -> str:
    fields = fields_for_model(Event, fields=names).values()
    return ", ".join(str(field.label) for field in fields)


SAYERS: Final[Mapping[str, tuple[type, Callable[[Any], object]]]] = {
    "kind": (object, lambda it: gettext(str(it))),
    "offence": (object, lambda it: Phrase(f"Offence.{it}").say(translation)),
    "effect": (object, _effect),
    "round": (int, round_to_go),
    "options": (dict, options_words),
    "how": (object, _ruled),
    "what": (list, _deed),
    "cause": (object, lambda it: Phrase(f"choice.{it}").say(translation)),
    "fields": (list, _labels),
}
"""Params that are said in words: what kind of value they are then, and how."""
