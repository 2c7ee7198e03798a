"""A file of pairs at the desk: looked at line by line, imported only when confirmed."""

import pytest
from django.core import signing
from django.core.files.uploadedfile import SimpleUploadedFile

from tests.stage import entered, open_event
from tests.tournament.desk_cast import address, faults, signed_in, text_of
from tournament.models import Entry
from tournament.views.desk_import import SALT

pytestmark = pytest.mark.django_db

GOOD = (
    "\ufeffTimestamp;Partner;Your name;Team name;E-mail\r\n"
    '1;Ben;Ana;"Ana; and Ben";ana@example.org\r\n'
    "2;;Solo;;\r\n"
    "3;Dan;Cyd;Club Sandwich;cyd@example.org\r\n"
)
MIXED = (
    "Team,Player 1,Player 2,Email\n"
    "Fine,Ana,Ben,ana@example.org\n"
    "Pair 1,Ada 1,,broken\n"
    ",,,\n"
    "Twice,Ana,Cyd,\n"
)


@pytest.fixture
def event(client):
    event = entered(open_event(), 1)
    signed_in(client, event.club)
    return event


def upload(client, event, text, name="pairs.csv"):
    data = text if isinstance(text, bytes) else text.encode()
    return client.post(address("import", event), {"file": SimpleUploadedFile(name, data)})


def test_a_file_is_shown_and_nothing_is_imported(client, event):
    response = upload(client, event, GOOD)
    assert response.status_code == 200
    assert [line.number for line in response.context["good"]] == [2, 3, 4]
    assert "Nothing is imported yet." in text_of(response)
    assert "Timestamp" in text_of(response)
    assert event.entries.count() == 1


def test_confirming_imports_every_line_once(client, event):
    sealed = upload(client, event, GOOD).context["sealed"]
    for _tap in range(2):
        response = client.post(address("import-confirm", event), {"sealed": sealed})
        assert response.status_code == 302
    assert sorted(event.entries.values_list("name", "state")) == [
        ("Ana; and Ben", "entered"),
        ("Club Sandwich", "entered"),
        ("Pair 1", "entered"),
        ("Solo", "single"),
    ]
    assert event.log.filter(key="pairs_imported").count() == 1


def test_each_bad_line_is_named_with_its_number_and_all_its_faults(client, event):
    response = upload(client, event, MIXED)
    assert [line.number for line in response.context["preview"].bad] == [3, 5]
    told = text_of(response)
    assert "Line 3. " in told
    assert "name@example.org" in told
    assert "Line 5. " in told
    assert "Import the 1 good line, leave the bad ones out" in told


def test_only_the_good_lines_are_sealed(client, event):
    sealed = upload(client, event, MIXED).context["sealed"]
    client.post(address("import-confirm", event), {"sealed": sealed})
    assert sorted(event.entries.values_list("name", flat=True)) == ["Fine", "Pair 1"]


def test_a_line_that_clashes_by_now_is_told_and_nothing_is_imported(client, event):
    sealed = upload(client, event, GOOD).context["sealed"]
    entry = event.entries.get()
    Entry.objects.filter(pk=entry.pk).update(name="Club Sandwich", name_key="club sandwich")
    response = client.post(address("import-confirm", event), {"sealed": sealed})
    assert response.status_code == 422
    assert [line.number for line in response.context["preview"].bad] == [4]
    assert "Line 4. Team: Club Sandwich is already taken" in text_of(response)
    assert event.entries.count() == 1


@pytest.mark.parametrize("sealed", ["", "forged", "a:b:c"])
def test_what_was_not_looked_at_is_not_imported(client, event, sealed):
    response = client.post(address("import-confirm", event), {"sealed": sealed})
    assert response.status_code == 409
    assert "Choose the file again." in text_of(response)
    assert event.entries.count() == 1


def test_a_preview_of_another_event_or_of_somebody_else_is_not_imported(client, event):
    kept = signing.loads(upload(client, event, GOOD).context["sealed"], salt=SALT)
    for change in ({"event": "0" * 32}, {"user": client.user.pk + 1}):
        sealed = signing.dumps(kept | change, salt=SALT, compress=True)
        response = client.post(address("import-confirm", event), {"sealed": sealed})
        assert response.status_code == 409
    assert event.entries.count() == 1


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\n\n",
        b"Team,Player 1,Player 2\n",
        b"nothing,of,this\na,b,c\n",
        b'Team,Player 1\n"open',
    ],
)
def test_a_file_that_is_no_list_of_pairs_is_told_next_to_the_field(client, event, data):
    response = upload(client, event, data)
    assert (response.status_code, faults(response)) == (422, {"file"})


def test_without_a_file_one_is_asked_for(client, event):
    response = client.post(address("import", event))
    assert (response.status_code, faults(response)) == (422, {"file"})
    assert "Choose a file." in text_of(response)


def test_an_import_after_the_door_was_closed_is_refused_with_the_lines_kept(client, event):
    sealed = upload(client, event, GOOD).context["sealed"]
    event.status = "finished"
    event.save()
    response = client.post(address("import-confirm", event), {"sealed": sealed})
    assert response.status_code == 422
    assert "Registration is not open." in text_of(response)
    assert event.entries.count() == 1
