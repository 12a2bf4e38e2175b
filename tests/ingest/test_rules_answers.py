"""Short answers to questions, and fragments that lean on the words before them."""

from __future__ import annotations

import pytest

from .talk import facts, observed

ANSWERED = [
    ("Bo: Where do you live now?", "In Malmö.", ("home city", "Malmö", "assert")),
    ("Bo: And where do you work?", "At Globex.", ("employer", "Globex", "assert")),
    ("Bo: What do you do for a living?", "A welder.", ("occupation", "welder", "assert")),
    ("Bo: How old are you?", "34", ("age", 34, "assert")),
    ("Bo: Do you have any pets?", "Yes, a parrot called Kip.", ("pet", "Kip", "assert")),
    ("Bo: What's your favourite film?", "Amélie!", ("favourite film", "Amélie", "assert")),
    ("Bo: Do you still work at Acme?", "Yes, I do.", ("employer", "Acme", "assert")),
    ("Bo: Are you vegan?", "Yep.", ("diet", "vegan", "assert")),
    ("Bo: Do you work at Initech?", "No.", ("employer", "Initech", "deny")),
    ("bot(assistant): Where do you live?", "In Porto.", ("home city", "Porto", "assert")),
]


@pytest.mark.parametrize(("question", "answer", "fact"), ANSWERED)
def test_is_read_as_the_sentence_it_stands_for(question: str, answer: str, fact: tuple[str, object, str]) -> None:
    assert ("Ana", *fact) in facts(question, answer)
    assert all(o.quote == answer for o in observed(question, answer))


UNANSWERED = [
    ("Where do I work?", "bot(assistant): At Globex."),
    ("Bo: Where do you live?", "Bo: In Malmö."),
    ("Bo: Did you see the game?", "Yes."),
    ("Bo: Do you want to move to Rome?", "Yes!"),
    ("Bo: Where do you live? I live in Rome.", "Really!"),
]


@pytest.mark.parametrize("talk", UNANSWERED)
def test_says_nothing_of_anybody_else(talk: tuple[str, str]) -> None:
    assert not [fact for fact in facts(*talk) if fact[0] == "Ana"]


def test_what_is_asked_about_is_what_them_means() -> None:
    assert ("Ana", "dislikes", "mushrooms", "assert") in facts("Mushrooms? Can't stand them.")


def test_a_text_to_work_on_is_nobodys_word() -> None:
    assert not facts("Translate to French: I live in London. I work at Acme.")


def test_yours_is_what_was_just_called_mine() -> None:
    assert ("Ana", "birthday", "2 July", "assert") in facts(
        "Bo: My birthday is on 3 May. When is yours?", "Mine is 2 July"
    )
