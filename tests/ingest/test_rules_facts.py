"""What people plainly say of themselves and of others."""

from __future__ import annotations

import pytest

from .talk import facts, observed

SAID = [
    ("I work at Initech as a nurse.", "employer", "Initech", "assert"),
    ("I work at Initech as a nurse.", "occupation", "nurse", "assert"),
    ("So yeah, I've been with the coast guard for like eleven years.", "employer", "coast guard", "assert"),
    ("We both work for the same bakery, Kruste on Elm Street.", "employer", "Kruste", "assert"),
    ("I am a software engineer working for Hooli.", "employer", "Hooli", "assert"),
    ("I just started at Globex last week!", "employer", "Globex", "change"),
    ("I've recently joined Piedmont as a data scientist.", "occupation", "data scientist", "change"),
    ("I quit Initech yesterday.", "employer", "Initech", "end"),
    ("I no longer work at Quillon.", "employer", "Quillon", "end"),
    ("I teach maths at Holm Secondary School.", "occupation", "maths teacher", "assert"),
    ("I drive a bus for the city.", "occupation", "bus driver", "assert"),
    ("I run a small pottery studio called Mudlark.", "business", "Mudlark", "assert"),
    ("We live in Porto, near the river.", "home city", "Porto", "assert"),
    ("I live in Canada.", "home country", "Canada", "assert"),
    ("Our place is in Malmö, about ten minutes from the bridge.", "home city", "Malmö", "assert"),
    ("We just moved into a tiny flat in Glasgow.", "home city", "Glasgow", "change"),
    ("Last month we moved from Utrecht to Ghent.", "home city", "Utrecht", "end"),
    ("Last month we moved from Utrecht to Ghent.", "home city", "Ghent", "change"),
    ("I used to live in Oslo.", "home city", "Oslo", "end"),
    ("I used to live in Oslo.", "former home", "Oslo", "assert"),
    ("I'm originally from Accra, but I grew up in Lyon.", "origin", "Accra", "assert"),
    ("I'm originally from Accra, but I grew up in Lyon.", "grew up in", "Lyon", "assert"),
    ("I'm half Danish, half Ghanaian.", "nationality", "Danish and Ghanaian", "assert"),
    ("I turned 34 on Saturday.", "birth date", "1992-03-07", "assert"),
    ("I'm 34.", "age", 34, "assert"),
    ("I was born on 14 July 1990.", "birth date", "1990-07-14", "assert"),
    ("My birthday's on the 3rd of November!", "birthday", "3 November", "assert"),
    ("My wife, Ingrid, makes the best meatballs.", "spouse", "Ingrid", "assert"),
    ("I got married to Lena in 2019.", "spouse", "Lena", "assert"),
    ("Sam and I got married last summer.", "spouse", "Sam", "assert"),
    ("My kids are Uma, Theo and Ravi.", "child", "Ravi", "assert"),
    ("We have three children: Adam, Sara and little Yasmin.", "child", "Yasmin", "assert"),
    ("Our dog Biscuit ate my shoe.", "pet", "Biscuit", "assert"),
    ("I have two cats, Miso and Tofu.", "pet", "Tofu", "assert"),
    ("I’ve got a parrot called Rio.", "pet", "Rio", "assert"),
    ("We adopted a kitten on Saturday, her name is Pepper!", "pet", "Pepper", "assert"),
    ("I don't have a dog.", "pet", "dog", "deny"),
    ("Our hamster died last week.", "pet", "hamster", "end"),
    ("We own a canoe, a tandem and a kiln.", "owns", "kiln", "assert"),
    ("I've got a caravan parked at the coast.", "owns", "caravan", "assert"),
    ("I weigh about 82 kg.", "weight", "82 kg", "assert"),
    ("I'm 1.85 m tall.", "height", "1.85 m", "assert"),
    ("I am 6 foot 1.", "height", "6 foot 1", "assert"),
    ("My sister is vegan and her name is Noor.", "sister", "Noor", "assert"),
    ("I work at Acme, I changed in January.", "employer", "Acme", "change"),
    ("I drive an old Volvo.", "car", "Volvo", "assert"),
    ("My car is a green Skoda.", "car", "green Skoda", "assert"),
    ("I love rock climbing.", "likes", "rock climbing", "assert"),
    ("I enjoy cooking, gardening and bad detective novels.", "likes", "bad detective novels", "assert"),
    ("I'm a huge fan of brutalist architecture.", "likes", "brutalist architecture", "assert"),
    ("I can't stand coriander.", "dislikes", "coriander", "assert"),
    ("I don't like horror films.", "likes", "horror films", "deny"),
    ("My favourite band is The Lanterns.", "favourite band", "The Lanterns", "assert"),
    ("Autumn is my favourite season.", "favourite season", "autumn", "assert"),
    ("I speak Portuguese and a bit of Welsh.", "language", "Welsh", "assert"),
    ("My mother tongue is Finnish.", "native language", "Finnish", "assert"),
    ("I'm studying marine biology at Leeds University.", "field of study", "marine biology", "assert"),
    ("I'm studying marine biology at Leeds University.", "school", "Leeds University", "assert"),
    ("I go for a run every morning.", "habit", "go for a run every morning", "assert"),
    ("I play the oboe.", "plays", "oboe", "assert"),
    ("I volunteer at the animal shelter on weekends.", "volunteering", "animal shelter", "assert"),
    ("We're mostly vegetarian at home.", "diet", "vegetarian", "assert"),
    ("I'm allergic to pollen, dust and, tragically, strawberries.", "allergy", "strawberries", "assert"),
    ("I'm lactose intolerant.", "intolerance", "lactose", "assert"),
    ("I've got type 1 diabetes.", "health condition", "type 1 diabetes", "assert"),
    ("I used to smoke.", "smokes", True, "end"),
    ("I'm going to Kyoto in October.", "plan", "go to Kyoto", "assert"),
    ("I might move to Lisbon next year.", "plan", "move to Lisbon", "assert"),
    ("My dream is to live in Kyoto.", "goal", "live in Kyoto", "assert"),
    ("Yesterday I finished my first marathon.", "event", "finished first marathon", "assert"),
    ("I've been to Iceland twice.", "visited", "Iceland", "assert"),
    ("I've never been to Peru.", "visited", "Peru", "deny"),
    ("My umbrella is plaid.", "umbrella", "plaid", "assert"),
    ("My locker number is 417.", "locker number", "417", "assert"),
    ("I was promoted to senior analyst at Vandelay last month.", "employer", "Vandelay", "change"),
    ("I've been made senior editor.", "occupation", "senior editor", "change"),
    ("I live on a houseboat in Utrecht.", "home city", "Utrecht", "assert"),
    ("I moved out of Cork last week, I'm in Galway now.", "home city", "Galway", "change"),
    ("My least favourite vegetable is kale.", "dislikes", "kale", "assert"),
    ("My favourite author is Ursula K. Le Guin.", "favourite author", "Ursula K. Le Guin", "assert"),
    ("I love action and sci-fi movies.", "likes", "action movies", "assert"),
    ("my gf sofia loves sushi", "partner", "Sofia", "assert"),
    ("I get migraines.", "health condition", "migraines", "assert"),
    ("I celebrated my 60th birthday on Sunday.", "age", 60, "assert"),
    ("Working on cars really helps me relax.", "relaxes by", "working on cars", "assert"),
    ("I'm inspired by nature and old photos.", "inspired by", "nature", "assert"),
    ("Touring with Ida last week was wild.", "event", "toured with Ida", "assert"),
    ("Here's a photo of a cake I baked yesterday.", "event", "baked a cake", "assert"),
    ("I can't wait for our hike with the dogs next month.", "plan", "hike with the dogs", "assert"),
    ("My trip to Japan was incredible.", "visited", "Japan", "assert"),
    ("I've been networking with some people to get their input.", "doing", "networking with some people", "assert"),
]


@pytest.mark.parametrize(("text", "attribute", "value", "kind"), SAID)
def test_the_speaker_says(text: str, attribute: str, value: object, kind: str) -> None:
    assert ("Ana", attribute, value, kind) in facts(text)


OF_OTHERS = [
    ("Petra works for the city library now.", "Petra", "employer", "city library", "change"),
    ("Bo lives in Turin, did you know?", "Bo", "home city", "Turin", "assert"),
    ("My flatmate Jonas started at the aquarium and is learning the cello.", "Jonas", "employer", "aquarium", "change"),
    ("My flatmate Jonas started at the aquarium and is learning the cello.", "Jonas", "learning", "cello", "assert"),
    ("My cousin Dario lives in Naples and works at a shipyard.", "Dario", "employer", "shipyard", "assert"),
    ("My sister Petra, who lives in Oslo, is a nurse.", "Petra", "home city", "Oslo", "assert"),
    ("Petter and Lo live in Visby.", "Lo", "home city", "Visby", "assert"),
    ("Salma's husband Karim is allergic to bees.", "Salma", "spouse", "Karim", "assert"),
    ("Salma's husband Karim is allergic to bees.", "Karim", "allergy", "bees", "assert"),
    ("My sister is a nurse.", "Ana's sister", "occupation", "nurse", "assert"),
    ("Mr and Mrs Adeyemi live next door; Mrs Adeyemi is a potter.", "Mrs Adeyemi", "occupation", "potter", "assert"),
    ("Lena's badge level is guest.", "Lena", "access level", "guest", "assert"),
    ("The viewing is on Thursday.", "viewing", "day", "Thursday", "assert"),
    ("Visitors are not allowed in lab four.", "lab four", "visitors allowed", False, "assert"),
    ("Nils owes Petra 400 crowns.", "Petra", "is owed by", "Nils", "assert"),
    ("Yusra Tannen keeps bees; her hive number is QX-4471.", "Yusra Tannen", "hive number", "QX-4471", "assert"),
    ("Sami drives bus 9. Bus 9 is electric.", "Bus 9", "electric", True, "assert"),
]


@pytest.mark.parametrize(("text", "entity", "attribute", "value", "kind"), OF_OTHERS)
def test_the_subject_owns_the_fact(text: str, entity: str, attribute: str, value: object, kind: str) -> None:
    found = facts(text)

    assert (entity, attribute, value, kind) in found
    assert not any(e == "Ana" and v == value for e, _, v, _ in found)


def test_people_are_sure_of_themselves_and_less_so_of_others() -> None:
    stances = {o.entity: o.stance for o in observed("I live in Porto.", "Bo lives in Turin.")}

    assert stances == {"Ana": 1.0, "Bo": 0.85}


HEDGED = [
    ("I think Dee works at Initech, not sure though.", 0.25),
    ("I think Dee works at Initech.", 0.6),
    ("Dee probably works at Initech.", 0.6),
    ("I'm pretty sure Dee works at Initech.", 0.85),
    ("Maybe I'm allergic to wool.", 0.25),
]


@pytest.mark.parametrize(("text", "stance"), HEDGED)
def test_of_several_hedges_the_least_counts(text: str, stance: float) -> None:
    assert {o.stance for o in observed(text)} == {stance}


def test_speakers_of_any_script_speak_for_themselves() -> None:
    found = facts("田中: I live in Osaka and work at Sakura Denki.", "Дмитрий: My wife Li Na teaches physics.")

    assert ("田中", "home city", "Osaka", "assert") in found
    assert ("田中", "employer", "Sakura Denki", "assert") in found
    assert ("Li Na", "occupation", "physics teacher", "assert") in found
