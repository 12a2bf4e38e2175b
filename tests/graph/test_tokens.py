"""Tokens: what full-text search matches, the same on the side of the text and on the side of the question."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nous.graph.tokens import term, terms, tokens


@pytest.mark.parametrize(
    ("text", "want"),
    [
        ("The ferries were late.", ["ferri", "late"]),
        ("O'Dell's deli", ["odel", "deli"]),
        ("O’Dell’s deli", ["odel", "deli"]),
        ("pre-flight", ["pre", "flight"]),
        ("KR-0917", ["kr", "0917"]),
        ("I don't", []),
        ("the of and to", []),
        ("?!… -- \n\t", []),
        ("went going goes gone", ["go", "go", "go", "go"]),
        ("Zoë ZOË Zoe\u0308", ["zoë", "zoë", "zoë"]),
        ("ﬁsh", ["fish"]),
        ("🦊", ["🦊"]),
        ("本屋", ["本", "屋", "本屋"]),
        ("", []),
    ],
)
def test_how_text_is_cut(text: str, want: list[str]) -> None:
    assert tokens(text) == want


@pytest.mark.parametrize(
    ("said", "asked"),
    [
        ("私は京都の小さな本屋で働いています。", "本屋"),
        ("我的自行车是绿色的，放在地下室。", "自行车"),
        ("저는 매주 금요일에 탁구를 칩니다.", "탁구"),
        ("ฉันเลี้ยงแมวสองตัวชื่อข้าวและส้ม", "แมว"),
        ("김 하늘", "김하늘"),
        ("Дмитрий живёт в Перми", "перми"),
        ("نور الحداد", "الحداد"),
        ("She bought three ferries", "ferry"),
        ("She wrote two books", "write a book"),
        ("café Ｌａｔｔｅ", "latte CAFE\u0301"),
    ],
)
def test_a_question_meets_the_text_in_every_script(said: str, asked: str) -> None:
    assert set(tokens(asked)) & set(tokens(said))


@given(st.text(max_size=60))
def test_terms_hold_nothing_that_a_grammar_reads(text: str) -> None:
    """Letters and digits of ASCII alone, never empty; the same text always the same."""
    found = terms(text)

    assert all(t.isascii() and t.isalnum() for t in found)
    assert found == terms(text)


@given(st.text(max_size=20), st.text(max_size=20))
def test_different_tokens_have_different_terms(one: str, other: str) -> None:
    words = {*tokens(one), *tokens(other)}

    assert len({term(w) for w in words}) == len(words)


def test_long_words_are_cut_alike_on_both_sides() -> None:
    assert tokens("x" * 5000) == tokens("X" * 5000)
    assert len(tokens("ä" * 5000)[0]) <= 64


def test_a_term_is_short_whatever_the_script() -> None:
    """Full-text indexes cut long words in two; long ones in other scripts still have a term each."""
    words = ["я" * 64, "я" * 63 + "ю", "🦊" * 40, "я" * 32]

    found = [term(w) for w in words]
    assert len(set(found)) == 4
    assert max(map(len, found)) <= 130
    assert all(t.isascii() and t.isalnum() for t in found)
