"""Names: what is one and the same name, what is refused, and what is shown."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nous.errors import ValidationError, WrongType
from nous.graph.names import MAX_NAME, display, fold, key, space_name

INVISIBLE = (
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u180e\u200b\u200c\u200d\u200e"
    "\u200f\u202a\u202e\u2060\u2064\u2066\u2069\u3164\ufe0f\ufeff\uffa0\U000e0001\U000e0041"
)
SPACES = " \t\n\r\u00a0\u1680\u2003\u2009\u2028\u2029\u202f\u205f\u3000\x85"
SCRIPTS = (
    "Ångström Żółw", "Ελένη Παπαδοπούλου", "Дмитрий Иванов", "נועה לוי", "نور الحداد", "अदिति शर्मा", "তানিয়া",
    "தமிழ் செல்வி", "ขวัญใจ", "ລາວ", "မြန်မာ", "ქეთევან", "አበበ", "김 하늘", "小さな本屋", "自行车", "ᏣᎳᎩ", "ᠮᠣᠩᠭᠣᠯ",
    "𐌲𐌿𐍄𐌹𐍃𐌺", "🦊 Fuchs-Bot", "👩‍👩‍👧 team", "❤️", "☃", "№ 5", "C++", "C#", ".NET", "3M", "7", "Jr.", "Ш",
)  # fmt: skip


@pytest.mark.parametrize("name", SCRIPTS)
def test_every_script_makes_a_key_and_is_shown_as_said(name: str) -> None:
    assert key(name)
    assert display(name) == name
    assert key(key(name)) == key(name)


def test_no_two_of_them_share_a_key() -> None:
    assert len({key(n) for n in SCRIPTS}) == len(SCRIPTS)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Zoë Lind", "Zoe\u0308 Lind"),
        ("Zoë Lind", "ZOË  LIND"),
        ("Zoë Lind", "Ｚｏë Lind"),
        ("straße", "STRASSE"),
        ("ﬁsh", "fish"),
        ("Σίσυφος", "ΣΊΣΥΦΟΣ"),
        ("№5", "No5"),
        ("İstanbul", "i\u0307stanbul"),
        ("ﷺ", "صلى الله عليه وسلم"),
        ("한글", "\u1112\u1161\u11ab\u1100\u1173\u11af"),
        ("❤", "❤\ufe0f"),
        ("FerryLink", "ferrylink "),
    ],
)
def test_spellings_of_one_name(one: str, other: str) -> None:
    assert key(one) == key(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Zoe", "Zoë"), ("Juan Jr", "Juan Sr"), ("C", "C++"), ("Flat 1", "Flat 11"), ("a-b", "ab"), ("a b", "ab"),
        ("co-worker", "coworker"), ("composed of...", "composed of"), ("ı", "i"), ("1st", "st"), ("O'Dell", "ODell"),
        ("AT&T", "ATT"), ("好き", "好"), ("й", "и"), ("ي", "ى"), ("👩‍👧", "👩"),
    ],
)  # fmt: skip
def test_what_differs_by_a_letter_a_digit_or_a_sign_is_another_name(one: str, other: str) -> None:
    assert key(one) != key(other)


@pytest.mark.parametrize("extra", INVISIBLE, ids=lambda c: f"U+{ord(c):04X}")
def test_what_cannot_be_seen_does_not_count(extra: str) -> None:
    """Anywhere in the name; and alone it is no name."""
    assert key(f"{extra}Ma{extra}ra{extra} Quill{extra}") == key("Mara Quill")
    with pytest.raises(ValidationError, match="visible"):
        key(extra * 3)


@pytest.mark.parametrize("space", SPACES, ids=lambda c: f"U+{ord(c):04X}")
def test_white_space_of_any_width_is_one_space(space: str) -> None:
    if unicodedata.category(space) == "Cc" and space not in "\t\n\r":
        with pytest.raises(ValidationError, match="control"):
            display(f"Mara{space}Quill")
        return
    assert display(f"{space}Mara{space}{space}Quill{space}") == "Mara Quill"
    assert key(f"Mara{space}Quill") == "mara quill"


def test_joiners_stay_in_what_is_shown() -> None:
    """An emoji built with them, and a Persian word, look as they were written; direction marks go."""
    assert display("👩\u200d👩\u200d👧 ❤\ufe0f") == "👩\u200d👩\u200d👧 ❤\ufe0f"
    assert display("می\u200cخواهم") == "می\u200cخواهم"
    assert display("\u202eMara Quill\u202c\u200b") == "Mara Quill"


@pytest.mark.parametrize("bad", ["", " ", "\t\n", "\u200b", "\u202e\u202c", "\u3164", "\ufeff", "\u2800\u200b"[1:]])
def test_names_without_anything_visible(bad: str) -> None:
    with pytest.raises(ValidationError, match="visible"):
        display(bad, "an entity")


@pytest.mark.parametrize("bad", ["a\x00b", "a\x07b", "a\x1bb", "a\x7fb", "a\x9fb", "a\ud800b", "\udfff"])
def test_names_with_what_no_store_can_hold(bad: str) -> None:
    with pytest.raises(ValidationError, match="an entity holds"):
        display(bad, "an entity")


@pytest.mark.parametrize("bad", [None, 7, 1.5, b"Ana", ["Ana"], object()])
def test_names_of_the_wrong_type(bad: object) -> None:
    with pytest.raises(WrongType, match="must be text"):
        display(bad, "an entity")


def test_the_limit_is_named_with_the_length() -> None:
    assert key("x" * MAX_NAME)
    with pytest.raises(ValidationError, match=rf"{MAX_NAME + 1} characters, {MAX_NAME} is the limit"):
        key("x" * (MAX_NAME + 1))


def test_a_letter_that_unfolds_may_make_the_key_longer_than_the_name() -> None:
    """The limit is on what was written."""
    assert len(key("ﷺ" * 500)) > 5_000


@given(st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=40))
def test_a_key_is_its_own_key_and_display_does_not_change_it(name: str) -> None:
    if not fold(name):
        return
    assert key(key(name)) == key(name) == key(display(name))
    assert display(display(name)) == display(name)
    assert key(unicodedata.normalize("NFD", name)) == key(unicodedata.normalize("NFC", name))


@given(st.text(max_size=30))
def test_any_text_is_a_name_or_a_typed_error(name: str) -> None:
    try:
        found = key(name)
    except ValidationError:
        return
    assert found == " ".join(found.split()) != ""


def test_names_of_spaces_are_compared_exactly() -> None:
    assert space_name("équipe-7") == space_name("e\u0301quipe-7")
    assert space_name("Team") != space_name("team")
    for odd in ("acme-north", "a/b", "a:b", "ns one", "user@site.example", "-x", "_", "..", "../victim", "%", "*", "0"):
        assert space_name(odd) == odd


@pytest.mark.parametrize("bad", ["", "  ", "\u200b", "a\x00", "a\nb\x07", "\ud800", "x" * 201, None, 7, ["s"]])
def test_names_of_spaces_that_cannot_be(bad: object) -> None:
    with pytest.raises(ValidationError):
        space_name(bad)
