"""What is over, told in fewer words than what began."""

from __future__ import annotations

import pytest

from .talk import facts

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
]


@pytest.mark.parametrize(("before", "after"), NOT_OVER)
def test_ends_nothing_else(before: str, after: str) -> None:
    assert not [fact for fact in facts(before, after) if fact[3] == "end"]
