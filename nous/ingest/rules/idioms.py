"""Stories, jokes and turns of speech: sentences whose words must not be taken at their word."""

from __future__ import annotations

import re
from typing import Final


def _any_of(*phrases: str) -> re.Pattern[str]:
    """A pattern for any of the phrases, which are parted by semicolons and may hold regular expressions."""
    listed = [phrase.strip() for text in phrases for phrase in text.split(";") if phrase.strip()]
    return re.compile(rf"\b(?:{'|'.join(listed)})\b", re.IGNORECASE)


_WORK_OF_ART: Final = (
    r"(?:film|movie|novel|story|series|sitcom|comic|episode|dream|nightmare|manga|anime|script|screenplay|musical|fantasy"
    r"|tv show|video game|short story|campaign|saga|trilogy|fairy tale|cartoon)s?"
)
_TRADE: Final = (
    r"(?! (?:industry|business|club|festival|society|world|school|studio|department|class|shop|store|tournament|night))"
)
_FICTION: Final = re.compile(
    rf"\b(?:in|from) (?:the|this|that|my|a|an|his|her|their|our|one) (?:[\w'-]+ ){{0,2}}?{_WORK_OF_ART}\b{_TRADE}"
    r"|^(?:\W*\w+,? )?in (?:the|this|that|my) (?:[\w'-]+ )?(?:game|play|show|book)\b"
    r"|\b(?:main character|protagonist|narrator|heroine|villain|antagonist|the plot)\b"
    r"|\b(?:my|the|her|his) (?:[\w'&-]+ )?character\b"
    r"|\b(?:film|movie|novel|story|book|series|show|game|play|screenplay|script|song|poem|comic|documentary|painting)s?"
    r"(?: \w+)? (?:is|was|are|'s)(?: all)? about\b"
    r"|\b(?:film|movie|novel|story|book|series|show|game|comic|screenplay|script)s? (?:where|in which|about)\b"
    r"|\bin (?:the sims|minecraft|skyrim|animal crossing|stardew valley|fortnite|roblox|gta|zelda|hogwarts"
    r"|world of warcraft"
    r"|monopoly|d&d|dungeons and dragons|pok[eé]mon|second life|farmville|catan)\b"
    r"|\bonce upon a time\b|\brole-?play|\bpretend|\bfictional\b",
    re.IGNORECASE,
)
_DREAM: Final = re.compile(
    r"\bhad (?:a|the|this|another)(?: \w+){0,3} (?:dream|nightmare)\b|\bdream(?:t|ed|ing)? (?:that|i|we|about)\b"
    r"|\bin (?:my|the|that) dreams?\b|\blast night i dream",
    re.IGNORECASE,
)
_SUPPOSED: Final = re.compile(
    r"\b(?:if only|what if|imagine|suppose|supposing|let's say|let us say|let's pretend|let's imagine|say we|say i"
    r"|hypothetically|in theory|in another life|in an ideal world|as if|would you say|had i|were i|had we"
    r"|picture this)\b"
    r"|^\W*give (?:me|us) .{1,60} and i'll\b",
    re.IGNORECASE,
)
_IRONIC_OPENING: Final = re.compile(
    r"^\W*(?:oh|ah|well|wow)?,? ?(?:yeah,? (?:right|sure)|sure thing,? and"
    r"|oh,? (?:sure|great|wonderful|fantastic|lovely|perfect|joy)|as if|right,? and i'm|and i(?:'m| am) the)\b",
    re.IGNORECASE,
)
_TAKEN_BACK: Final = re.compile(
    r"\b(?:said no ?one ever|(?:just|only) (?:kidding|joking)|i'?m (?:just |only )?(?:kidding|joking)|jk|april fools?"
    r"|i was (?:just |only )?(?:kidding|joking)|(?:that|it) was a joke)\b"
    r"|^\W*(?:said (?:no ?one|nobody|no \w+ ever|no \w+ with)\b)|^\W*(?:not|not really|kidding)\W*$|(?:^|\s)/s\W*$",
    re.IGNORECASE,
)
_SAYINGS: Final = _any_of(
    "hot water; cloud (?:nine|9); cold feet; over the moon; under the weather; all ears; open book; same boat",
    "piece of cake; butterflies; left feet; pain in the; on fire; on the fence; up in the air; at a crossroads",
    "in a pickle; in a rut; in the zone; in the doghouse; in the dark; in the loop; out of the woods",
    "on the same page; on the ball; on a roll; on edge; on top of the world; at the end of my; in over my head",
    "off the hook; night owl; early bird; couch potato; black sheep; big fish; fish out of water; elephant in",
    "wild goose; guinea pigs? for; bookworm at heart; walk in the park; drop in the; tip of the; bull in; cat got",
    "let the cat; raining cats; ends meet; bucket list; chip on; ace up; skin in the; green thumb; sweet tooth",
    "heart of; eyes? on; hands full; plate full; lot on my plate; bone to pick; axe to grind; ball of",
    "living the dream; dream come true; living proof; rabbit hole; ball in; head over heels; my cup of tea; my jam",
    "my thing; my bad; shoulder to; ear to; third wheel; wheelhouse; double-edged; my middle name; second nature",
    "in stitches; broken record; life ?saver; lone wolf; on my way; on a budget; on board; in heaven; on thin ice",
    "rock bottom; back on track; back to square; in good hands; in the mood; cut corners; cut to the chase",
    "the works; hit the (?:sack|road|hay); weak at the knees; right-hand; your (?:biggest|number one|no. ?1) fan",
    "smiles? (?:on|to) (?:my|our|your|his|her|their|everyone's) faces?; fish to fry; sucker for punishment; "
    "frog in (?:my|his|her|your) throat; (?:chasing|chase|pursue|pursuing) (?:my|our|your) dreams?; "
    "dreams? come true; memory like; married to my (?:job|work|phone); slept on; half a mind",
    r"like a (?:dog|horse|log|baby|fish|bird|kid|child|king|queen|million|boss|pro|rock|machine|ghost|zombie|robot)",
)
_CALLED_NAMES: Final = _any_of(
    "king; queen; pope; emperor; empress; prince; princess; president; ruler; god; goddess; master; lord; saint",
    "superhero; batman; superman; santa; champion of the world; genius; rock ?star; superstar; a star; a gem",
    "an angel; a legend; a hero; a beast; a monster; a machine; a mess; a wreck; a hot mess; toast",
    "a ghost; a zombie; a robot; a potato; in the cloud",
)
"""What nobody is who says so, or only in a manner of speaking."""


_DICTATED: Final = re.compile(
    r"^\W*(?:(?:please|now|ok|okay|hey|then|also|and|can you|could you|would you|will you|help me)\W+)*"
    r"(?:translate|rewrite|rephrase|reword|paraphrase|proof-?read|correct|edit|summari[sz]e|shorten|improve|fix"
    r"|spell-?check|check|continue|complete|finish|reply|answer|write|draft|compose|say|repeat|type|print|output|read"
    r"|convert|turn|put|format|polish|review)\b[^:.!]{0,80}:",
    re.IGNORECASE,
)


def dictated(words: str) -> bool:
    """Whether a sentence hands over a text to work on, which says nothing of who hands it over.

    >>> dictated("Translate to French: I live in London"), dictated("My plan: I move to London")
    (True, False)
    """
    return bool(_DICTATED.search(words))


def supposed(words: str) -> bool:
    """Whether a sentence only supposes what it says: an "imagine", a "what if".

    >>> supposed("Suppose we live in Oslo for a year"), supposed("I live in Oslo")
    (True, False)
    """
    return bool(_SUPPOSED.search(words))


def dreamt(words: str) -> bool:
    """Whether a sentence opens the account of a dream.

    >>> dreamt("I had the weirdest dream: I was a baker"), dreamt("My dream is to bake")
    (True, False)
    """
    return bool(_DREAM.search(words))


def fictional(words: str) -> bool:
    """Whether a sentence tells of a film, a book or a game.

    >>> fictional("In the film, he works at a bank"), fictional("I work in the film industry")
    (True, False)
    """
    return bool(_FICTION.search(words))


def ironic(words: str) -> bool:
    """Whether a sentence opens with mock surprise or mock consent.

    >>> ironic("Oh sure, I'm the king of Spain"), ironic("Sure, I live in Spain")
    (True, False)
    """
    return bool(_IRONIC_OPENING.search(words))


def taken_back(words: str) -> bool:
    """Whether a sentence declares what came before it a joke.

    >>> taken_back("Said no one ever."), taken_back("I'm not really a morning person")
    (True, False)
    >>> taken_back("Said no one with my salary ever"), taken_back("He said no to the job")
    (True, False)
    """
    return bool(_TAKEN_BACK.search(words))


def figurative(words: str, identity: str = "") -> bool:
    """Whether a clause is a turn of speech; `identity` is what it calls its speaker, if it does.

    >>> figurative("i'm in hot water"), figurative("i'm a star", "a star"), figurative("i saw a star")
    (True, True, False)
    """
    return bool(_SAYINGS.search(words) or _CALLED_NAMES.search(identity))
