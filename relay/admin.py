"""The outbox in the admin: to be looked at, never to be edited."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from relay.models import Letter, Message


class ReadOnlyAdmin(admin.ModelAdmin[Any]):
    """What was told cannot be changed afterwards."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Nobody adds."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: object = None) -> bool:
        """Nobody changes."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: object = None) -> bool:
        """Nobody deletes."""
        return False


@admin.register(Message)
class MessageAdmin(ReadOnlyAdmin):
    """Pings and tasks, newest first."""

    list_display = ["id", "channel", "topic", "created_at", "done_at", "attempts"]
    list_filter = ["channel", ("done_at", admin.EmptyFieldListFilter)]
    search_fields = ["topic", "error"]
    ordering = ["-id"]


@admin.register(Letter)
class LetterAdmin(ReadOnlyAdmin):
    """Letters, newest first."""

    list_display = ["id", "fact", "to", "subject", "state", "created_at", "sent_at"]
    list_filter = ["state"]
    search_fields = ["fact", "to", "subject", "about"]
    ordering = ["-id"]
