"""Whole evenings over HTTP, from the first form to the champion, held against an oracle."""

import pytest
from django.core import mail

from relay.models import Letter, Message
from tests.evening.audit import assert_the_evening_is_right
from tests.evening.front import Front
from tests.evening.hall import HallPlayer
from tests.evening.tables import ApiTable, PhoneTable
from tests.waiting import wait_until

pytestmark = pytest.mark.django_db(transaction=True)

WORKER_SECONDS = 60


def rows(pairs):
    return [
        (f"Pair {n}", f"Ada {n}", f"Ben {n}", f"pair{n}@example.org") for n in range(1, pairs + 1)
    ]


def evening(pairs, door, *, by_form=False, tables=4, patience=0, **rules):
    """Set up, enter, check in, draw and play one evening to its end."""
    front = Front().set_up(tables=tables, **rules)
    if by_form:
        for name, first, second, email in rows(pairs):
            front.enter(name, first, second, email=email)
    else:
        front.import_pairs(rows(pairs))
    front.draw(check_in=by_form)
    hall = HallPlayer(front, door, seed=pairs)
    hall.play(patience)
    return hall


def sizes():
    """Give every size from 2 to 33; those that tell the least wait for ``make test-more``."""
    telling = {*range(2, 10), 13, 17}
    return [n if n in telling else pytest.param(n, marks=pytest.mark.sweep) for n in range(2, 34)]


@pytest.mark.parametrize("pairs", sizes())
def test_an_evening_of_any_size_ends_as_the_oracle_says(pairs):
    hall = evening(pairs, ApiTable, tables=1 + pairs % 5)
    assert_the_evening_is_right(hall, pairs=pairs)
    assert len(mail.outbox) == Letter.objects.count()


@pytest.mark.parametrize("pairs", [2, 3, 5])
def test_an_evening_by_forms_and_phones_ends_as_the_oracle_says(pairs):
    hall = evening(pairs, PhoneTable, by_form=True, tables=2)
    assert_the_evening_is_right(hall, pairs=pairs)


@pytest.mark.parametrize("pairs", [2, 5, pytest.param(13, marks=pytest.mark.sweep)])
def test_an_evening_of_best_of_three_to_500_ends_as_the_oracle_says(pairs):
    hall = evening(pairs, ApiTable, best_of=3, target_score=500)
    assert_the_evening_is_right(hall, pairs=pairs)


@pytest.mark.long
@pytest.mark.parametrize("pairs", [*range(2, 34), 64, 100])
def test_every_evening_of_best_of_three_to_500_ends_as_the_oracle_says(pairs):
    door = PhoneTable if pairs < 6 else ApiTable
    hall = evening(pairs, door, by_form=pairs < 10, best_of=3, target_score=500)
    assert_the_evening_is_right(hall, pairs=pairs)


@pytest.mark.long
def test_an_evening_of_a_thousand_and_twenty_four_pairs_ends_as_the_oracle_says():
    hall = evening(1024, ApiTable, tables=64)
    assert_the_evening_is_right(hall, pairs=1024)


def champions_by_a_worker(sizes, **rules):
    """Play evenings whose brackets a real worker moves; give the size of each with a champion.

    Each is held against the oracle, and nothing is left for a worker or the post.
    """
    crowned = []
    for pairs in sizes:
        hall = evening(pairs, ApiTable, patience=WORKER_SECONDS, **rules)
        wait_until(lambda: not Message.objects.filter(done_at=None).exists(), WORKER_SECONDS)
        wait_until(lambda: not Letter.objects.exclude(state="sent").exists(), WORKER_SECONDS)
        assert_the_evening_is_right(hall, pairs=pairs)
        hall.event.refresh_from_db()
        crowned += [pairs] if hall.event.champion else []
    return crowned


@pytest.mark.services
def test_evenings_are_moved_by_a_real_worker_over_redis(celery_workers):
    """Locks and caches of one process were taken for those of the whole site."""
    assert champions_by_a_worker([2, 5, 13]) == [2, 5, 13]


@pytest.mark.services
@pytest.mark.sweep
def test_evenings_of_every_size_are_moved_by_a_real_worker_over_redis(celery_workers):
    assert champions_by_a_worker(range(2, 34)) == [*range(2, 34)]


@pytest.mark.services
@pytest.mark.sweep
def test_evenings_of_best_of_three_to_500_are_moved_by_a_real_worker(celery_workers):
    sizes = [2, 5, 13]
    assert champions_by_a_worker(sizes, best_of=3, target_score=500) == sizes


@pytest.mark.services
@pytest.mark.long
def test_every_evening_of_best_of_three_to_500_is_moved_by_a_real_worker(celery_workers):
    sizes = [*range(2, 34), 64, 100]
    assert champions_by_a_worker(sizes, best_of=3, target_score=500) == sizes
