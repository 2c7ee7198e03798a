"""The list is closed for the draw; and, where nobody wants the show, the bracket drawn at once."""

from collections.abc import Collection

from django.db import transaction
from django.utils import translation
from django.utils.translation import gettext as _

from engine import draws
from engine.brackets import single, tables
from engine.draws import DrawOptions
from engine.steering import steering_faults
from tournament import log
from tournament.actors import Actor
from tournament.models import Draw, Entry, Event, Player
from tournament.models.draws import LIST_CLOSED
from tournament.refusals import Refusal, Stale
from tournament.rule_books import draw_algorithm
from tournament.services import lots
from tournament.services.entry_faults import barred_sentence
from tournament.services.event_details import NO_SOURCE
from tournament.services.locks import lock_event
from tournament.services.news import event_changed
from tournament.services.reveal import finish, newest_attempt, open_attempt, require_check_in


@transaction.atomic
def freeze_list(event: Event, *, by: Actor, everyone: bool = False) -> Draw:
    """Close the list for the draw: all checked-in pairs, or with ``everyone`` all that entered.

    From here to the draw nobody comes; who leaves is struck, and drawn all the same. The options
    of the draw, and what they go by, are fixed with the list. Called twice, the list stays.

    Raises:
        Refusal: fewer than two pairs, a pair with somebody in it who may no longer play, or a list
            that the options do not go with.
        Stale: check-in is not open.
    """
    event = lock_event(event.pk)
    return _begun(event) or _freeze(event, everyone=everyone, by=by)


@transaction.atomic
def draw_bracket(
    event: Event, *, by: Actor, public_value: str = "", everyone: bool = False
) -> Draw:
    """Draw the bracket at once from the closed list, the committed secret and the public value.

    Where no public value is mixed in, an open list is closed in the same step. Called twice, or by
    two directors at once, there is one draw and both get it. A draw that is being revealed is shown
    to its end.

    Raises:
        Refusal: as ``freeze_list``; or the public value is missing, too long or not wanted.
        Stale: check-in is not open, or the list must be closed first.
    """
    event = lock_event(event.pk)
    draw = _begun(event)
    if draw and draw.state == Draw.State.DRAWN:
        return draw
    if draw is None or draw.state == Draw.State.FROZEN:
        source = lots.source_of(event, draw)
        public_value = lots.read_public_value(source, public_value)
        if draw is None and source != NO_SOURCE:
            raise Stale(
                "list_is_open",
                _("Close the list first. Only then comes the public value: %(source)s.")
                % {"source": source},
            )
        draw = draw or _freeze(event, everyone=everyone, by=by)
        open_attempt(draw, public_value, by=by)
    require_check_in(event)
    finish(event, draw, by=by)
    return draw


def _begun(event: Event) -> Draw | None:
    """Find the attempt that is on its way or made the bracket; not one that was set aside."""
    draw = newest_attempt(event)
    return draw if draw and draw.state in {*LIST_CLOSED, Draw.State.DRAWN} else None


def _freeze(event: Event, *, everyone: bool, by: Actor) -> Draw:
    if event.status != Event.Status.CHECK_IN:
        raise Stale("check_in_is_closed", _("The list is closed for the draw during check-in."))
    pairs = event.entries.filter(state=Entry.State.ENTERED)
    if not everyone:
        pairs = pairs.filter(check_in__isnull=False)
    entries = list(pairs)
    _refuse_barred(event, entries)
    draw = lots.next_attempt(event, Draw.Kind.BRACKET)
    draw.event, draw.algorithm = event, draw_algorithm(event.rule_book)
    _refuse_too_few(draw, len(entries))
    options = _options(event, draw, entries)
    lots.close_list(draw, entries, options)
    log.write(event, "list_frozen", by, count=len(entries))
    event_changed(event)
    return draw


def _options(event: Event, draw: Draw, entries: Collection[Entry]) -> DrawOptions:
    """Read what is asked of the draw, and name its algorithm; tables are drawn by chance alone."""
    if draw.algorithm in draws.TABLES:
        return DrawOptions()
    options = DrawOptions.from_json(event.draw_options)
    draw.algorithm = options.algorithm
    faults = list(steering_faults(lots.on_the_list(entries, options), options))
    if faults:
        said = [fault.say(translation) for fault in faults]
        raise Refusal.because("draw_options", " ".join(said))
    return options


def _refuse_too_few(draw: Draw, count: int) -> None:
    if draw.algorithm in draws.TABLES:
        code, least = "too_few_players", tables.FEWEST
        said = _("A draw needs three players who have checked in; there are %(count)d.")
    elif draw.event.players_each == 1:
        code, least = "too_few_players", single.PLACES
        said = _("A draw needs two players who have checked in; there are %(count)d.")
    else:
        code, least = "too_few_pairs", single.PLACES
        said = _("A draw needs two pairs that have checked in; there are %(count)d.")
    if count < least:
        raise Refusal.because(code, said % {"count": count})


def _refuse_barred(event: Event, entries: Collection[Entry]) -> None:
    """Refuse to draw a pair somebody of which was barred after check-in: staff withdraw it."""
    players = Player.objects.filter(
        event=event, active=True, entry__in=[e.pk for e in entries], person__barred_at__isnull=False
    )
    names = list(players.values_list("person__name", flat=True))
    if names:
        raise Refusal.because("barred", barred_sentence(", ".join(names), event.club))
