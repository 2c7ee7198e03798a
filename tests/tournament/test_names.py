"""Whatever people type is either a name that can be kept and shown, or has a fault."""

from hypothesis import example, given
from hypothesis import strategies as st

from tournament.models.people import name_key
from tournament.refusals import Refusal
from tournament.services.imports import read_csv
from tournament.services.names import email_fault, name_fault, text_fault, tidy
from tournament.services.register import free_name

ANYTHING = st.text(st.characters(codec=None), max_size=120)
MESSY = st.text(st.sampled_from("aÄ王\u0301 \t\n\r,;\"'\x00\ufeff"), max_size=80)


@given(ANYTHING | MESSY)
@example("\ud800")
@example("ﷺ" * 40)
@example("\x1c")
def test_a_name_without_a_fault_can_be_kept_found_and_seen(text):
    if name_fault(text) is None:
        name = tidy(text)
        assert 0 < len(name) <= 80
        assert 0 < len(name_key(name)) <= 160
        assert "\x00" not in name
        assert name == tidy(name) == name.encode().decode()


@given(ANYTHING)
def test_a_name_has_the_same_fault_however_often_it_is_tidied(text):
    if name_fault(text) is None:
        assert name_fault(tidy(text)) is None


@given(ANYTHING | MESSY)
@example("a@b.example\nx")
def test_an_address_without_a_fault_is_one_line(text):
    if email_fault(text) is None:
        assert len(text.strip().splitlines()) <= 1
        assert "\x00" not in text.strip()


@given(ANYTHING)
def test_a_text_without_a_fault_can_be_kept(text):
    if text_fault(text, limit=100, lines=True) is None:
        assert "\x00" not in text.strip()
        assert len(text.strip()) <= 100
        text.strip().encode()


@given(ANYTHING, st.sets(MESSY, max_size=5))
def test_a_free_name_is_free_and_fits(text, others):
    taken = {name_key(tidy(other)) for other in others} | {name_key(tidy(text))}

    name = free_name(tidy(text), taken)

    assert name_key(name) not in taken
    assert len(name) <= 80


def read(data):
    """Read a file; give how many lines it has, or the fields it was refused for."""
    try:
        return len(read_csv(data).lines)
    except Refusal as refusal:
        return set(refusal.fields)


@given(st.binary(max_size=300))
@example(b"\xff\xfe\x00")
@example(b'Player 1,Player 2\n"a"b,c\n')
@example(b"Player 1,Player 2\n" + b"x" * 140_000 + b",y\n")
def test_any_bytes_are_a_preview_or_one_sentence(data):
    outcome = read(data)

    assert outcome in ({"file"}, *range(1, 300))


@given(st.lists(st.lists(MESSY, min_size=1, max_size=5), min_size=1, max_size=6))
def test_any_table_under_a_good_heading_is_a_preview_or_one_sentence(rows):
    body = "\n".join(",".join(row) for row in rows)

    outcome = read(f"Team,Player 1,Player 2,E-mail\n{body}".encode())

    assert outcome in ({"file"}, *range(1, 600))
