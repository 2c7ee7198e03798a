"""Games and hands in the admin, to be looked at. Hands are corrected at the desk, with a reason."""

from django.contrib import admin

from relay.admin import ReadOnlyAdmin
from scoring.models import Game, Hand, HandVersion
from tournament.admin import ReadOnlyInline


class HandInline(ReadOnlyInline):
    """The hands of a game beneath it."""

    model = Hand
    fields = ["number", "dealer", "bids", "blind", "tricks", "version", "scored_at"]


@admin.register(Game)
class GameAdmin(ReadOnlyAdmin):
    """Games with their hands."""

    list_display = ["match", "attempt", "number", "hands_played", "winner", "opened_at"]
    list_filter = ["winner"]
    list_select_related = ["match"]
    search_fields = ["=match__number", "match__event__name", "match__sides__entry__name"]
    inlines = [HandInline]


@admin.register(Hand)
class HandAdmin(ReadOnlyAdmin):
    """Hands as they stand now."""

    list_display = ["game", "number", "dealer", "version", "entered_at", "scored_at"]
    list_select_related = ["game"]
    search_fields = ["=number", "=game__match__number", "game__match__event__name"]


@admin.register(HandVersion)
class HandVersionAdmin(ReadOnlyAdmin):
    """Every version of every hand, with who wrote it and why."""

    list_display = ["hand", "number", "reason", "by_user", "by_table", "at"]
    list_select_related = ["hand", "by_user", "by_table"]
    search_fields = ["reason", "by_user__username", "hand__game__match__event__name"]
