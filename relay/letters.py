"""Sends letters: each claimed in the database first, so that no retry ever sends one twice.

waiting -> sending -> sent, or back to waiting when the mail server certainly took nothing. One
cut off in mid-send becomes unknown: only a person may have it sent again.
"""

import logging
import smtplib
from datetime import timedelta

from django.core.mail import EmailMessage, get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.db import transaction
from django.db.models import F
from django.utils.timezone import now

from relay.models import Letter
from relay.wake import wake_after_commit

logger = logging.getLogger(__name__)

CUT_OFF_AFTER = timedelta(minutes=2)
"""No send lasts so long: whoever claimed the letter is gone."""
MOST_ATTEMPTS = 8
FIRST_PAUSE_SECONDS = 15
PERMANENT = 500
"""SMTP answers from here on will not change."""

State = Letter.State


def send(letter_id: int) -> bool:
    """Send one letter if it is still waiting; tell whether this call sent it."""
    if not _move(letter_id, State.WAITING, State.SENDING, claimed_at=now()):
        return False
    letter = Letter.objects.get(pk=letter_id)
    connection = get_connection()
    try:
        connection.open()
    except OSError as error:  # also every SMTP error; nothing was handed over yet
        _put_back(letter, error)
        return False
    try:
        return _hand_over(letter, connection)
    finally:
        connection.close()


def resend_letter(letter: Letter) -> bool:
    """Send again, at a person's wish, what failed or may not have arrived.

    False when somebody else has done so meanwhile.
    """
    with transaction.atomic():
        again = {"not_before": None, "attempts": 0, "error": ""}
        moved = any(
            _move(letter.pk, state, State.WAITING, **again)
            for state in (State.UNKNOWN, State.FAILED)
        )
        if moved:
            logger.info("letter %s is sent again by hand", letter.pk)
            wake_after_commit(letters=[letter.pk])
    return moved


def mark_cut_off() -> int:
    """Mark as unknown what was claimed long ago and never finished."""
    cut_off = Letter.objects.filter(state=State.SENDING, claimed_at__lt=now() - CUT_OFF_AFTER)
    count = cut_off.update(state=State.UNKNOWN, error="cut off in mid-send")
    if count:
        logger.warning("%d letters were cut off in mid-send", count)
    return count


def _hand_over(letter: Letter, connection: BaseEmailBackend) -> bool:
    """Give the letter to an open connection, and write down how that went."""
    host = letter.to.rsplit("@", 1)[-1]
    message = EmailMessage(letter.subject, letter.body, to=[letter.to], connection=connection)
    try:
        message.send()
    except smtplib.SMTPRecipientsRefused as error:
        _refused(letter, max(code for code, _ in error.recipients.values()), error)
    except smtplib.SMTPResponseException as error:
        _refused(letter, error.smtp_code, error)
    except OSError as error:  # the line broke: before or after the server took it, nobody knows
        _move(letter.pk, State.SENDING, State.UNKNOWN, error=_words(error))
        logger.warning("letter %s to %s may not have arrived: %s", letter.pk, host, error)
    else:
        # Also from unknown: the sweep may have lost patience while this slow send went well.
        return _move(letter.pk, State.SENDING, State.SENT, sent_at=now(), error="") or _move(
            letter.pk, State.UNKNOWN, State.SENT, sent_at=now(), error=""
        )
    return False


def _refused(letter: Letter, code: int, error: OSError) -> None:
    if code >= PERMANENT:
        _move(letter.pk, State.SENDING, State.FAILED, error=_words(error))
        logger.warning("letter %s was refused: %d", letter.pk, code)
    else:
        _put_back(letter, error)


def _put_back(letter: Letter, error: OSError) -> None:
    """Let it wait twice as long as last time; after many tries leave it to a person."""
    if letter.attempts + 1 >= MOST_ATTEMPTS:
        _move(letter.pk, State.SENDING, State.FAILED, error=_words(error))
        return
    pause = timedelta(seconds=FIRST_PAUSE_SECONDS * 2**letter.attempts)
    _move(
        letter.pk,
        State.SENDING,
        State.WAITING,
        attempts=F("attempts") + 1,
        not_before=now() + pause,
        error=_words(error),
    )


def _move(letter_id: int, before: State, after: State, **columns: object) -> bool:
    """Change the state by compare-and-swap: of two who try, one wins."""
    row = Letter.objects.filter(pk=letter_id, state=before)
    return row.update(state=after, **columns) == 1


def _words(error: OSError) -> str:
    return f"{type(error).__name__}: {error}"
