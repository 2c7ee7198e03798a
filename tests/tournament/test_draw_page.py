"""The public page of a draw: options in words, attempts that were set aside, nothing too early."""

import json
import subprocess
import sys

import pytest
from django.urls import reverse

from engine.draws import STEERED, verify
from tests.stage import director_of, drawn_event
from tests.tournament.draw_cast import at_check_in, frozen
from tests.tournament.test_public_views import words
from tournament.queries.draw_facts import draw_facts
from tournament.queries.draws import draw_page
from tournament.refusals import Stale
from tournament.services.draw import draw_bracket, freeze_list
from tournament.services.redraw import redraw, set_aside
from tournament.services.reveal import begin_reveal, reveal_next

pytestmark = pytest.mark.django_db
SEEDED = {"seeds": True, "byes": "seeded"}


def address(event, name="draw", *args):
    return reverse(f"tournament:{name}", args=[event.slug, *args])


def steered(entries, options, *, seeds=(), families=()):
    """Draw an event under options; the first entries are seeded, or of these families."""
    event = at_check_in(entries)
    event.draw_options = options
    event.save()
    rows = list(event.entries.order_by("pk"))
    for number, entry in zip(seeds, rows, strict=False):
        entry.seed = number
        entry.save()
    for family, entry in zip(families, rows, strict=False):
        entry.apart = family
        entry.save()
    draw_bracket(event, by=director_of(event.club))
    event.refresh_from_db()
    return event, rows


def facts_of(client, event):
    return json.loads(client.get(address(event, "draw-facts")).content)


def test_a_seeded_draw_says_so_in_words_and_names_the_seeds(client):
    event, (first, second, *_others) = steered(6, SEEDED, seeds=(1, 2))

    said = words(client.get(address(event)))

    assert "Byes go to the seeded first, and those that are left over to drawn entries." in said
    assert f"Seeds 1 {first.name} 2 {second.name}" in said
    assert "Every pair had the same chance" not in said
    assert "“apart=no seeds=yes byes=seeded”" in said
    used = event.draws.get(state="drawn")
    assert (used.algorithm, used.slots[:2]) == (STEERED, [first.ref, None])
    assert f"Algorithm {STEERED}" in said


def test_a_family_kept_apart_is_shown_by_its_label_and_its_word_by_nothing(client):
    event, rows = steered(8, {"apart": True}, families=["Rowan-Smith"] * 3)

    answer = client.get(address(event))

    names = sorted(entry.name for entry in rows[:3])
    assert f"Kept apart g1 {' · '.join(names)}" in words(answer)
    assert "Rowan-Smith" not in answer.content.decode()
    assert "Rowan-Smith" not in json.dumps(facts_of(client, event))
    assert facts_of(client, event)["met"] == []


def test_a_family_too_large_to_be_kept_apart_is_named_where_it_meets(client):
    event, rows = steered(4, {"apart": True}, families=["Rowan"] * 4)

    said = words(client.get(address(event)))

    met = facts_of(client, event)["met"]
    names = {entry.ref: entry.name for entry in rows}
    told = [
        f"{names[one]} and {names[other]} meet all the same: no change of places could help."
        for one, other in met
    ]
    assert len(told) == 2
    assert [line for line in told if line in said] == told


def test_the_one_command_finds_a_steered_draw_equal(client, tmp_path):
    event, _rows = steered(
        11, {"apart": True} | SEEDED, seeds=(1, 2, 3), families=["A", "A", "", "B", "B", "A"]
    )
    path = tmp_path / "draw.json"
    path.write_bytes(client.get(address(event, "draw-facts")).content)

    done = subprocess.run(
        [sys.executable, "-m", "engine", "verify", str(path)], capture_output=True, check=True
    )

    assert json.loads(done.stdout) == {"equal": True, "differs": []}
    assert "Repeated just now: equal" in words(client.get(address(event)))


def test_the_facts_on_the_page_are_those_of_the_file(client):
    event = drawn_event(5)

    shown = client.get(address(event)).content.decode()

    found = shown.split('<script id="draw-facts" type="application/json">')[1]
    assert json.loads(found.split("</script>")[0]) == facts_of(client, event)
    assert "Check it on this phone" in shown


def test_before_the_draw_there_is_nothing_to_check_and_no_script(client):
    event, _draw = frozen(5)

    shown = client.get(address(event)).content.decode()

    assert "verify-draw.js" not in shown
    assert "Check it on this phone" not in shown


def test_a_plan_with_options_is_told_before_the_draw(client):
    event = at_check_in(4, draw_options={"apart": True})

    said = words(client.get(address(event)))

    assert "What was asked of the draw Members of one club or family" in said
    assert f"Algorithm {STEERED}" in said
    assert draw_page(event).steering.groups == ()


@pytest.mark.parametrize("steps", [0, 1, 3])
def test_a_draw_that_is_being_revealed_gives_nothing_away(client, steps):
    event, _draw = frozen(5)
    by = director_of(event.club)
    draw = begin_reveal(event, by=by)
    for seen in range(steps):
        draw = reveal_next(draw, seen=seen, by=by)

    page = client.get(address(event))
    api = client.get(f"/api/v1/events/{event.slug}/draw/")

    assert (draw.state, len(draw.slots), bool(draw.seed)) == ("revealing", 8, True)
    for answer in (page, api):
        shown = answer.content.decode().replace(" ", "")
        assert [it for it in (draw.seed, draw.secret) if it in shown] == []
        assert draw.list_hash in shown
    assert [e.name for e in event.entries.all() if e.name in page.content.decode()] == []
    assert api.json()["proof"] is None
    assert client.get(address(event, "draw-facts")).status_code == 404
    assert client.get(address(event, "attempt-facts", draw.attempt)).status_code == 404
    with pytest.raises(Stale):
        draw_facts(draw)
    assert "The draw is being shown just now, step by step." in words(page)
    assert "Being shown" in words(page)


def test_the_public_value_is_on_the_page_while_the_draw_is_revealed(client):
    event, _draw = frozen(5, public_source="twenty dice")
    begin_reveal(event, by=director_of(event.club), public_value="31415926535897932384")

    said = words(client.get(address(event)))

    assert "31415926535897932384" in said


def test_an_attempt_set_aside_before_it_was_drawn_shows_its_reason_and_secret(client):
    event, draw = frozen(5)
    set_aside(draw, reason="Two came late", by=director_of(event.club))

    answer = client.get(address(event))

    said = words(answer)
    assert "Attempt 1 Reason: Two came late. Nothing was drawn from it." in said
    assert draw.secret in answer.content.decode().replace(" ", "")
    assert client.get(address(event, "attempt-facts", 1)).status_code == 404


def test_a_draw_made_again_keeps_the_facts_of_the_first(client):
    event = drawn_event(4)
    by = director_of(event.club)
    redraw(event, attempt=1, reason="A pair was missing", by=by)
    event.refresh_from_db()
    freeze_list(event, by=by, everyone=True)
    draw_bracket(event, by=by)

    said = words(client.get(address(event)))
    old = json.loads(client.get(address(event, "attempt-facts", 1)).content)
    new = facts_of(client, event)

    assert "Attempt 1 Reason: A pair was missing. It was drawn before; save its facts" in said
    assert "attempt 2 of 8" in said
    assert (old["attempt"], new["attempt"]) == (1, 2)
    assert (verify(old, old), verify(new, new)) == ((), ())
    assert old["secret"] != new["secret"]


def test_a_forgotten_name_leaves_its_hash_and_the_draw_stays_equal(client):
    event = drawn_event(5)
    gone = event.entries.order_by("pk").first()
    gone.name, gone.salt = "Removed", ""
    gone.save()

    facts = facts_of(client, event)

    line = next(line for line in facts["entries"] if line["id"] == gone.ref)
    assert sorted(line) == ["id", "name_hash"]
    assert verify(facts, facts) == ()
    assert "Repeated just now: equal" in words(client.get(address(event)))


@pytest.mark.parametrize("kind", ["revealing", "drawn"])
def test_the_admin_shows_what_came_out_only_when_all_is_shown(admin_client, kind):
    event, draw = frozen(5)
    by = director_of(event.club)
    draw = begin_reveal(event, by=by) if kind == "revealing" else draw_bracket(event, by=by)

    answer = admin_client.get(reverse("admin:tournament_draw_change", args=[draw.pk]))

    shown = answer.content.decode()
    assert answer.status_code == 200
    assert draw.list_hash in shown
    assert [it in shown for it in (draw.secret, draw.seed, "Slots:", "Order:")] == [
        kind == "drawn"
    ] * 4
