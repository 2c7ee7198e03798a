"""An event in anybody's hands: quick play at any table, pages without their clocks, invariants."""

import re
from uuid import uuid4

from django.test import Client

from engine.draws import PARTNERS, commitment
from relay.models import Letter, Message
from relay.tasks import deliver
from scoring.models import HandVersion
from scoring.services import open_game, record_hand
from scoring.services.rebuild import check_event
from tests.stage import director_of
from tournament.actors import Actor
from tournament.models import Draw, Entry, Event, Match, Side
from tournament.services.acts import picture_of
from tournament.services.calls import call_match, free_tables
from tournament.services.table_wishes import pin_match
from tournament.services.tables import add_table

TOP, LITTLE = 10, 1
CLOCKS = re.compile(
    r'data-(seal|version|card|now)="[^"]*"|[?&]v=[\w.]+|\b\d{1,2}:\d\d(:\d\d)?\b|nonce="[^"]*"'
    r'|name="csrfmiddlewaretoken" value="[^"]*"'
)


def bids_and_tricks(rules, winner):
    """One hand after which the side at this place has a hundred points and the others few."""
    sides = list(rules.sides)
    total = rules.hand_size * len(rules.seats) // len(rules.seats)
    bids, tricks = {}, {}
    for number, seats in enumerate(sides):
        wanted = TOP if number == winner else LITTLE * len(seats)
        for seat in seats[1:]:
            bids[seat] = str(LITTLE)
        bids[seats[0]] = str(wanted - LITTLE * len(seats[1:]))
        tricks[rules.side_names[number]] = wanted
    tricks[rules.side_names[winner]] += total - sum(tricks.values())
    return {"bids": bids, "tricks": tricks}


def even_hand(rules):
    """One hand after which nobody is near the target."""
    share, rest = divmod(rules.hand_size, len(rules.sides))
    tricks = {name: share + (number < rest) for number, name in enumerate(rules.side_names)}
    return {"bids": dict.fromkeys(rules.seats, "2"), "tricks": tricks}


def seats_of(match, rules):
    """Seat everybody who plays now, in the order of the sides."""
    sides = [side for side in match.sides.order_by("place") if side.plays]
    return {
        seat: player.pk
        for side, seats in zip(sides, rules.sides, strict=True)
        for seat, player in zip(seats, side.entry.players.filter(active=True), strict=True)
    }


def called(match):
    """Call a match to a table that is kept for nobody; to one more where there is none."""
    event, by = match.event, director_of(match.event.club)
    kept = set(event.matches.exclude(pinned=None).values_list("pinned", flat=True))
    free = [table for table in free_tables(event) if table.pk not in kept]
    return call_match(match, free[0] if free else add_table(event, by=by), by=by)


def game_at(match):
    """Give the game in play of a match, at a table, opened if need be."""
    match.refresh_from_db()
    if match.pinned and match.state == Match.State.READY:
        pin_match(match, None, by=director_of(match.event.club))
    if match.state == Match.State.READY:
        match = called(match)
    game = match.games.filter(attempt=match.attempt, winner="").first()
    if game is None:
        games = match.games.filter(attempt=match.attempt)
        rules = match.rules_at(sides=sum(side.plays for side in match.sides.all()))
        game = open_game(
            match,
            game_number=games.count() + 1,
            seating=seats_of(match, rules),
            first_dealer=rules.seats[-1],
            by=Actor(table=match.table),
        )
    game.match = match
    return game


def enter(game, hand):
    """Write the next hand of a game."""
    return record_hand(
        game,
        number=game.next_number,
        entry_key=uuid4(),
        by=Actor(table=game.match.table),
        **hand,
    )


def play_out(match, choose):
    """Play a match to its end; ``choose`` says which side wins each hand."""
    match.refresh_from_db()
    while match.is_open:
        game = game_at(match)
        enter(game, bids_and_tricks(game.rule_set, choose(len(game.rule_set.sides))))
        match.refresh_from_db()


def without_chance(event):
    """Give what is drawn at random the same values every time, so that a fault can be met again."""
    Event.objects.filter(pk=event.pk).update(ref=f"{1:032x}")
    event.refresh_from_db()
    for number, entry in enumerate(event.entries.order_by("pk"), start=1):
        entry.ref, entry.salt = f"{number:032x}", f"{number:032x}"
        entry.save()
    for draw in event.draws.all():
        draw.secret = f"{draw.attempt:064x}"
        fixed = (draw.attempt, bytes.fromhex(draw.secret), draw.public_source)
        name = event.ref if draw.kind == Draw.Kind.BRACKET else f"{event.ref}{PARTNERS}"
        draw.commitment = commitment(name, *fixed)
        draw.save()


def errands():
    """What the workers have not done yet."""
    return Message.objects.filter(channel="task", done_at=None).order_by("pk")


def run_errands():
    """Let the workers catch up."""
    while message := errands().first():
        assert deliver(message.pk)


def page_of(event):
    """Read the public bracket without its clocks and versions."""
    answer = Client(HTTP_HOST="testserver").get(f"/e/{event.slug}/bracket/")
    assert answer.status_code == 200
    return CLOCKS.sub("", answer.content.decode())


def rows_of(event):
    """Read every row of the bracket; who came and went again plays no part in it."""
    picture = picture_of(event)
    players = picture["player"].items()
    return picture | {"player": {pk: it for pk, it in players if it["active"]}}


def memory_of(event):
    """What only ever grows: the log, the acts, the versions of hands, the letters."""
    return {
        "log": set(event.log.values_list("pk", flat=True)),
        "acts": set(event.acts.values_list("number", flat=True)),
        "versions": set(
            HandVersion.objects.filter(hand__game__match__event=event).values_list("pk", "number")
        ),
        "letters": set(
            Letter.objects.filter(about=f"event:{event.pk}").values_list("fact", "subject", "body")
        ),
    }


def assert_it_holds(event):
    """What must be true of a drawn event after every single step."""
    event.refresh_from_db()
    differs = check_event(event)
    assert not differs, differs
    byes = event.sides.filter(kind=Side.Kind.BYE).values_list("match__winner", flat=True)
    assert len(byes) == len(set(byes))
    late = [it.payload.get("match_id") for it in errands().filter(topic="tournament.advance")]
    for match in event.matches.prefetch_related("sides__entry", "sides__source"):
        sides = list(match.sides.all())
        if match.state == Match.State.FINISHED:
            advanced = match.advanced_at or match.pk in late
            assert advanced, f"{match} waits for a worker that nobody has sent for"
        elif match.state == Match.State.WAITING:
            to_come = [side for side in sides if side.kind == Side.Kind.TO_BE_DECIDED]
            assert to_come, f"{match} waits for nobody"
            assert all(it.source.is_open or it.source.advanced_at is None for it in to_come)
        else:
            assert sum(side.plays for side in sides) >= 2, f"{match} cannot be played"
    final = event.matches.get(above=None, for_third=False)
    if event.status == Event.Status.FINISHED:
        assert event.champion == final.winner
    for entry in event.entries.exclude(state=Entry.State.ENTERED):
        here = entry.sides.filter(gone=False).exclude(match__state=Match.State.FINISHED)
        assert not here.exclude(match__state=Match.State.WAITING).exists()
