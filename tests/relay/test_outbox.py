"""The verbs: rows in the caller's transaction, and one wake-up after it."""

import pytest
from django.db import transaction

from relay import outbox
from relay.models import Letter, Message
from relay.wake import broker

pytestmark = pytest.mark.django_db(transaction=True)

LETTER = {"fact": "called:12:1:ann", "to": "ann@example.org", "subject": "Table 4", "body": "Now."}


@pytest.fixture
def called(monkeypatch):
    """What was called out to the broker, instead of calling it."""
    calls = []
    monkeypatch.setattr(broker, "call", lambda name, argument: calls.append((name, argument)))
    return calls


def test_ping_outside_a_transaction_is_refused():
    with pytest.raises(RuntimeError, match="inside the transaction"):
        outbox.ping("match:1", "hand")


def test_task_outside_a_transaction_is_refused():
    with pytest.raises(RuntimeError, match="inside the transaction"):
        outbox.task("tournament.advance", match_id=1)


def test_letter_outside_a_transaction_is_refused():
    with pytest.raises(RuntimeError, match="inside the transaction"):
        outbox.letter(**LETTER)


def test_ping_writes_its_name_and_payload(called):
    with transaction.atomic():
        outbox.ping("match:1", "hand", version=7)

    message = Message.objects.get()
    assert (message.channel, message.topic) == ("ping", "match:1")
    assert message.payload == {"name": "hand", "version": 7}


@pytest.mark.parametrize("topic", ["", "celery", "match:1*", "../x", "match: 1", "match:1\n"])
def test_ping_refuses_what_is_no_topic(topic):
    with transaction.atomic(), pytest.raises(ValueError, match="not a topic"):
        outbox.ping(topic, "hand")


def test_a_transaction_calls_out_once_for_all_its_pings(called):
    with transaction.atomic():
        first = outbox.ping("match:1", "hand")
        with transaction.atomic():
            second = outbox.ping("event:1", "hand")
        assert called == []

    assert called == [("relay.tell", [first.pk, second.pk])]


def test_tasks_are_called_out_before_pings_and_letters(called):
    with transaction.atomic():
        letter = outbox.letter(**LETTER)
        ping = outbox.ping("match:1", "hand")
        task = outbox.task("tournament.advance", match_id=1)

    assert called == [
        ("relay.deliver", task.pk),
        ("relay.tell", [ping.pk]),
        ("relay.send_letters", [letter.pk]),
    ]


def test_a_rolled_back_transaction_calls_nothing_out(called):
    with transaction.atomic():
        outbox.ping("match:1", "hand")
        transaction.set_rollback(True)

    assert (called, Message.objects.count()) == ([], 0)


def test_a_rolled_back_savepoint_takes_only_its_own_wake_up_along(called):
    with transaction.atomic():
        with transaction.atomic():
            outbox.ping("match:1", "lost")
            transaction.set_rollback(True)
        kept = outbox.ping("match:1", "kept")

    assert called == [("relay.tell", [kept.pk])]


def test_every_transaction_has_a_wake_up_of_its_own(called):
    for _ in range(2):
        with transaction.atomic():
            outbox.ping("match:1", "hand")

    assert [name for name, _ in called] == ["relay.tell", "relay.tell"]


def test_the_same_fact_is_one_letter_and_stays_as_it_was(called):
    with transaction.atomic():
        first = outbox.letter(**LETTER)
    with transaction.atomic():
        again = outbox.letter(**{**LETTER, "body": "Other words."})

    assert again.pk == first.pk
    assert Letter.objects.get().body == "Now."


def test_a_letter_that_was_sent_is_not_called_out_again(called):
    with transaction.atomic():
        letter = outbox.letter(**LETTER)
    Letter.objects.update(state="sent", sent_at=letter.created_at)
    called.clear()

    with transaction.atomic():
        outbox.letter(**LETTER)

    assert called == []


def test_a_subject_is_one_line(called):
    with transaction.atomic():
        letter = outbox.letter(**{**LETTER, "subject": "Table 4\nBcc: all@example.org"})

    assert letter.subject == "Table 4 Bcc: all@example.org"


def test_a_letter_without_an_address_is_a_mistake_of_the_caller():
    with transaction.atomic(), pytest.raises(ValueError, match="needs an address"):
        outbox.letter(**{**LETTER, "to": ""})


def test_many_letters_cost_two_statements_and_come_back_in_order(called, django_assert_num_queries):
    drafts = [
        Letter(fact=f"out:1:1:{n}", to=f"p{n}@example.org", subject="Out", body="Thanks.")
        for n in range(60)
    ]
    with transaction.atomic(), django_assert_num_queries(2):
        letters = outbox.letters(drafts)

    assert [letter.fact for letter in letters] == [f"out:1:1:{n}" for n in range(60)]
    assert [len(ids) for _, ids in called] == [25, 25, 10]
