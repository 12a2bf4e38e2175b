"""Cypher that an operator writes: only what reads, one statement at a time, is sent to the server.

The server runs it in a read transaction and would refuse to write; what it would not refuse is looked for here, in
tokens, so that a comment, a string or a quoted name neither hides a word nor is taken for one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from nous.beliefs.errors import ValidationError, WrongType, shown

BEGINNINGS = ("match", "optional", "with", "unwind", "return", "explain", "profile")
"""The words that a reading query begins with."""

REFUSED = ("call", "load", "create", "merge", "set", "delete", "detach", "remove", "drop", "foreach", "insert", "use")
"""Clauses that are refused: procedures may do anything, LOAD CSV reads files and addresses, the others write."""

_ESCAPE = re.compile(r"\\u+([0-9a-fA-F]{4})")
_UNESCAPED = re.compile(r"(?<!\\)((?:\\\\)*)\\u+([0-9a-fA-F]{4})")  # whose backslash is not itself escaped
_TOKEN = re.compile(
    r"""
      (?P<space>   \s+ | //[^\r\n]* | /\*.*?\*/ )
    | (?P<text>    '(?:[^'\\]|\\.)*' | "(?:[^"\\]|\\.)*" )
    | (?P<name>    `(?:[^`]|``)*` )
    | (?P<open>    ['"`] | /\* )
    | (?P<word>    [^\W\d]\w* )
    | (?P<other>   . )
    """,
    re.DOTALL | re.VERBOSE,
)


class Token(NamedTuple):
    """A piece of a query: what it is (word, text, name or other) and how it is written."""

    kind: str
    written: str


def tokens(cypher: str) -> Iterator[Token]:
    """The pieces of a query without white space and comments; ValidationError where a quotation does not end.

    >>> [t.written for t in tokens("MATCH (n) // a comment")]
    ['MATCH', '(', 'n', ')']
    """
    for match in _TOKEN.finditer(cypher):
        kind = match.lastgroup or "other"
        if kind == "open":
            raise ValidationError(f"a quotation or comment does not end: {shown(cypher[match.start() :])}")
        if kind != "space":
            yield Token(kind, match.group())


def check(cypher: str) -> None:
    """Refuse what is not one reading query, with a ValidationError that names the word.

    Neo4j 5 reads `\\\\u0043` as C wherever it stands, later versions only within quotations: it has to be harmless
    each way.

    >>> check("MATCH (n:Entity) WHERE n.name = 'CALL me' RETURN n")
    >>> check("MATCH (n) DELETE n")
    Traceback (most recent call last):
    ...
    nous.beliefs.errors.ValidationError: only reading queries are taken, and 'DELETE' is no part of one
    """
    if not isinstance(cypher, str):
        raise WrongType(f"a query is text, not {shown(cypher)}")
    every = _ESCAPE.sub(lambda m: chr(int(m[1], 16)), cypher)
    unescaped = _UNESCAPED.sub(lambda m: m[1] + chr(int(m[2], 16)), cypher)
    for reading in dict.fromkeys((cypher, every, unescaped)):
        _check(list(tokens(reading)))


def _check(found: list[Token]) -> None:
    while found and found[-1].written == ";":
        found.pop()
    if not found:
        raise ValidationError("there is no query")
    first = found[0].written
    if first.casefold() not in BEGINNINGS:
        raise ValidationError(f"a reading query begins with {', '.join(BEGINNINGS).upper()}, not with {shown(first)}")
    for i, token in enumerate(found):
        if token.written == ";":
            raise ValidationError("one statement at a time: there is a semicolon in the middle")
        if token.kind == "word" and token.written.casefold() in REFUSED and not _is_name(found, i):
            raise ValidationError(f"only reading queries are taken, and {shown(token.written)} is no part of one")


def _is_name(found: list[Token], i: int) -> bool:
    """Whether a word can only be a name where it stands: `n.set`, `:Set`, `{set: 1}`; never of CALL and LOAD."""
    if found[i].written.casefold() in ("call", "load"):
        return False
    before = found[i - 1].written if i else ""
    after = found[i + 1].written if i + 1 < len(found) else ""
    return before in (".", ":", "$", "|", "&", "!") or after == ":"
