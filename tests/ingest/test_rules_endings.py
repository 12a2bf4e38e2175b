"""What is over, told in fewer words than what began."""

from __future__ import annotations

import pytest

from .talk import facts, observed

OVER = [
    ("I work for Stark Industries.", "I've left Stark.", "employer", "Stark Industries"),
    ("I work at Acme.", "I was made redundant last week.", "employer", "Acme"),
    ("I work at Acme.", "They laid me off.", "employer", "Acme"),
    ("I work at Acme.", "Acme closed down last month.", "employer", "Acme"),
    ("I work at Acme.", "My contract with Acme ended in January.", "employer", "Acme"),
    ("I work at Acme.", "I've moved from Acme to Bosch.", "employer", "Acme"),
    ("I'm the treasurer of the club.", "I stepped down as treasurer.", "occupation", "treasurer of the club"),
    ("I'm a student at Delft.", "I dropped out of Delft in December.", "school", "Delft"),
    ("I live in Bath.", "I've left Bath.", "home city", "Bath"),
    ("My boyfriend is called Max.", "Max and I are no longer together.", "partner", "Max"),
    ("I'm married to Ida.", "Ida and I separated.", "relationship status", "married"),
    ("My flatmate is called Jo.", "Jo moved out.", "flatmate", "Jo"),
    ("We have a cat, Tom.", "We had to give Tom away.", "pet", "Tom"),
    ("I have a Fiat.", "I don't have the Fiat any more.", "car", "Fiat"),
    ("My phone is a Pixel 6.", "I switched from the Pixel to an iPhone.", "phone", "Pixel 6"),
    ("I'm learning Greek.", "I gave up on Greek.", "learning", "Greek"),
    ("I volunteer at the food bank.", "I stopped volunteering.", "volunteering", "food bank"),
    ("I love techno.", "I can't stand techno anymore.", "likes", "techno"),
    ("I'm a vegetarian.", "I eat meat again.", "diet", "vegetarian"),
    ("I'm allergic to nuts.", "I've outgrown my nut allergy.", "allergy", "nuts"),
    ("I want to move to Rome.", "I don't want to move to Rome any more.", "goal", "move to Rome"),
    ("I'm married to Ida.", "I'm not married to Ida anymore.", "spouse", "Ida"),
    ("I'm married to Ida.", "I'm no longer married to Ida.", "relationship status", "married"),
    ("I'm engaged to Ida.", "We're no longer engaged.", "partner", "Ida"),
    ("My girlfriend is called Ida.", "I'm not with Ida anymore.", "partner", "Ida"),
    ("My girlfriend is called Ida.", "We broke up.", "partner", "Ida"),
    ("My girlfriend is called Ida.", "I broke up with her.", "partner", "Ida"),
    ("I'm dating Ida.", "I'm not dating Ida any longer.", "partner", "Ida"),
    ("I'm engaged to Hugo.", "We called it off.", "partner", "Hugo"),
    ("I'm single.", "I'm no longer single.", "relationship status", "single"),
    ("My boss is Karl.", "He isn't my boss any more.", "manager", "Karl"),
    ("My favourite band is Sloe.", "My favourite band used to be Sloe.", "favourite band", "Sloe"),
]


@pytest.mark.parametrize(("before", "after", "attribute", "value"), OVER)
def test_ends_what_is_known(before: str, after: str, attribute: str, value: str) -> None:
    assert ("Ana", attribute, value, "assert") in facts(before)
    assert ("Ana", attribute, value, "end") in facts(before, after)


NOT_OVER = [
    ("My flatmate is called Jo.", "Jo moved out of the kitchen."),
    ("I run every morning.", "I stopped to look at the river."),
    ("I work at Acme.", "I was let down."),
    ("I'm married to Ida.", "Ida left for work."),
    ("I love techno.", "I don't love you any more."),
    ("My girlfriend is called Ida.", "The party broke up."),
    ("My girlfriend is called Ida.", "We split up the work."),
    ("My girlfriend is called Ida.", "Ida isn't with us anymore, she went home."),
    ("My boss is Karl.", "Zed isn't my boss."),
]


@pytest.mark.parametrize(("before", "after"), NOT_OVER)
def test_ends_nothing_else(before: str, after: str) -> None:
    assert not [fact for fact in facts(before, after) if fact[3] == "end"]


def test_an_end_is_no_older_than_what_it_ends() -> None:
    ends = [o for o in observed("I work for Bolt.", "I quit Bolt yesterday.") if o.kind == "end"]
    moves = [o for o in observed("I live in Porto.", "I moved to Braga last week.") if o.kind == "change"]
    alone = [o for o in observed("I quit Bolt yesterday.") if o.kind == "end"]

    assert [o.at for o in ends + moves] == [None, None]
    assert [o.at for o in alone] == ["2026-03-09"]


def test_a_pet_that_came_back_is_there_again() -> None:
    kinds = [o.kind for o in observed("We have a cat, Otto.", "Otto ran away.", "He is back!") if o.attribute == "pet"]

    assert kinds == ["assert", "end", "assert"]
