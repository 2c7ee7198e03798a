"""What is told to people by letter. Each fact is one letter, however often it is written."""

from collections.abc import Iterable, Iterator, Mapping

from django.conf import settings
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone, translation

from relay import outbox
from relay.models import Letter
from tournament.leave_keys import leave_address
from tournament.models import Act, Draw, Entry, Event, Match, Person, Side
from tournament.paths import score_of
from tournament.queries.rules import Reader
from tournament.rule_books import RuleBook
from tournament.rule_words import changes_between
from tournament.wording import listed, met_words


def you_play(match: Match, entry: Entry) -> None:
    """Tell a team that its match was called: against whom, and at which table."""
    _send(
        "you_play",
        entry,
        about=f"{match.pk}:{match.version}",
        match=match,
        table=match.table,
        others=_met(_others(match, entry)),
    )


def you_won(match: Match, entry: Entry) -> None:
    """Tell a team that it goes on, and whom it meets next; or that it has won the event."""
    above = match.above
    others = _others(above, entry) if above else []
    _send(
        "you_won",
        entry,
        about=f"{match.pk}:{match.version}",
        match=match,
        score=_score(match, entry),
        next=above,
        others=_met(others),
        known=all(side.entry for side in others),
    )


def you_play_for_third(match: Match, entry: Entry, third: Match) -> None:
    """Tell a team that lost a semi-final in which match it plays for the third place."""
    others = _others(third, entry)
    _send(
        "you_play_for_third",
        entry,
        about=f"{match.pk}:{match.version}",
        match=match,
        score=_score(match, entry),
        next=third,
        others=_met(others),
        known=all(side.entry for side in others),
    )


def you_are_out(match: Match, entry: Entry) -> None:
    """Tell a team that its evening is over, with thanks."""
    _send(
        "you_are_out",
        entry,
        about=f"{match.pk}:{match.version}",
        match=match,
        score=_score(match, entry),
    )


def result_corrected(match: Match, entry: Entry, standing: str, *, why: str = "") -> None:
    """Tell a team that a result was changed, and where it stands now.

    ``standing`` says how: "on" or "again" (it has a match to play), "won", or "out".
    """
    side = (
        Side.objects.filter(entry=entry)
        .exclude(match__state=Match.State.FINISHED)
        .select_related("match")
        .order_by("-round")
        .first()
    )
    _send(
        "result_corrected",
        entry,
        about=f"{match.pk}:{match.version}",
        match=match,
        standing=standing,
        why=why,
        next=side.match if side else None,
        others=_met(_others(side.match, entry)) if side else "",
    )


def entry_confirmed(entry: Entry) -> None:
    """Tell whoever entered that the entry has arrived."""
    _send(
        "entry_confirmed",
        entry,
        about=f"event-{entry.event_id}:1",
        single=_is_single(entry),
        leave_address=leave_address(entry),
    )


def partner_found(single: Entry, pair: Entry) -> None:
    """Tell somebody who needed a partner whom they play with, and as which team."""
    partner = pair.players.filter(active=True).exclude(person__played__entry=single).first()
    _send(
        "partner_found",
        single,
        about=f"entry-{pair.pk}:1",
        pair=pair,
        partner=partner.person if partner else None,
    )


def substitute_seated(entry: Entry, act: Act, *, leaves: Person, comes: Person) -> None:
    """Tell an entry who plays for whom from now on."""
    _send("substitute_seated", entry, about=f"act-{act.pk}:1", leaves=leaves, comes=comes)


def partner_left(single: Entry, pair: Entry, *, leaver: Person) -> None:
    """Tell somebody that the partner has left, and that another one is sought."""
    _send("partner_left", single, about=f"entry-{pair.pk}:2", pair=pair, leaver=leaver)


def you_left(entry: Entry, pair: Entry) -> None:
    """Tell somebody who left a team, or a team that withdrew, that it has worked."""
    _send("you_left", entry, about=f"entry-{pair.pk}:3", pair=pair)


def odd_one_out(single: Entry, draw: Draw) -> None:
    """Tell the one who is left over by the lot that there is no partner yet."""
    _send("odd_one_out", single, about=f"event-{single.event_id}:{draw.attempt}")


def draw_published(draw: Draw) -> None:
    """Tell every team where it stands in the bracket, in a few statements for them all."""
    slots: dict[int, list[Side]] = {}
    sides = Side.objects.filter(event=draw.event_id, round=1).select_related("match", "entry")
    for side in sides.order_by("match__position", "place"):
        slots.setdefault(side.match_id, []).append(side)
    singles: dict[int | None, list[Entry]] = {}
    for single in Entry.objects.filter(event=draw.event_id, joined_as__isnull=False):
        singles.setdefault(single.joined_as_id, []).append(single)
    drafts = [
        letter
        for table in slots.values()
        for side in table
        if side.entry and side.entry.is_in
        for letter in _letters(
            "draw_published",
            side.entry,
            singles.get(side.entry_id, []),
            about=f"event-{draw.event_id}:{draw.attempt}",
            event=draw.event,
            match=side.match,
            others=_met(it for it in table if it.plays and it != side),
        )
    ]
    outbox.letters(drafts)


def drawn_anew(draw: Draw) -> None:
    """Tell everybody who is still in that the draw they were told of does not count any more."""
    drafts = [
        letter
        for entry in draw.event.entries.filter(state=Entry.State.ENTERED).prefetch_related(
            "made_of"
        )
        for letter in _letters(
            "drawn_anew",
            entry,
            entry.made_of.all(),
            about=f"event-{draw.event_id}:{draw.attempt}",
            event=draw.event,
            draw=draw,
        )
    ]
    outbox.letters(drafts)


def rules_changed(
    event: Event, number: int, readers: Iterable[Reader], *, old: RuleBook, new: RuleBook
) -> None:
    """Tell everybody who entered, in the sentences of the sheet, what a new version changes."""
    with translation.override(settings.LANGUAGE_CODE):
        changes = changes_between(old, new)
    address = settings.SITE_URL + reverse("tournament:rules", args=[event.slug])
    drafts = [
        letter
        for reader in readers
        for letter in _letters(
            "rules_changed",
            reader.entry,
            reader.made_of,
            about=f"event-{event.pk}:{number}",
            event=event,
            changes=changes,
            rules_address=address,
        )
    ]
    outbox.letters(drafts)


def _send(kind: str, entry: Entry, *, about: str, **facts: object) -> None:
    made_of = entry.made_of.all() if entry.is_in else ()
    outbox.letters(list(_letters(kind, entry, made_of, about=about, event=entry.event, **facts)))


def _letters(
    kind: str,
    entry: Entry,
    made_of: Iterable[Entry],
    *,
    about: str,
    event: Event,
    **facts: object,
) -> Iterator[Letter]:
    """Write one letter for every address of an entry. A pair of two singles has two."""
    reachable: dict[str, Entry] = {}
    for one in [entry, *made_of]:
        if one.email:
            reachable.setdefault(one.email.lower(), one)
    if not reachable:
        return
    subject, body = _written(kind, event, {"entry": entry, **facts})
    for one in reachable.values():
        yield Letter(
            fact=f"{kind}:{about}:{one.pk}",
            to=one.email,
            subject=subject,
            body=body,
            about=f"event:{event.pk}",
        )


def _written(kind: str, event: Event, facts: Mapping[str, object]) -> tuple[str, str]:
    """Write a letter from its template, whose first line is the subject."""
    with translation.override(settings.LANGUAGE_CODE), timezone.override(event.tz):
        address = settings.SITE_URL + reverse("tournament:event", args=[event.slug])
        text = render_to_string(f"mail/{kind}.txt", {"event": event, "address": address, **facts})
    subject, _blank, body = text.strip().partition("\n")
    return subject.strip(), body.strip() + "\n"


def _others(match: Match, entry: Entry) -> list[Side]:
    """Find the other sides that play, or may still come."""
    sides = match.sides.select_related("entry", "source").exclude(entry=entry)
    return [side for side in sides if side.plays or side.kind == Side.Kind.TO_BE_DECIDED]


def _score(match: Match, entry: Entry) -> str:
    """Write the games of a played match from a team's own side; empty where nobody played."""
    if match.reason != Match.Reason.PLAYED:
        return ""
    sides = [side for side in match.sides.order_by("place") if not side.gone]
    own = next((side for side in sides if side.entry_id == entry.pk), None)
    return score_of(own, [side for side in sides if side is not own]) if own else ""


def _met(sides: Iterable[Side]) -> str:
    return listed([met_words(side) for side in sides])


def _is_single(entry: Entry) -> bool:
    return entry.state == Entry.State.SINGLE
