"""From a message to sentences of tokens, whose positions stay those of the message."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

MAX_READ: Final = 20_000
"""A message is read up to so many characters: more is a pasted document, and a log of it would drown the talk."""

_LONGEST_SENTENCE: Final = 200
"""A run of more words without a mark is cut: nobody speaks so, and work on a sentence grows with its square."""

HOLE: Final = "\ufffc"
"""What stands for a piece of text that is not the speaker's own sentence: code, a link, a caption, quoted speech."""

_SAME_LENGTH: Final = str.maketrans(
    {
        "’": "'",
        "‘": "'",
        "ʼ": "'",
        "＇": "'",
        "`": "'",
        "´": "'",
        "“": '"',
        "”": '"',
        "„": '"',
        "«": '"',
        "»": '"',
        "＂": '"',
        "\u00a0": " ",
        "\u202f": " ",
        "\u2009": " ",
        "\t": " ",
        "\r": "\n",
        "\u2028": "\n",
        "\u2029": "\n",
        "\u2013": "\u2014",
        "\u2011": "-",
        "\u2010": "-",
    }
)
_NOT_SAID: Final = re.compile(
    r"```.{0,20000}?(?:```|\Z)|~~~.{0,20000}?~~~|``[^`\n]{1,200}``|(?<!\w)`[^`\n]{1,200}`"
    r"|https?://\S+|www\.\S+|\[[^\[\]\n]{1,600}\]|<[^<>\n]{1,200}>|^\s{0,3}>[^\n]*$",
    re.DOTALL | re.MULTILINE,
)
_ABBREVIATION: Final = r"(?:Dr|Mr|Mrs|Ms|Mx|Prof|St|Mt|Jr|Sr|Rev|Capt|Lt|Sgt|vs|etc|approx)\."
_WORD: Final = r"[^\W_][^\W_\u200b\ufffc]*[\u0300-\u036f]?\w*"
_TOKEN: Final = re.compile(
    rf"(?P<email>[\w.+-]{{1,64}}@[\w-]{{1,64}}(?:\.[\w-]{{1,64}})+)"
    rf"|(?P<number>[+#]?\d+(?:[.,:/-]\d+)*(?:st|nd|rd|th|km|kg|cm|mm|am|pm|k|m|h|s|%)?(?![\w]))"
    rf"|(?P<dotted>\b(?:[A-Za-z]\.){{2,}}|\b{_ABBREVIATION})"
    rf"|(?P<word>{_WORD}(?:[-'&]{_WORD})*[+#]*)"
    rf"|(?P<hole>{HOLE}+)|(?P<dash>--+|\u2014+)|(?P<dots>\.{{2,}}|…+)|(?P<mark>[.!?\u3002\uff01\uff1f]+)|(?P<other>[^\w\s])"
)
_CLITIC: Final = re.compile(r"(?i)^(.+?)(n't|'m|'re|'ve|'ll|'d|'s)$")
_FULL: Final = {
    "n't": "not",
    "'m": "am",
    "'re": "are",
    "'ve": "have",
    "'ll": "will",
}
_HEADS: Final = {"wo": "will", "ca": "can", "sha": "shall", "ai": "is"}
_RUN_TOGETHER: Final = {
    "im": ("i", "am"),
    "ive": ("i", "have"),
    "weve": ("we", "have"),
    "theyve": ("they", "have"),
    "werent": ("were", "not"),
    "shouldnt": ("should", "not"),
    "dont": ("do", "not"),
    "doesnt": ("does", "not"),
    "didnt": ("did", "not"),
    "cant": ("can", "not"),
    "cannot": ("can", "not"),
    "couldnt": ("could", "not"),
    "wouldnt": ("would", "not"),
    "wont": ("will", "not"),
    "isnt": ("is", "not"),
    "arent": ("are", "not"),
    "wasnt": ("was", "not"),
    "havent": ("have", "not"),
    "hasnt": ("has", "not"),
    "thats": ("that", "is"),
    "theres": ("there", "is"),
    "hes": ("he", "is"),
    "shes": ("she", "is"),
    "youre": ("you", "are"),
    "theyre": ("they", "are"),
    "gonna": ("going", "to"),
    "wanna": ("want", "to"),
    "gotta": ("got", "to"),
    "hafta": ("have", "to"),
}


@dataclass(frozen=True, slots=True)
class Token:
    """A word or mark: `low` is how it is compared, `start` and `end` its place in the message.

    `sort` is word, title (something in quotation marks that is a name), number, mark, hole or other.
    """

    text: str
    low: str
    start: int
    end: int
    sort: str = "word"

    @property
    def capital(self) -> bool:
        """Whether it begins like a name."""
        first = self.text[:1]
        return self.sort == "title" or (self.sort == "word" and first.isalpha() and not first.islower())


@dataclass(frozen=True, slots=True)
class Sentence:
    """The tokens of one sentence, without the mark that ends it, which is kept as `mark`."""

    tokens: tuple[Token, ...]
    start: int
    end: int
    mark: str = ""


def plain(text: str) -> str:
    """`text` up to `MAX_READ`, typographic characters made plain and what is not said made holes; no place moves.

    >>> plain("I’m at `home` [photo of a dog]") == "I'm at " + HOLE * 6 + " " + HOLE * 16
    True
    """
    same = text[:MAX_READ]
    holes = _NOT_SAID.sub(lambda match: HOLE * len(match[0]), same)
    return holes.translate(_SAME_LENGTH)


def cover(text: str, spans: Sequence[tuple[int, int]]) -> str:
    """`text` with holes in place of the given spans.

    >>> cover("abcdef", [(1, 3)]) == "a" + HOLE * 2 + "def"
    True
    """
    for start, end in spans:
        text = text[:start] + HOLE * (end - start) + text[end:]
    return text


def sentences(text: str, titles: Sequence[tuple[int, int]] = ()) -> Iterator[Sentence]:
    """The sentences of a plain text; each span in `titles` is one token without its quotation marks.

    >>> [s.mark for s in sentences("Dr. Pell left at 6 a.m. today. Did she? Wow!!")]
    ['.', '?', '!!']
    """
    held: list[Token] = []
    for token in _tokens(text, titles):
        gap = text[held[-1].end : token.start] if held else ""
        if held and ("\n" in gap or len(held) >= _LONGEST_SENTENCE):
            yield Sentence(tuple(held), held[0].start, held[-1].end)
            held = []
        if token.text == "." and held and _initial(text, token):
            held[-1] = replace(held[-1], text=f"{held[-1].text}.", end=token.end)
        elif token.sort == "mark" and _ends(text, token):
            if held:
                yield Sentence(tuple(held), held[0].start, token.end, token.text)
            held = []
        elif _parts(token):
            if held:
                yield Sentence(tuple(held), held[0].start, held[-1].end)
            held = []
        else:
            held.append(token)
    if held:
        yield Sentence(tuple(held), held[0].start, held[-1].end)


def _parts(token: Token) -> bool:
    """Whether a mark that ends no sentence still parts two of them: three dots, a bullet, an emoji."""
    return token.sort == "other" and (
        token.text[0] in ".…•·" or (ord(token.text[0]) > 0x2000 and token.text[0] not in "\u2014€£¥₹")
    )


def _ends(text: str, token: Token) -> bool:
    """Whether a mark closes its sentence: not the point of an initial or of a number."""
    if token.text != ".":
        return True
    after = text[token.end : token.end + 1]
    return not _initial(text, token) and (not after or after.isspace() or after.isupper() or after in "\"')" + HOLE)


def _initial(text: str, point: Token) -> bool:
    """Whether a point belongs to the initial before it: "Ursula K. Le Guin"."""
    before = text[max(0, point.start - 2) : point.start].strip()
    return point.text == "." and len(before) == 1 and before.isupper() and before != "I"


def _tokens(text: str, titles: Sequence[tuple[int, int]]) -> Iterator[Token]:
    place = 0
    for start, end in [*sorted(titles), (len(text), len(text))]:
        for match in _TOKEN.finditer(text, place, start):
            yield from _split(match)
        if end > start:
            inner = text[start + 1 : end - 1].strip(" ,.")
            yield Token(inner, inner.lower(), start, end, "title")
        place = end


def _split(match: re.Match[str]) -> Iterator[Token]:
    """One token, or two where a short form hides a second word."""
    text, low, start, end = match[0], match[0].lower(), match.start(), match.end()
    sort = str(match.lastgroup)
    if sort in ("dash", "dots"):
        yield Token(text, text, start, end, "other")
        return
    if sort in ("email", "number"):
        yield Token(text, low, start, end, "number")
        return
    if sort not in ("word", "dotted"):
        yield Token(text, low, start, end, sort)
        return
    if pair := _RUN_TOGETHER.get(low):
        cut = start + len(pair[0]) if low.startswith(pair[0]) else end - 1
        yield Token(text[: cut - start], pair[0], start, cut)
        yield Token(text[cut - start :], pair[1], cut, end)
        return
    clitic = _CLITIC.match(text)
    if clitic and low not in ("o'clock", "ma'am"):
        head, tail = clitic[1].lower(), clitic[2].lower()
        cut = start + len(clitic[1])
        yield Token(clitic[1], _HEADS.get(head, head) if tail == "n't" else head, start, cut)
        yield Token(clitic[2], _FULL.get(tail, tail), cut, end)
        return
    yield Token(text, low, start, end)
