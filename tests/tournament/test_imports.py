"""Spreadsheets as form tools write them: any order, any heading, any separator, and mistakes."""

from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils.timezone import now

from relay.models import Letter
from tests.factories import EntryFactory, EventFactory, PersonFactory, UserFactory
from tournament.actors import SYSTEM, Actor
from tournament.models import Entry, Person
from tournament.refusals import Refusal
from tournament.services.imports import ImportLine, confirm_import, read_csv

WHOLE = "Team,Player 1,Player 2,E-mail\nBag Ladies,Ana,Ben,ana@example.org\nAces,Cleo,Dev,\n"
EXPECTED = [("Bag Ladies", "Ana", "Ben", "ana@example.org"), ("Aces", "Cleo", "Dev", "")]


@pytest.fixture
def by():
    return Actor(user=UserFactory())


def cells(preview):
    return [(line.name, line.first, line.second, line.email) for line in preview.lines]


def refused(act, *args, **words):
    with pytest.raises(Refusal) as refusal:
        act(*args, **words)
    return refusal.value.fields


def lines(*rows):
    return [ImportLine(n, *row) for n, row in enumerate(rows, start=2)]


@pytest.mark.parametrize(
    "data",
    [
        WHOLE.encode(),
        WHOLE.encode("utf-8-sig"),
        WHOLE.encode("utf-16"),
        WHOLE.replace("\n", "\r\n").encode(),
        WHOLE.replace("\n", "\r").encode(),
        WHOLE.replace(",", ";").encode(),
        WHOLE.replace(",", "\t").encode(),
        WHOLE.rstrip("\n").encode(),
        ("\n\n" + WHOLE.replace("\nAces", "\n\n,,,\nAces") + "\n").encode(),
        (
            b'"Team","Player 1","Player 2","E-mail"\r\n'
            b'"Bag Ladies","Ana","Ben","ana@example.org"\r\n"Aces","Cleo","Dev",""\r\n'
        ),
        (
            b"Email Address;Timestamp;Your partner's name;Your name;Team Name\n"
            b"ana@example.org;2026-09-01;Ben;Ana;Bag Ladies\n;2026-09-02;Dev;Cleo;Aces\n"
        ),
        (
            b"TEAM NAME , player one (full name),PLAYER TWO (full name),Contact e-mail\n"
            b" Bag Ladies , Ana , Ben , ana@example.org \nAces,Cleo,Dev\n"
        ),
        b"Player 2,Player 1,mail,Team\nBen,Ana,ana@example.org,Bag Ladies\nDev,Cleo,,Aces\n",
    ],
)
def test_a_file_is_read_however_it_was_exported(data):
    assert cells(read_csv(data)) == EXPECTED


def test_letters_outside_utf8_are_read_as_western_european():
    data = "Team,Player 1,Player 2\nÄsse,José,Søren\n".encode("cp1252")

    assert cells(read_csv(data)) == [("Ässe", "José", "Søren", "")]


def test_quotes_hold_separators_and_doubled_quotes():
    data = b'Team,Player 1,Player 2\n"The ""Aces"", Inc",Ana,"Ben, Jr"\n'

    assert cells(read_csv(data)) == [('The "Aces", Inc', "Ana", "Ben, Jr", "")]


def test_the_preview_says_which_columns_it_took_and_which_it_passed_over():
    preview = read_csv(b"Timestamp,Team,Player 1,Partner,T-shirt\n1,A,Ana,Ben,XL\n")

    assert preview.columns == {"name": "Team", "first": "Player 1", "second": "Partner"}
    assert preview.ignored == ("Timestamp", "T-shirt")


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"", "This file is empty."),
        (b"\xef\xbb\xbf\r\n \r\n", "This file is empty."),
        (b"Team,Player 1,Player 2\n", "This file has a heading but no line below it."),
        (b"Bag Ladies,Ana,Ben\nAces,Cleo,Dev\n",
         "The first line must name the columns; not found: Player 1, Player 2."),
        (b"Team,Player 1\nA,Ana\n", "The first line must name the columns; not found: Player 2."),
        (b'Team,Player 1,Player 2\n"A,Ana,Ben\n',
         "This file is no table: a quote is opened and not closed, or stands in a word."),
        (b"x" * 2_000_001, "This file is too large: two megabytes are the most."),
        (b"Player 1,Player 2\n" + b"a,b\n" * 5001, "This file has more than 5000 lines."),
        (b"Player 1,Player 2" + b",x" * 900_000, "This file has more than 200 columns."),
        (b"\x89PNG\r\n\x1a\n\x00\x00",
         "The first line must name the columns; not found: Player 1, Player 2."),
    ],
)  # fmt: skip
def test_a_file_that_is_no_list_of_pairs_is_refused_in_one_sentence(data, sentence):
    assert refused(read_csv, data) == {"file": sentence}


@pytest.mark.django_db
def test_each_bad_line_is_named_by_the_number_a_spreadsheet_shows():
    event = EventFactory()
    EntryFactory(event=event, name="Bag Ladies", people=("Ana", "Ben"))
    PersonFactory(club=event.club, name="Mo Reed", barred_at=now())
    data = (
        "Team,Player 1,Player 2,E-mail\n"
        "Aces,Cleo,Dev,cleo@example.org\n"
        "\n"
        "bag ladies,Eve,Fay,nobody\n"
        "ACES,Gus,Hal,\n"
        "Twos,Cleo,Ivy,\n"
        "Threes,ana,ANA,\n"
        "Fours,Mo Reed,,\n"
        "Fives,Jo,Kit,,,extra\n"
        ",,,only@example.org\n"
        ",Lou,Max,\n"
    )

    preview = read_csv(data.encode(), event)

    assert [line.number for line in preview.bad] == [4, 5, 6, 7, 8, 9, 10]
    assert [set(line.faults) for line in preview.bad] == [
        {"name", "email"}, {"name"}, {"first"}, {"first", "second"}, {"first"}, {""}, {"first"},
    ]  # fmt: skip
    assert preview.bad[0].sentence == (
        "Line 4. E-mail: This is no e-mail address. It looks like name@example.org. "
        "Team: bag ladies is already taken in this event. Choose another name."
    )
    assert Entry.objects.count() == 1


@pytest.mark.django_db
def test_a_preview_writes_nothing_not_even_people():
    read_csv(WHOLE.encode(), EventFactory())

    assert (Person.objects.count(), Entry.objects.count()) == (0, 0)


@pytest.mark.django_db
def test_a_confirmed_import_enters_pairs_and_singles_in_one_go(by):
    event = EventFactory()
    rows = lines(("Aces", "Cleo", "Dev", "cleo@example.org"), ("", "Ana", "Ben", ""),
                 ("", "Eve", " ", "eve@example.org"))  # fmt: skip

    entries = confirm_import(event, rows, by=by, import_key=uuid4())

    assert [(e.name, e.state, e.entered_by) for e in entries] == [
        ("Aces", "entered", by.user), ("Ana & Ben", "entered", by.user), ("Eve", "single", by.user),
    ]  # fmt: skip
    assert event.players.filter(active=True).count() == 5
    assert event.log.get().params == {"count": 3}
    assert Letter.objects.count() == 0


@pytest.mark.django_db
def test_a_line_survives_being_kept_between_preview_and_confirmation():
    line = read_csv(WHOLE.encode()).lines[0]

    assert ImportLine.from_json(line.to_json()) == line


@pytest.mark.django_db
def test_one_bad_line_keeps_all_out_and_every_bad_line_is_named(by):
    event = EventFactory()
    rows = lines(("Aces", "Cleo", "Dev", ""), ("Twos", "", "Fay", ""), ("Aces", "Gus", "Hal", "x"))

    faults = refused(confirm_import, event, rows, by=by, import_key=uuid4())

    assert set(faults) == {"line-3", "line-4"}
    assert (Entry.objects.count(), Person.objects.count()) == (0, 0)


@pytest.mark.django_db
def test_what_happened_since_the_preview_counts(by):
    event = EventFactory()
    preview = read_csv(WHOLE.encode(), event)
    EntryFactory(event=event, name="Aces")

    faults = refused(confirm_import, event, preview.lines, by=by, import_key=uuid4())

    assert set(faults) == {"line-3"}


@pytest.mark.django_db
def test_confirming_twice_imports_once(by):
    event, key = EventFactory(), uuid4()
    rows = read_csv(WHOLE.encode(), event).lines

    first = confirm_import(event, rows, by=by, import_key=key)
    again = confirm_import(event, rows, by=by, import_key=key)

    assert sorted(e.pk for e in first) == sorted(e.pk for e in again)
    assert (Entry.objects.count(), event.log.count()) == (2, 1)


@pytest.mark.django_db
def test_an_import_fills_the_places_and_no_more(by):
    event = EventFactory(places=2)
    rows = lines(*[(f"T{n}", f"A{n}", f"B{n}", "") for n in range(3)])

    assert set(refused(confirm_import, event, rows, by=by, import_key=uuid4())) == {"line-4"}


@pytest.mark.django_db
@pytest.mark.parametrize("status", ["draft", "drawn", "cancelled"])
def test_nothing_is_imported_when_the_door_is_closed(status, by):
    rows = lines(("Aces", "Cleo", "Dev", ""))

    assert set(
        refused(confirm_import, EventFactory(status=status), rows, by=by, import_key=uuid4())
    ) == {""}
    with pytest.raises(Refusal):
        confirm_import(EventFactory(status="check_in"), rows, by=SYSTEM, import_key=uuid4())


@pytest.mark.django_db
@pytest.mark.everywhere
def test_two_thousand_lines_take_a_few_statements(by):
    event = EventFactory()
    rows = lines(*[(f"T{n}", f"A{n}", f"B{n}", f"a{n}@example.org") for n in range(2000)])

    with CaptureQueriesContext(connection) as queries:
        entries = confirm_import(event, rows, by=by, import_key=uuid4())

    assert (len(entries), event.players.count()) == (2000, 4000)
    assert len(queries) < 150


@pytest.mark.django_db
@pytest.mark.everywhere
def test_a_cell_that_no_database_can_hold_is_a_fault_like_any_other():
    data = b"Team,Player 1,Player 2,E-mail\nA\x00ces,Cl\x00eo,De\x07v,a\x00@example.org\n"

    preview = read_csv(data, EventFactory())

    assert set(preview.lines[0].faults) == {"name", "first", "second", "email"}
