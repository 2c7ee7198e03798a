"""The outbox: what has been decided but not yet told or done."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


class Message(models.Model):
    """One ping to send or task to run, written in the transaction that made it true."""

    class Channel(models.TextChoices):
        """How it leaves."""

        PING = "ping", _("Live ping")
        TASK = "task", _("Task")

    channel = models.CharField(_("channel"), max_length=4, choices=Channel)
    topic = models.CharField(_("topic"), max_length=100)  # "match:12" or the name of a task
    payload = models.JSONField(_("payload"), default=dict)
    created_at = models.DateTimeField(_("created"), auto_now_add=True)
    done_at = models.DateTimeField(_("done"), null=True, blank=True)
    attempts = models.PositiveIntegerField(_("failed attempts"), default=0)
    not_before = models.DateTimeField(_("not before"), null=True, blank=True)
    error = models.TextField(_("last error"), blank=True)

    class Meta:
        verbose_name = _("message")
        verbose_name_plural = _("messages")
        ordering = ["pk"]
        indexes = [
            # The sweep asks only for what is undone; the rest of the table never grows its cost.
            models.Index(fields=["id"], name="relay_message_undone", condition=Q(done_at=None)),
        ]

    def __str__(self) -> str:
        return f"{self.channel} {self.topic} #{self.pk}"


class Letter(models.Model):
    """One fact told to one person. The fact is unique, so nothing is ever told twice."""

    class State(models.TextChoices):
        """Where a letter is. ``UNKNOWN``: cut off in mid-send, it may or may not have arrived."""

        WAITING = "waiting", _("Waiting")
        SENDING = "sending", _("Being sent")
        SENT = "sent", _("Sent")
        UNKNOWN = "unknown", _("Unknown")
        FAILED = "failed", _("Failed")

    fact = models.CharField(_("fact"), max_length=300, unique=True)  # kind:match:version:recipient
    to = models.EmailField(_("to"))
    subject = models.CharField(_("subject"), max_length=200)
    body = models.TextField(_("body"))
    about = models.CharField(_("about"), max_length=100, blank=True, db_index=True)  # "event:12"
    state = models.CharField(_("state"), max_length=7, choices=State, default=State.WAITING)
    created_at = models.DateTimeField(_("created"), auto_now_add=True)
    not_before = models.DateTimeField(_("not before"), null=True, blank=True)
    claimed_at = models.DateTimeField(_("claimed"), null=True, blank=True)
    sent_at = models.DateTimeField(_("sent"), null=True, blank=True)
    attempts = models.PositiveIntegerField(_("attempts"), default=0)
    error = models.TextField(_("last error"), blank=True)

    class Meta:
        verbose_name = _("letter")
        verbose_name_plural = _("letters")
        ordering = ["pk"]
        indexes = [
            # What the sweep looks at: a short list, however many letters were ever sent.
            models.Index(
                fields=["id"],
                name="relay_letter_open",
                condition=Q(state__in=["waiting", "sending"]),
            ),
        ]
        constraints = [
            models.CheckConstraint(
                name="letter_state_is_known",
                condition=Q(state__in=["waiting", "sending", "sent", "unknown", "failed"]),
            ),
            models.CheckConstraint(
                name="sent_letter_has_a_time",
                condition=~Q(state="sent") | Q(sent_at__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.fact} ({self.state})"
