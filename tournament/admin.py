"""The rows of a tournament in the admin. The desk acts; here one looks things up.

Whatever is history, or moves by services under a lock, is read-only. A draw's secret is shown only
once it was used, and the link of a table not at all.
"""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from relay.admin import ReadOnlyAdmin
from tournament.log import sentence
from tournament.models import (
    Act,
    CheckIn,
    Club,
    Draw,
    Entry,
    Event,
    Incident,
    LogLine,
    Match,
    Membership,
    Person,
    Player,
    RulesVersion,
    Side,
    Table,
)
from tournament.models.people import name_key
from tournament.services.names import tidy


@admin.register(Club)
class ClubAdmin(admin.ModelAdmin[Club]):
    """Who runs events, and whom players ask about a refusal."""

    list_display = ["name", "slug", "contact"]
    search_fields = ["name", "slug", "contact"]


@admin.register(Membership)
class MembershipAdmin(admin.ModelAdmin[Membership]):
    """Who may do what at which club."""

    list_display = ["user", "club", "role"]
    list_filter = ["role", "club"]
    list_select_related = ["user", "club"]
    search_fields = ["user__username", "user__email", "club__name"]
    autocomplete_fields = ["user", "club"]


@admin.register(Person)
class PersonAdmin(admin.ModelAdmin[Person]):
    """People by name and address. Only here can somebody lift a bar."""

    list_display = ["name", "email", "club", "barred_at"]
    list_filter = ["club", ("barred_at", admin.EmptyFieldListFilter)]
    list_select_related = ["club"]
    search_fields = ["name", "name_key", "email"]
    autocomplete_fields = ["club"]

    def has_change_permission(self, request: HttpRequest, obj: Person | None = None) -> bool:
        """Leave those alone whose name was removed: nobody gives them another."""
        forgotten = obj is not None and not obj.name_key
        return not forgotten and super().has_change_permission(request, obj)

    def save_model(self, request: HttpRequest, obj: Person, form: Any, change: bool) -> None:  # noqa: ANN401, FBT001 -- Django's signature
        """Fold the name anew, so that the person is found again under it."""
        obj.name = tidy(obj.name)
        obj.name_key, obj.email = name_key(obj.name), obj.email.strip().lower()
        super().save_model(request, obj, form, change)


@admin.register(Event)
class EventAdmin(ReadOnlyAdmin):
    """Events, the newest first."""

    list_display = ["name", "club", "starts_at", "status", "champion"]
    list_filter = ["status", "club"]
    list_select_related = ["club", "champion"]
    search_fields = ["name", "slug", "ref", "venue"]
    readonly_fields = ["ref"]


@admin.register(LogLine)
class LogLineAdmin(ReadOnlyAdmin):
    """What was done in the events, and by whom."""

    list_display = ["at", "event", "sentence", "by_user", "by_table", "public"]
    list_filter = ["public", "key"]
    list_select_related = ["event", "by_user", "by_table"]
    search_fields = ["key", "event__name", "params", "by_user__username"]

    @admin.display(description="sentence")
    def sentence(self, line: LogLine) -> str:
        """Say the line as people read it."""
        return sentence(line)


@admin.register(Table)
class TableAdmin(ReadOnlyAdmin):
    """Tables without their links: those are at the desk."""

    list_display = ["number", "event", "state", "free_since"]
    list_filter = ["state"]
    list_select_related = ["event"]
    search_fields = ["=number", "event__name"]
    exclude = ["token"]


@admin.register(Entry)
class EntryAdmin(ReadOnlyAdmin):
    """Entries. Only a mistyped address can be mended here."""

    list_display = ["name", "event", "state", "email", "entered_at", "left_at"]
    list_filter = ["state"]
    list_select_related = ["event"]
    search_fields = ["name", "name_key", "email", "ref", "event__name", "players__person__name"]
    exclude = ["salt"]
    readonly_fields = [
        "event", "ref", "name", "state", "joined_as", "entry_key", "entered_at", "entered_by",
        "left_at",
    ]  # fmt: skip

    def has_change_permission(self, request: HttpRequest, obj: object = None) -> bool:
        """Whoever may change entries may change their address."""
        return admin.ModelAdmin.has_change_permission(self, request, obj)


@admin.register(Player)
class PlayerAdmin(ReadOnlyAdmin):
    """Who plays in which entry."""

    list_display = ["person", "entry", "event", "place", "active"]
    list_filter = ["active"]
    list_select_related = ["person", "entry", "event"]
    search_fields = ["person__name", "entry__name", "event__name"]


@admin.register(CheckIn)
class CheckInAdmin(ReadOnlyAdmin):
    """Who has come, and when."""

    list_display = ["entry", "at", "by"]
    list_select_related = ["entry", "by"]
    search_fields = ["entry__name", "entry__event__name"]


@admin.register(Draw)
class DrawAdmin(ReadOnlyAdmin):
    """The committed attempts. Nothing of one that is being revealed is shown before its time."""

    list_display = ["event", "kind", "attempt", "state", "drawn_at", "drawn_by"]
    list_filter = ["kind", "state"]
    list_select_related = ["event", "drawn_by"]
    search_fields = ["event__name", "event__ref", "commitment"]  # a seed found is a seed told
    readonly_fields = ["published_secret", "published_seed"]

    def get_exclude(self, request: HttpRequest, obj: Draw | None = None) -> list[str]:
        """Leave out what may not be known yet; the secret and the seed have their own lines."""
        del request
        told = obj is None or obj.is_open
        return ["secret", "seed", *([] if told else ["order", "slots"])]


@admin.register(RulesVersion)
class RulesVersionAdmin(ReadOnlyAdmin):
    """What the rules of an event said, and who changed them when."""

    list_display = ["event", "number", "at", "by"]
    list_select_related = ["event", "by"]
    search_fields = ["event__name", "event__ref"]


@admin.register(Act)
class ActAdmin(ReadOnlyAdmin):
    """What staff did to the bracket, and what each act changed."""

    list_display = ["event", "number", "key", "match", "by", "at", "undoes"]
    list_filter = ["key"]
    list_select_related = ["event", "match", "by", "undoes"]
    search_fields = ["event__name", "event__ref", "=number"]


class ReadOnlyInline(admin.TabularInline[Any, Any]):
    """Rows beneath another one, to be looked at."""

    extra = 0
    can_delete = False

    def has_add_permission(self, request: HttpRequest, obj: object = None) -> bool:
        """Nobody adds."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: object = None) -> bool:
        """Nobody changes."""
        return False


class SideInline(ReadOnlyInline):
    """The sides of a match beneath it."""

    model = Side
    fk_name = "match"
    fields = ["place", "kind", "entry", "games", "points", "bags", "gone"]


@admin.register(Match)
class MatchAdmin(ReadOnlyAdmin):
    """Matches with their sides."""

    list_display = ["number", "event", "round", "state", "reason", "winner", "table"]
    list_filter = ["state", "reason", "round"]
    list_select_related = ["event", "winner", "table"]
    search_fields = ["=number", "event__name", "sides__entry__name"]
    inlines = [SideInline]


@admin.register(Side)
class SideAdmin(ReadOnlyAdmin):
    """The slots of all brackets."""

    list_display = ["match", "event", "round", "place", "kind", "entry", "gone"]
    list_filter = ["kind", "round"]
    list_select_related = ["match", "event", "entry"]
    search_fields = ["entry__name", "event__name"]


@admin.register(Incident)
class IncidentAdmin(ReadOnlyAdmin):
    """What was ruled about whom. Rulings are not edited: they count for good."""

    list_display = ["person", "event", "kind", "ruling", "substitute", "by", "at"]
    list_filter = ["ruling", "kind"]
    list_select_related = ["person", "event", "substitute", "by"]
    search_fields = ["person__name", "event__name", "note"]
