"""How text is cut into the tokens that full-text search matches: the same for every store, script and query."""

from __future__ import annotations

import hashlib
import re
import threading
import unicodedata
from collections.abc import Iterable
from functools import lru_cache

import snowballstemmer

from .names import fold

STOP_WORDS = frozenset(
    "a an the and or but if then than so as of at by for from in into on onto to up with without about over under "
    "is are was were be been being am do does did doing done have has had having will would shall should can could "
    "may might must i me my mine myself we us our ours you your yours he him his she her hers it its they them their "
    "theirs this that these those there here what which who whom whose when where why how not no nor too very just "
    "also only own same some any each both more most such s t d ll m re ve don didn doesn isn aren wasn weren".split()
)
"""English words that say nothing about what a text is about."""

# Forms that the stemmer cannot bring together, as "past base"; nouns and verbs that people ask about.
_IRREGULAR = dict(
    pair.split("=")
    for pair in (
        "ate=eat eaten=eat became=become began=begin begun=begin bitten=bite bit=bite bought=buy broke=break "
        "broken=break brought=bring built=build came=come caught=catch chose=choose chosen=choose children=child "
        "drank=drink drunk=drink drawn=draw drew=draw driven=drive drove=drive fallen=fall fell=fall fed=feed "
        "feet=foot felt=feel flew=fly flown=fly fought=fight found=find forgot=forget forgotten=forget gave=give "
        "given=give went=go gone=go goes=go got=get gotten=get grew=grow grown=grow heard=hear held=hold hid=hide "
        "hidden=hide kept=keep knew=know known=know laid=lay led=lead left=leave lent=lend lost=lose made=make "
        "meant=mean men=man met=meet mice=mouse paid=pay people=person ran=run rode=ride ridden=ride rose=rise "
        "risen=rise sang=sing sung=sing sank=sink sunk=sink sat=sit saw=see seen=see sent=send shook=shake "
        "shot=shoot shown=show slept=sleep sold=sell spent=spend spoke=speak spoken=speak stolen=steal stole=steal "
        "stood=stand stuck=stick swam=swim swum=swim taken=take took=take taught=teach thought=think threw=throw "
        "thrown=throw told=tell tore=tear torn=tear understood=understand women=woman won=win wore=wear worn=wear "
        "wrote=write written=write wives=wife lives=live better=good best=good"
    ).split()
)

# Scripts written without spaces between words, or with endings glued on: cut into overlapping pairs of characters.
_UNSPACED = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff"
    "\U00020000-\U0002fa1f"
)
_PIECES = re.compile(rf"[{_UNSPACED}]+|(?:(?![{_UNSPACED}])[\w]|(?<=\w)['’](?=\w))+|[^\w\s]")
_UNSPACED_SIGN = re.compile(f"[{_UNSPACED}]")
_NEGATED = re.compile(r"n['’]t$")
_SUFFIX = re.compile(r"['’](?:s|re|ve|ll|d|m)$")
_LONGEST = 64  # characters of a token; what is longer is cut, on both sides alike
_stemmer = snowballstemmer.stemmer("english")
_stemming = threading.Lock()  # the stemmer keeps its word between calls


def tokens(text: str) -> list[str]:
    """The tokens of a text, in order, repeated as often as they stand there.

    Words are folded as names are, English ones stemmed, stop words and punctuation left out; scripts without
    spaces give single characters and pairs; emoji are tokens.

    >>> tokens("O'Dell's ferries were late")
    ['odel', 'ferri', 'late']
    >>> tokens("小さな本屋")[-3:]
    ['さな', 'な本', '本屋']
    """
    found: list[str] = []
    for piece in _PIECES.findall(fold(text)):
        first = piece[0]
        if _UNSPACED_SIGN.match(first):
            found.extend(_characters(piece))
        elif first.isalnum() or first == "_":
            if word := _word(piece):
                found.append(word)
        elif unicodedata.category(first) in ("So", "Sk", "Sm") and not first.isascii():
            found.append(first)
    return found


def _characters(run: str) -> Iterable[str]:
    yield from run
    for i in range(len(run) - 1):
        yield run[i : i + 2]


@lru_cache(maxsize=65536)
def _word(piece: str) -> str:
    """One word as it is indexed; empty for a stop word."""
    if _NEGATED.search(piece):
        return ""
    bare = _SUFFIX.sub("", piece).replace("'", "").replace("’", "")
    if piece in STOP_WORDS or bare in STOP_WORDS:
        return ""
    bare = _IRREGULAR.get(bare, bare)
    if bare.isascii() and bare.isalpha():
        with _stemming:
            bare = _stemmer.stemWord(bare)
    return bare[:_LONGEST]


@lru_cache(maxsize=65536)
def term(token: str) -> str:
    """A token in letters and digits only, so that no full-text grammar finds an operator in it.

    >>> term("ferri"), term("🦊")
    ('ferri', 'xf09fa68a')
    """
    if token.isascii() and token.isalnum() and not token.startswith("x"):
        return token
    written = token.encode()
    # Lucene cuts words of more than 255 letters in two; an x is no hexadecimal digit.
    return "x" + written.hex() if len(written) <= _LONGEST else "xx" + hashlib.sha256(written).hexdigest()


def terms(text: str) -> list[str]:
    """The tokens of a text as a full-text index holds them."""
    return [term(token) for token in tokens(text)]
