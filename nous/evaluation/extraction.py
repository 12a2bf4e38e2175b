"""How well an extractor reads plain statements: precision and recall by kind over a set written for it.

A statement names messages, rows that should be believed after them, and rows that never should. Recall is the share
of the former that hold, precision 1 - wrong / (right + wrong), where wrong counts the latter that fail.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, tzinfo
from importlib.resources import files
from pathlib import Path
from typing import Final

from nous.beliefs.errors import NotFound, ValidationError
from nous.beliefs.policy import POLICY
from nous.graph.model import Message, Observation
from nous.graph.names import fold
from nous.graph.times import iso, read
from nous.ingest import formats
from nous.ingest.statement import Extractor

BELIEVED: Final = 0.5
"""A row holds where a value has more than this probability; a `never` row fails at this or more."""
HEARSAY: Final = 0.3
"""The tier of hearsay (design, section 6): what is only passed on is believed no more than this."""
GATE_PRECISION: Final = 0.95
GATE_RECALL: Final = 0.85
"""What the rules have to reach on the set that ships with Nous."""
SHOWN: Final = 20  # rows that went wrong, of all, in the table

_NOT_PRESENT: Final = ("former ", "event", "plan", "goal", "visited", "degree", "alma mater", "has read", "has watched")
_MEANINGS: Final[dict[str, str]] = {
    "role": "occupation",
    "birth year": "birth date",
    "studies": "field of study",
    "trip": "plan",
    "possession": "owns",
    "subject": "occupation",
    "likes": "likes",
    "phone model": "phone",
    "meets": "day",
    "drive a bus": "occupation",
}


@dataclass(frozen=True, slots=True)
class Held:
    """A value that is believed of an entity, with its probability. Equal where every field is."""

    entity: str
    attribute: str
    value: str
    probability: float


@dataclass(frozen=True, slots=True)
class Row:
    """What should, or never should, be believed: `about` names attributes, "" for any; `values` are spellings."""

    entity: str
    about: tuple[str, ...]
    values: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Case:
    """One statement of the set: its messages and the rows that it is judged by."""

    id: str
    kind: str
    messages: tuple[Message, ...]
    believe: tuple[Row, ...]
    never: tuple[Row, ...]
    before: bool = False


@dataclass(frozen=True, slots=True)
class Score:
    """Counts over some rows.

    >>> score = Score("pets", right=8, missed=2, wrong=0)
    >>> score.precision, score.recall
    (1.0, 0.8)
    """

    kind: str
    right: int = 0
    missed: int = 0
    wrong: int = 0
    statements: int = 0
    never: int = 0

    @property
    def precision(self) -> float:
        """1 - wrong / (right + wrong); 1 where nothing was believed."""
        return 1.0 - self.wrong / (self.right + self.wrong) if self.right + self.wrong else 1.0

    @property
    def recall(self) -> float:
        """The share of rows that should hold and do; 1 where there are none."""
        return self.right / (self.right + self.missed) if self.right + self.missed else 1.0

    def __add__(self, other: Score) -> Score:
        return Score(
            self.kind, self.right + other.right, self.missed + other.missed, self.wrong + other.wrong,
            self.statements + other.statements, self.never + other.never,
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Result:
    """The scores by kind and in all, and the rows that went wrong, as (case, what, row)."""

    kinds: tuple[Score, ...]
    total: Score
    faults: tuple[tuple[str, str, Row], ...]

    @property
    def passed(self) -> bool:
        """Whether both gates are met."""
        return self.total.precision >= GATE_PRECISION and self.total.recall >= GATE_RECALL

    def rows(self) -> list[str]:
        """The result as lines of text: one a kind, the total, then the first rows that went wrong."""
        width = max([len(score.kind) for score in self.kinds] + [len("kind")])
        lines = [f"{'kind':{width}}  statements  precision  recall  right  missed  wrong  of never"]
        for s in (*self.kinds, self.total):
            lines.append(
                f"{s.kind:{width}}  {s.statements:10d}  {s.precision:9.3f}  {s.recall:6.3f}  {s.right:5d}"
                f"  {s.missed:6d}  {s.wrong:5d}  {s.never:8d}"
            )
        return [*lines, *described(self)[:SHOWN]]


Believer = Callable[[Sequence[Message]], Sequence[Held]]
"""What is believed after some messages; by `believer` from an extractor alone, or by a real memory."""


def load(path: Path | None = None) -> list[Case]:
    """The statements of a file, by default of the set that ships; ValidationError names a line that is none."""
    shipped = files(__package__) / "statements.jsonl"
    if path is not None and not path.is_file():
        raise NotFound(f"there is no file {path}")
    text = formats.decode(shipped.read_bytes() if path is None else path.read_bytes(), str(path or shipped.name))
    found = []
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip():
            try:
                found.append(_case(json.loads(line)))
            except (json.JSONDecodeError, KeyError, TypeError, AssertionError) as error:
                raise ValidationError(f"{path or shipped.name}, line {number}: not a statement ({error!r})") from None
    return found


def _case(raw: dict[str, object]) -> Case:
    messages = raw["messages"]
    assert isinstance(messages, list)
    return Case(
        str(raw["id"]),
        str(raw.get("kind", "statement")),
        tuple(_message(m, i) for i, m in enumerate(messages)),
        tuple(_believe(row) for row in _rows(raw, "believe")),
        tuple(_never(row) for row in _rows(raw, "never")),
        bool(raw.get("before", False)),
    )


def _rows(raw: dict[str, object], key: str) -> list[dict[str, str]]:
    rows = raw.get(key, [])
    assert isinstance(rows, list)
    return rows


def _message(raw: dict[str, str], i: int) -> Message:
    when = read(raw["time"])
    return Message(raw.get("id", f"m{i}"), raw["speaker"], raw["text"], when.at, raw.get("role"), offset=when.offset)


def _believe(raw: dict[str, str]) -> Row:
    about = tuple(meaning(word) for word in raw["about"].split(" or "))
    return Row(raw["entity"], about, tuple(raw["value"].split("|")))


def _never(raw: dict[str, str]) -> Row:
    about, colon, value = raw["value"].rpartition(":")
    return Row(raw["entity"], (meaning(about),) if colon else (), (value,))


def meaning(word: str) -> str:
    """The attribute that a word of a row stands for.

    >>> meaning("role"), meaning("birth year"), meaning("favorite band")
    ('occupation', 'birth date', 'favourite band')
    """
    return POLICY.canonical(fold(_MEANINGS.get(word.strip(), word.strip())))


def believer(extract: Extractor, zone: tzinfo = UTC) -> Believer:
    """A believer that takes an extractor at its word: ends, denials and corrections applied in order of event time.

    What is believed is asked for at the moment of the last message; the end of a plan lies after it.
    """

    def held(messages: Sequence[Message]) -> list[Held]:
        statements = extract(messages, zone)
        taken_back = {id(o) for s in statements for o in s.corrects}
        said = {m.id: m.at for m in messages}
        kept = [s.observation for s in statements if s.observation is not None and id(s.observation) not in taken_back]
        last = max(said.values())
        dated = sorted(((_moment(o, said, zone), i, o) for i, o in enumerate(kept)), key=lambda one: one[:2])
        return _applied(o for moment, _, o in dated if moment <= last)

    return held


def _moment(observation: Observation, said: dict[str, datetime], zone: tzinfo) -> datetime:
    if observation.at is None:
        return said[observation.message or ""]
    return read(observation.at, zone).at


def _applied(observations: Iterable[Observation]) -> list[Held]:
    """What is left when each observation has done its work, the later ones over the earlier."""
    now: dict[tuple[str, str], dict[str, float]] = {}
    for o in observations:
        attribute = fold(o.attribute)
        values = now.setdefault((fold(o.entity), attribute), {})
        text = str(o.value).lower() if isinstance(o.value, bool) else str(o.value)
        weight = o.stance * (HEARSAY if o.channel == "hearsay" else 1.0)
        if o.kind in ("deny", "end"):
            for value in [v for v in values if fold(v) == fold(text)]:
                values[value] *= 1.0 - weight
            continue
        single = POLICY.attribute(POLICY.canonical(attribute)).cardinality != "many"
        if o.kind == "change" or single:
            for value in values:
                values[value] *= 1.0 - weight
        values[text] = max(values.get(text, 0.0), weight)
    return [Held(e, a, v, p) for (e, a), values in now.items() for v, p in values.items()]


def evaluate(cases: Iterable[Case], believe: Believer) -> Result:
    """Scores a believer on cases, by kind in order of first appearance.

    >>> from nous.ingest.rules import extract
    >>> evaluate(load()[:3], believer(extract)).total.wrong
    0
    """
    scores: dict[str, Score] = {}
    faults: list[tuple[str, str, Row]] = []
    for case in cases:
        held = believe(case.messages)
        missed = [row for row in case.believe if not any(_holds(row, h) and h.probability > BELIEVED for h in held)]
        wrong = [row for row in case.never if any(_forbidden(row, h) and h.probability >= BELIEVED for h in held)]
        faults.extend((case.id, "missed", row) for row in missed)
        faults.extend((case.id, "wrong", row) for row in wrong)
        right = len(case.believe) - len(missed)
        score = Score(case.kind, right, len(missed), len(wrong), 1, len(case.never))
        scores[case.kind] = scores[case.kind] + score if case.kind in scores else score
    kinds = tuple(scores.values())
    return Result(kinds, sum(kinds, Score("all")), tuple(faults))


def _holds(row: Row, held: Held) -> bool:
    return _about(row, held) and any(fold(value.strip()) in fold(held.value) for value in row.values)


def _about(row: Row, held: Held) -> bool:
    return fold(row.entity) == fold(held.entity) and (not row.about or held.attribute in row.about)


def _forbidden(row: Row, held: Held) -> bool:
    if not row.about and held.attribute.startswith(_NOT_PRESENT):
        return False
    return _holds(row, held)


def run(extract: Extractor | None = None, path: Path | None = None) -> Result:
    """Scores an extractor, by default the rules, on a file of statements, by default the one that ships with Nous."""
    if extract is None:
        from nous.ingest.rules import extract as by_rules

        extract = by_rules
    return evaluate(load(path), believer(extract))


def described(result: Result) -> list[str]:
    """The rows that went wrong, one line each.

    >>> described(Result((), Score("all"), (("s1", "missed", Row("Ana", ("employer",), ("Acme",))),)))
    ['s1: missed Ana / employer = Acme']
    """
    return [
        f"{id}: {what} {r.entity} / {' or '.join(r.about) or '*'} = {'|'.join(r.values)}"
        for id, what, r in result.faults
    ]


__all__ = [
    "Believer",
    "Case",
    "Held",
    "Result",
    "Row",
    "Score",
    "believer",
    "described",
    "evaluate",
    "iso",
    "load",
    "meaning",
    "run",
]
