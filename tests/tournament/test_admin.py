"""The admin shows every row, edits no history and keeps what is secret."""

import pytest
from django.apps import apps
from django.contrib import admin
from django.urls import reverse

from tests import factories
from tournament.models import Draw, Person

FACTORIES = {
    "tournament.act": factories.ActFactory,
    "tournament.checkin": factories.CheckInFactory,
    "tournament.club": factories.ClubFactory,
    "tournament.draw": factories.DrawFactory,
    "tournament.entry": factories.EntryFactory,
    "tournament.event": factories.EventFactory,
    "tournament.incident": factories.IncidentFactory,
    "tournament.logline": factories.LogLineFactory,
    "tournament.match": factories.MatchFactory,
    "tournament.membership": factories.MembershipFactory,
    "tournament.person": factories.PersonFactory,
    "tournament.player": factories.PlayerFactory,
    "tournament.rulesversion": factories.RulesVersionFactory,
    "tournament.side": factories.SideFactory,
    "tournament.table": factories.TableFactory,
    "scoring.game": factories.GameFactory,
    "scoring.hand": factories.HandFactory,
    "scoring.handversion": factories.HandVersionFactory,
}
EDITABLE = {"tournament.club", "tournament.membership", "tournament.person"}
ROOMS = ("relay", "tournament", "scoring")
LABELS = [
    model._meta.label_lower for room in ROOMS for model in apps.get_app_config(room).models.values()
]


@pytest.fixture
def desk(client):
    client.force_login(factories.UserFactory(is_staff=True, is_superuser=True))
    return client


def page(label, name, *args):
    return reverse(f"admin:{label.replace('.', '_')}_{name}", args=args)


@pytest.mark.parametrize("label", LABELS)
def test_every_model_is_registered_and_searchable(label):
    registered = admin.site.get_model_admin(apps.get_model(label))

    assert registered.search_fields


@pytest.mark.django_db
@pytest.mark.parametrize("label", FACTORIES)
def test_list_search_and_row_open(desk, label):
    row = FACTORIES[label]()

    answers = [
        desk.get(page(label, "changelist")),
        desk.get(page(label, "changelist"), {"q": "7"}),
        desk.get(page(label, "change", row.pk)),
    ]

    assert [answer.status_code for answer in answers] == [200, 200, 200]


@pytest.mark.django_db
@pytest.mark.parametrize("label", sorted(set(FACTORIES) - EDITABLE))
def test_history_is_neither_added_nor_deleted(desk, label):
    row = FACTORIES[label]()

    answers = [
        desk.get(page(label, "add")),
        desk.post(page(label, "delete", row.pk), {"post": "yes"}),
    ]

    assert [answer.status_code for answer in answers] == [403, 403]
    assert type(row).objects.filter(pk=row.pk).exists()


@pytest.mark.django_db
@pytest.mark.parametrize("label", sorted(set(FACTORIES) - EDITABLE - {"tournament.entry"}))
def test_history_is_not_changed(desk, label):
    row = FACTORIES[label]()

    assert desk.post(page(label, "change", row.pk), {}).status_code == 403


@pytest.mark.django_db
def test_only_the_address_of_an_entry_is_changed(desk):
    entry = factories.EntryFactory(name="Bag Ladies", email="wrong@example.org")

    desk.post(
        page("tournament.entry", "change", entry.pk),
        {"email": "right@example.org", "name": "Others", "state": "withdrawn"},
    )

    entry.refresh_from_db()
    assert (entry.email, entry.name, entry.state) == ("right@example.org", "Bag Ladies", "entered")


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("state", "shown"), [("committed", False), ("frozen", False), ("drawn", True)]
)
def test_the_secret_of_a_draw_is_shown_only_once_it_was_used(desk, state, shown):
    draw = factories.DrawFactory(state=state)

    body = desk.get(page("tournament.draw", "change", draw.pk)).content.decode()

    assert (draw.secret in body) == shown


@pytest.mark.django_db
def test_secrets_salts_and_links_are_in_no_list_and_no_row(desk):
    secrets = [
        ("tournament.draw", draw := factories.DrawFactory(), draw.secret),
        ("tournament.table", table := factories.TableFactory(), table.token),
        ("tournament.entry", entry := factories.EntryFactory(), entry.salt),
    ]

    for label, row, secret in secrets:
        for address in (page(label, "changelist"), page(label, "change", row.pk)):
            assert secret not in desk.get(address).content.decode()


@pytest.mark.django_db
def test_a_renamed_person_is_found_under_the_new_name(desk):
    person = factories.PersonFactory(name="Ana Dias", email="")

    desk.post(
        page("tournament.person", "change", person.pk),
        {
            "club": person.club_id,
            "name": " Ana  DÍAZ ",
            "email": "Ana@Example.org",
            "barred_at_0": "",
            "barred_at_1": "",
        },
    )

    person = Person.objects.get(pk=person.pk)
    assert (person.name, person.name_key, person.email) == (
        "Ana DÍAZ",
        "ana díaz",
        "ana@example.org",
    )


def test_an_unused_secret_is_not_published():
    assert Draw(state="frozen").published_secret == ""
