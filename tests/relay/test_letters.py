"""Letters: claimed first, sent once, and honest about what nobody can know."""

import smtplib
from datetime import timedelta

import pytest
from django.core import mail
from django.core.mail.backends.base import BaseEmailBackend
from django.utils.timezone import now

from relay import letters
from relay.letters import CUT_OFF_AFTER, MOST_ATTEMPTS, mark_cut_off, resend_letter, send
from relay.models import Letter
from relay.queries import letters_about, troubled_letters

pytestmark = pytest.mark.django_db(transaction=True)


class FailingBackend(BaseEmailBackend):
    """A mail server that fails where a test says so."""

    on_open = None
    on_send = None
    sent = 0

    def open(self):
        if self.on_open:
            raise self.on_open
        return True

    def send_messages(self, messages):
        if self.on_send:
            raise self.on_send
        type(self).sent += len(messages)
        return len(messages)


@pytest.fixture
def server(settings, monkeypatch):
    settings.EMAIL_BACKEND = f"{__name__}.FailingBackend"
    monkeypatch.setattr(letters, "get_connection", FailingBackend)
    monkeypatch.setattr(FailingBackend, "sent", 0)

    def fails(**where):
        for name, error in where.items():
            monkeypatch.setattr(FailingBackend, name, error)

    return fails


@pytest.fixture
def letter():
    return Letter.objects.create(
        fact="called:12:1:ann",
        to="ann@example.org",
        subject="Table 4",
        body="Now.",
        about="event:7",
    )


def state_of(letter):
    letter.refresh_from_db()
    return letter.state


def test_send_sends_once_however_often_it_is_called(letter):
    assert [send(letter.pk), send(letter.pk)] == [True, False]

    assert state_of(letter) == "sent"
    assert [(sent.to, sent.subject) for sent in mail.outbox] == [(["ann@example.org"], "Table 4")]


@pytest.mark.parametrize("state", ["sending", "sent", "unknown", "failed"])
def test_send_touches_only_what_is_waiting(letter, state):
    Letter.objects.update(state=state, sent_at=now())

    assert send(letter.pk) is False
    assert (state_of(letter), mail.outbox) == (state, [])


def test_a_mail_server_that_is_not_there_lets_the_letter_wait(letter, server):
    server(on_open=ConnectionRefusedError("no one there"))

    assert send(letter.pk) is False

    assert state_of(letter) == "waiting"
    assert (letter.attempts, letter.error) == (1, "ConnectionRefusedError: no one there")
    assert letter.not_before > now()


def test_a_mail_server_that_is_never_there_leaves_the_letter_to_a_person(letter, server):
    server(on_open=TimeoutError())

    for _ in range(MOST_ATTEMPTS):
        send(letter.pk)

    assert state_of(letter) == "failed"


@pytest.mark.parametrize(
    ("answer", "state"),
    [
        (smtplib.SMTPRecipientsRefused({"ann@example.org": (550, b"no such box")}), "failed"),
        (smtplib.SMTPRecipientsRefused({"ann@example.org": (450, b"later")}), "waiting"),
        (smtplib.SMTPDataError(554, b"spam"), "failed"),
        (smtplib.SMTPDataError(451, b"try again"), "waiting"),
        (smtplib.SMTPSenderRefused(530, b"log in", "us@example.org"), "failed"),
        (smtplib.SMTPServerDisconnected("gone"), "unknown"),
        (TimeoutError("no answer"), "unknown"),
        (OSError("disk full"), "unknown"),
    ],
)
def test_what_the_server_answered_decides_what_becomes_of_the_letter(letter, server, answer, state):
    server(on_send=answer)

    assert send(letter.pk) is False
    assert state_of(letter) == state


def test_a_letter_cut_off_in_mid_send_becomes_unknown_and_is_not_sent_by_itself(letter):
    Letter.objects.update(state="sending", claimed_at=now() - CUT_OFF_AFTER)

    assert [mark_cut_off(), mark_cut_off()] == [1, 0]
    assert state_of(letter) == "unknown"
    assert send(letter.pk) is False


def test_a_letter_being_sent_right_now_is_not_taken_for_cut_off(letter):
    Letter.objects.update(state="sending", claimed_at=now() - CUT_OFF_AFTER + timedelta(seconds=5))

    assert mark_cut_off() == 0


@pytest.mark.parametrize("state", ["unknown", "failed"])
def test_resend_sends_what_is_unknown_or_failed(letter, state):
    Letter.objects.update(state=state, attempts=8, error="x")

    assert [resend_letter(letter), resend_letter(letter)] == [True, False]

    assert state_of(letter) == "sent"
    assert len(mail.outbox) == 1


@pytest.mark.parametrize("state", ["waiting", "sending", "sent"])
def test_resend_leaves_every_other_letter_alone(letter, state):
    Letter.objects.update(state=state, sent_at=now())

    assert resend_letter(letter) is False
    assert (state_of(letter), mail.outbox) == (state, [])


def test_the_desk_finds_the_letters_of_its_event_that_need_a_person(letter):
    other = {"to": "x@example.org", "subject": "x", "body": "x"}
    lost = Letter.objects.create(fact="b", about="event:7", state="unknown", **other)
    Letter.objects.create(fact="c", about="event:8", state="failed", **other)

    assert list(troubled_letters("event:7")) == [lost]
    assert list(letters_about("event:7")) == [lost, letter]
