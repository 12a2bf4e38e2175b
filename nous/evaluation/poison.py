"""Attacks from below: many voices, laundered voices, and a world where half of what comes that way is true.

Provenance specification §§6 and 8, with generators of our own. V is what honest sources say, W what arrives through a
low tier; an attack succeeds where the likeliest value is W.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from random import Random

from nous.beliefs.evidence import Evidence
from nous.beliefs.provenance import TIERS, Trust
from nous.beliefs.report import Parameters

from .answers import METHODS, Method, plain_filter, witness_filter
from .gate import Check
from .table import Table, percent

HALF_LIFE = 365.0
HONEST = 0.9
"""The tier of those who say V."""

FLOODS = (1, 2, 3, 10, 50)
GATED = (0.2, 0.5)
"""The tiers of the attack for which no cell may succeed."""

SHOWN, RANDOM = (0.2, 0.3, 0.5, 0.55, 0.7, 0.9), (0.2, 0.3, 0.5)
"""The tiers shown at a fixed moment, and at random times."""

SOON = 0.02
"""Half-lives between the last honest report and the attack."""

OURS, *OTHERS = METHODS


def parameters(attack: float) -> Parameters:
    """K = 32, eps .05, half-life a year, and an attacker's channel of this tier."""
    trust = Trust(tiers={**TIERS, "honest": HONEST, "attack": attack})
    return Parameters(32, 0.05, math.log(2.0) / HALF_LIFE, trust)


def honest(reports: int, distinct: bool, times: Sequence[float]) -> list[Evidence]:
    """V, so many times, by as many sources or by one."""
    return [
        Evidence(f"v{i:02}", times[i], "V", channel="honest", source=f"honest:{i if distinct else 0}")
        for i in range(reports)
    ]


def flood(reports: int, sybils: bool, times: Sequence[float]) -> list[Evidence]:
    """W, so many times, under as many names or under one."""
    return [
        Evidence(f"w{i:02}", times[i], "W", channel="attack", source=f"attack:{i if sybils else 0}")
        for i in range(reports)
    ]


Cell = Callable[[Method, float, int, bool], float]
"""The share of attacks that succeed, by method, tier, volume, and whether it comes under many names."""


def poison(seed: int, worlds: int) -> tuple[list[Table], list[Check]]:
    """Attack success by method, tier and volume; at a fixed moment in all arrangements, then at random times."""

    def random(method: Method, tier: float, m: int, sybils: bool) -> float:
        rng, span, logs = Random(f"{seed} {m} {sybils}"), 0.5 * HALF_LIFE, []
        for _ in range(worlds):
            n = rng.choice((4, 8))
            mine, theirs = ([rng.uniform(0.0, span) for _ in range(k)] for k in (n, m))
            logs.append([*honest(n, rng.random() < 0.5, mine), *flood(m, sybils, theirs)])
        return _success(method, logs, parameters(tier), span)

    first, second = (
        _attacks(f"Attack success in %: {SOON} half-lives after V, said 4 or 8 times by one or by many", _fixed, SHOWN),
        _attacks(f"Attack success in %: random times in half a half-life, {worlds} worlds a cell", random, RANDOM),
    )
    return [first[0], second[0]], [first[1], second[1]]


def _fixed(method: Method, tier: float, m: int, sybils: bool) -> float:
    now = SOON * HALF_LIFE
    logs = [
        [*honest(n, distinct, [0.0] * n), *flood(m, sybils, [now] * m)] for n in (4, 8) for distinct in (False, True)
    ]
    return _success(method, logs, parameters(tier), now)


def _attacks(title: str, cell: Cell, tiers: Sequence[float]) -> tuple[Table, Check]:
    rows, worst = [], 0.0
    for tier in tiers:
        for sybils in (False, True):
            shares = [cell(witness_filter, tier, m, sybils) for m in FLOODS]
            rows.append((f"{OURS}, tier {tier:g}{', Sybils' if sybils else ''}", tuple(map(percent, shares))))
            worst = max(worst, *shares) if tier in GATED else worst
    for name in OTHERS:
        for tier in GATED if METHODS[name] is plain_filter else GATED[-1:]:
            shares = [cell(METHODS[name], tier, m, False) for m in FLOODS]
            rows.append((f"{name}, tier {tier:g}", tuple(map(percent, shares))))
    what = f"attack success 0%, tiers .2 and .5, M to {FLOODS[-1]}, Sybils or not ({title.split(': ')[1]})"
    return _table(title, rows), Check(what, worst == 0.0, f"worst cell {percent(worst)}%")


def _table(title: str, rows: Sequence[tuple[str, tuple[str, ...]]]) -> Table:
    return Table(title, tuple(f"M={m}" for m in FLOODS), tuple(rows))


def _success(method: Method, logs: Sequence[list[Evidence]], known: Parameters, at: float) -> float:
    return sum(method(log, known, at).best == "W" for log in logs) / len(logs)


AGES = (0.02, 0.05, 0.1, 0.25, 0.5, 1.0)


def turning() -> tuple[list[Table], list[Check]]:
    """An attacker who agrees with V at first and then turns: more is taken back from V than it still had of it.

    The specification's cells do not try this. The likeliest value can be W then; settled it never is.
    """
    rows, settled = [], False
    for tier in RANDOM:
        for agreed in (False, True):
            cells = []
            for age in AGES:
                at = age * HALF_LIFE
                before = [replace(e, id="p" + e.id, value="V") for e in flood(1, False, [0.0])] if agreed else []
                log = [*honest(4, True, [0.0] * 4), *before, *flood(10, False, [at] * 10)]
                answer = witness_filter(log, parameters(tier), at)
                settled |= answer.verdict == "accept" and answer.value != "V"
                cells.append(f"{answer.masses['V']:.2f} {answer.masses['W']:.2f} {answer.verdict}")
            rows.append((f"tier {tier:g}, {'agreed once, then M=10' if agreed else 'M=10'}", tuple(cells)))
    title = "Agreeing first, then turning, against four distinct sources: p(V), p(W) and verdict by age in half-lives"
    check = Check("an attacker who agreed first is never settled on", not settled, "see table")
    return [Table(title, tuple(f"{age:g}" for age in AGES), tuple(rows))], [check]


def laundering() -> tuple[list[Table], list[Check]]:
    """What .2 becomes when it passes through tools of tier .9, with its taint and where that was lost."""
    rows, worst = [], 0.0
    known = parameters(HONEST)
    for users in (4, 1):
        for tools in (1, FLOODS[-1]):
            who = f"{users} user{'s' if users > 1 else ''}, {'one tool' if tools == 1 else 'Sybil tools'}"
            for taint in (True, False):
                shares = [_success(witness_filter, [_laundered(m, users, tools, taint)], known, LATER) for m in FLOODS]
                rows.append((f"{OURS}, {who}, {'taint' if taint else 'no taint'}", tuple(map(percent, shares))))
                worst = max(worst, *shares) if taint else worst
        for name in OTHERS:
            shares = [_success(METHODS[name], [_laundered(m, users, 1, False)], known, LATER) for m in FLOODS]
            rows.append((f"{name}, {users} user{'s' if users > 1 else ''}", tuple(map(percent, shares))))
    title = "Laundering: W upstream at .2, through tools at .9, against V by users at .9; success in %"
    return [_table(title, rows)], [Check("laundering 0% with taint", worst == 0.0, f"worst cell {percent(worst)}%")]


LATER = SOON * HALF_LIFE


def _laundered(m: int, users: int, tools: int, taint: bool) -> list[Evidence]:
    said = [Evidence(f"v{i}", 0.0, "V", channel="honest", source=f"user:{i % users}") for i in range(4)]
    page = Evidence("page", 0.5, "something else", channel="unknown", source="page")
    passed = [
        Evidence(f"w{i:02}", LATER, "W", channel="attack", source=f"tool:{i % tools}", derived_from=("page",))
        for i in range(m)
    ]
    return [*said, page, *passed] if taint else [*said, page, *(replace(e, derived_from=()) for e in passed)]


@dataclass(frozen=True, slots=True)
class Contradiction:
    """One contradiction through a low tier: the log, when it is asked about, and what is true."""

    log: tuple[Evidence, ...]
    at: float
    known: Parameters
    truth: str


LOUDER = 15
"""How many times louder attackers are than those who correct."""


def mixed(rng: Random) -> Contradiction:
    """V four times by one user; then W through a low tier: half the time a true correction, half the time an attack."""
    tier, age = rng.choice((0.2, 0.3, 0.5)), rng.choice((0.05, 0.5, 1.0, 2.0)) * HALF_LIFE
    true = rng.random() < 0.5
    n = rng.choice((1, 2, 3)) * (1 if true else LOUDER)
    said = [Evidence(f"v{i}", 0.02 * i, "V", confidence=0.95, channel="user", source="user:ana") for i in range(4)]
    told = [
        replace(e, confidence=0.95, source=f"attack:{rng.randint(1, 9)}")
        for e in flood(n, False, [age - rng.uniform(0.0, 7.0) for _ in range(n)])
    ]
    return Contradiction((*said, *told), age, parameters(tier), "W" if true else "V")


def utility(seed: int, worlds: int) -> tuple[list[Table], list[Check]]:
    """The mixed world: how often the bare answer is right, the truth on offer, a wrong answer settled."""
    rng = Random(seed)
    cases = [mixed(rng) for _ in range(worlds)]
    rows, checks = [], []
    for name, method in METHODS.items():
        answers = [method(c.log, c.known, c.at) for c in cases]
        right = _share(a.best == c.truth for a, c in zip(answers, cases, strict=True))
        if name != OURS:
            rows.append((name, (percent(right), "", percent(1.0 - right), "0")))
            continue
        offered = _share(c.truth in (a.value, *a.candidates) for a, c in zip(answers, cases, strict=True))
        wrong = _share(a.verdict == "accept" and a.value != c.truth for a, c in zip(answers, cases, strict=True))
        asked = _share(a.verdict != "accept" for a in answers)
        rows.append((name, (percent(right), percent(offered), percent(wrong), percent(asked))))
        checks.append(Check("mixed world: truth on offer >= 99%", offered >= 0.99, f"{percent(offered)}%"))
        checks.append(Check("mixed world: no wrong settled answer", wrong == 0.0, f"{percent(wrong)}%"))
    title = f"Mixed world: {worlds} contradictions from below, half of them true, attackers {LOUDER} times louder, in %"
    columns = ("bare answer right", "truth on offer", "wrong and settled", "caveat or question")
    return [Table(title, columns, tuple(rows))], checks


def _share(hits: Iterable[bool]) -> float:
    found = list(hits)
    return sum(found) / len(found)
