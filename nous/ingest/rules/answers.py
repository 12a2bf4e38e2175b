"""Short answers and fragments made whole: "Where do you live?" – "In Malmö", "Mushrooms? Can't stand them"."""

from __future__ import annotations

import re
from typing import Final

_YES: Final = r"(?:yes|yeah|yep|yup|ja|i do|i am|i have|sure do|of course|indeed|correct|that's right)"
_NO: Final = r"(?:no|nope|nah|i don't|i do not|i'm not|i am not|i haven't|not any ?more)"
_AGREEING: Final = re.compile(rf"^\W*{_YES}(?:[,!. ]+{_YES})?\W*$", re.IGNORECASE)
_DENYING: Final = re.compile(rf"^\W*{_NO}(?:[,!. ]+{_NO})?\W*$", re.IGNORECASE)
_LEADING: Final = re.compile(
    r"^\W*(?:(?:yes|yeah|yep|oh|well|um|uh|hmm|just|it's|that's|probably)\b[,!.]?\s*)*", re.IGNORECASE
)
_NOW: Final = "(?: now| these days| currently| again)?"
_MADE_WHOLE: Final[tuple[tuple[str, str, str], ...]] = (
    (rf"where (?:do|are) (?:you|u) (?:living|live|based|located){_NOW}", "I live {}", "in"),
    (rf"where (?:do|are) you work(?:ing)?{_NOW}", "I work {}", "at"),
    (r"(?:who do you work for|who(?:'s| is) your employer)", "I work {}", "for"),
    (r"where (?:are you|do you come)(?: originally)? from(?: originally)?", "I am {}", "from"),
    (r"what do you do(?: for (?:a living|work)| now| these days)?", "I am {}", ""),
    (r"what(?:'s| is) your (?:job|profession|occupation)", "I am {}", ""),
    (r"how old are you(?: now)?", "I am {}", ""),
    (r"(?:what|which) languages do you speak", "I speak {}", ""),
    (r"what (?:do you study|are you studying)(?: now| at uni(?:versity)?)?", "I study {}", ""),
    (r"(?:when(?:'s| is) your birthday)", "My birthday is {}", ""),
    (r"(?:(?:do you have|have you got) (?:any )?(?:pets|kids|children|siblings|brothers|sisters|dogs|cats|animals)"
     r"(?: or \w+)?)", "I have {}", ""),
    (r"(?:what|who)(?:'s|'re| is| are) your (?P<what>favou?rite [\w ]{2,30}|[\w ]{2,20}'s? name)(?: of all time)?",
     "My {what} is {}", ""),
    (r"what(?:'s| is) (?P<what>her|his|its) name", "{what} name is {}", ""),
)  # fmt: skip
"""A question, the sentence that its short answer stands for, and the preposition that may have been left out."""
_QUESTIONS: Final = tuple(
    (re.compile(rf"(?:^|[,;] |\b(?:and|so|but) ){question}\W*$", re.IGNORECASE), whole, lead)
    for question, whole, lead in _MADE_WHOLE
)
_PREPOSITIONS: Final = frozenset("in at near on from for outside with around by".split())
_CLOSED: Final = re.compile(
    r"(?:^|[,;] |\b(?:and|so|but) )(?P<verb>do|are|have) you (?P<rest>(?!want|wanna|plan|thinking|hoping|think|know"
    r"|need|mind|remember|feel"
    r"|see|mean|guess|have to|have time|ever|ready|ok|okay|sure|serious|going|kidding|free|or )[^?]{3,80})\?\W*$",
    re.IGNORECASE,
)
_TOPIC: Final = re.compile(r"^\W*(?P<topic>[A-Z][\w'-]*(?: [\w'-]+){0,2})\s*\?+\W*$")
_POINTING: Final = re.compile(
    r"^(?P<verb>\W*(?:i )?(?:really |absolutely |just )?(?:can't stand|love|hate|adore|like|don't like|dislike|loathe))"
    r" (?:them|it)\b",
    re.IGNORECASE,
)
_LONGEST: Final = 8
"""A short answer has no more words."""


def completed(asked: str, words: str) -> str | None:
    """The whole sentence that a short answer stands for; None where it is none, or the question is of another kind.

    `asked` is the question that came right before it, "" for none.

    >>> completed("Where do you live now?", "In Malmö."), completed("How old are you?", "34")
    ('I live in Malmö', 'I am 34')
    >>> completed("Do you work at Initech?", "No."), completed("Do you play chess?", "Yes, I do!")
    ('I do not work at Initech', 'I play chess')
    >>> completed("What's up?", "In Malmö.") is None
    True
    """
    if (closed := _CLOSED.search(asked)) is not None and (_AGREEING.match(words) or _DENYING.match(words)):
        return _said_of(closed["verb"].lower(), _own(closed["rest"].strip()), bool(_DENYING.match(words)))
    answer = _LEADING.sub("", words).strip(" .!")
    if not answer or len(answer.split()) > _LONGEST or answer.split()[0].lower() in ("i", "i'm", "my", "no", "not"):
        return None
    for question, whole, lead in _QUESTIONS:
        match = question.search(asked.strip())
        if match is None:
            continue
        first = answer.split()[0].lower()
        if lead and first not in _PREPOSITIONS:
            answer = f"{lead} {answer}"
        elif first in _PREPOSITIONS:
            answer = f"{first} {answer[len(first) + 1 :]}"
        return whole.format(answer, **match.groupdict())
    return None


def _said_of(verb: str, rest: str, denied: bool) -> str:
    """The statement that "yes" or "no" makes of the words after "do you", "are you" or "have you"."""
    if verb == "do":
        return f"I do not {rest}" if denied else f"I {rest}"
    auxiliary = "am" if verb == "are" else "have"
    return f"I {auxiliary}{' not' if denied else ''} {rest}"


def _own(words: str) -> str:
    """What was said of the hearer, as the hearer says it: "your dog" is "my dog"."""
    return re.sub(r"\byour\b", "my", re.sub(r"\byourself\b", "myself", words, flags=re.I), flags=re.I)


def pointed(before: str, words: str) -> str | None:
    """A sentence in which "them" or "it" means the bare question just before it, with that put in its place.

    >>> pointed("Mushrooms?", "Can't stand them.")
    "Can't stand mushrooms."
    """
    topic, pointing = _TOPIC.match(before), _POINTING.match(words)
    if topic is None or pointing is None:
        return None
    what = topic["topic"]
    lowered = what[0].lower() + what[1:] if " " not in what and not what.isupper() else what
    return f"{pointing['verb']} {lowered}{words[pointing.end() :]}"
