"""The same mathematics over all K values one by one, without a shared cell, without logs: slow, short, obvious."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from nous.beliefs.evidence import Evidence, Kind, canonical
from nous.beliefs.replay import Plain
from nous.beliefs.report import Parameters, Report

Floats = npt.NDArray[np.float64]


def decayed(p: Floats, rate: float, dt: float, to: Floats | None = None) -> Floats:
    """Eq. 4, to uniform unless told otherwise."""
    stay = math.exp(-rate * dt) if rate else 1.0
    gone = -math.expm1(-rate * dt) if rate else 0.0
    target: Floats = np.full(len(p), 1.0 / len(p)) if to is None else to
    return stay * p + gone * target


def moved(p: Floats, i: int, keep: float) -> Floats:
    """The move of an end."""
    leaves = (1.0 - keep) * p[i]
    q: Floats = p + leaves / (len(p) - 1)
    q[i] = keep * p[i]
    return q


def eq2(universe: int, eps: float, places: Sequence[int], kind: str) -> Floats:
    """Eq. 2 summed over the values named; for a denial its complement."""
    likelihood = np.full(universe, len(places) * eps / (universe - 1))
    likelihood[list(places)] = 1.0 - eps + (len(places) - 1) * eps / (universe - 1)
    return 1.0 - likelihood if kind == "deny" else likelihood


def miss(model: Plain, e: Evidence) -> float:
    """eps_eff: reliability, confidence, stance and dating multiply."""
    q = model.rate * e.width / 2.0
    dating = (1.0 - math.exp(-q)) / q if q > 1e-9 else 1.0
    share = (model.universe - 1) / model.universe
    rho = (1.0 - model.eps / share) * e.confidence * e.stance * dating
    return (1.0 - rho) * share


@dataclass
class Answer:
    """A belief over K cells, the named values first, and how it came about."""

    names: dict[str, int] = field(default_factory=dict)
    p: Floats = field(default_factory=lambda: np.zeros(0))
    surprises: list[float] = field(default_factory=list)
    log2_evidence: float = 0.0

    def places(self, values: Iterable[str]) -> list[int]:
        """The cells of some values, the next free ones for those that are new."""
        return [self.names.setdefault(v, len(self.names)) for v in values]

    def masses(self) -> list[float]:
        """The masses of the named values."""
        return [float(x) for x in self.p[: len(self.names)]]


def plain(log: Iterable[Evidence], model: Plain, at: float) -> Answer:
    """Eqs. 3 and 4 over the whole universe."""
    found = Answer(p=np.full(model.universe, 1.0 / model.universe))
    now = None
    for e in canonical(log):
        if e.t > at:
            continue
        if now is not None:
            found.p = decayed(found.p, model.rate, e.t - now)
        now = e.t
        places = found.places(e.values)
        mass = found.p[places].sum()
        found.surprises.append(-math.log2(1.0 - mass if e.kind == "deny" else mass))
        joint = found.p * eq2(model.universe, miss(model, e), places, e.kind) ** e.weight
        found.log2_evidence += math.log2(joint.sum())
        found.p = joint / joint.sum()
        if e.kind == "end":
            found.p = moved(found.p, places[0], miss(model, e))
    if now is not None:
        found.p = decayed(found.p, model.rate, at - now)
    return found


@dataclass
class Voice:
    """A witness: its ceilings, known beforehand, and a law over K cells for each."""

    ceilings: list[float]
    start: Floats
    laws: list[Floats] = field(default_factory=list)
    heard: list[Report] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.laws = [self.start for _ in self.ceilings]

    def opinion(self) -> Floats:
        """o(v) = sum_k (s_k - s_(k-1)) p_k(v) + (1 - s_L) times what it started from, 1/K."""
        bounds = [0.0, *self.ceilings]
        opinion = (1.0 - bounds[-1]) * self.start
        for a, b, p in zip(bounds, bounds[1:], self.laws, strict=False):
            opinion = opinion + (b - a) * p
        return opinion


@dataclass
class Witnessed(Answer):
    """A belief of the witness filter; `factors` and `ends` are what each step did to it."""

    voices: dict[str, Voice] = field(default_factory=dict)
    factors: list[tuple[float, Floats, tuple[int, float] | None]] = field(default_factory=list)
    gains: list[float] = field(default_factory=list)


def witnessed(reports: Sequence[Report], known: Parameters, at: float) -> Witnessed:
    """The witness filter of golden/README, over the whole universe."""
    used = [r for r in reports if r.t <= at]
    size = known.universe
    found = Witnessed(p=np.full(size, 1.0 / size))
    for group in dict.fromkeys(r.group for r in used):
        ceilings = sorted({r.ceiling for r in used if r.group == group and r.ceiling > 0.0})
        found.voices[group] = Voice(ceilings, found.p)
    now = None
    asserted: dict[str, tuple[float, str]] = {}
    for r in used:
        if now is not None:
            _pass(found, known.rate, r.t - now)
        now, kind, values = r.t, r.kind, r.values
        if kind == "change":
            leader = best(found, asserted)
            if leader is None or leader in values:
                continue
            kind, values = "end", (leader,)
        places = found.places(values)
        if kind == "assert":
            asserted.update(dict.fromkeys(values, (r.t, r.id)))
        mass = found.p[places].sum()
        found.surprises.append(-math.log2(1.0 - mass if kind == "deny" else mass))
        _hear(found, known, r, kind, values, places)
    if now is not None:
        _pass(found, known.rate, at - now)
    return found


def _pass(found: Witnessed, rate: float, dt: float) -> None:
    found.p = decayed(found.p, rate, dt)
    for voice in found.voices.values():
        voice.laws = [decayed(p, rate, dt) for p in voice.laws]


def _hear(
    found: Witnessed, known: Parameters, r: Report, kind: Kind, values: tuple[str, ...], places: list[int]
) -> None:
    size, voice = known.universe, found.voices[r.group]
    before = voice.opinion()
    levels = [k for k, s in enumerate(voice.ceilings) if s <= r.ceiling]
    eps = (1.0 - r.reliability) * (size - 1) / size
    for k in levels:
        w = 1.0
        if r.episode is not None:
            j = 1 + sum(
                1
                for h in voice.heard
                if (h.episode, h.values, h.kind) == (r.episode, values, kind) and h.ceiling >= voice.ceilings[k]
            )
            w = n_eff(j, known.trust.rho_e) - n_eff(j - 1, known.trust.rho_e)
        joint = voice.laws[k] * eq2(size, eps, places, kind) ** w
        voice.laws[k] = joint / joint.sum()
    voice.heard.append(Report(r.id, r.t, values, kind, r.reliability, r.ceiling, r.group, r.tier, r.episode))
    after = voice.opinion()
    factor = after / before
    found.p = found.p * factor / (found.p * factor).sum()
    unseen = factor[len(found.names)] if len(found.names) < size else math.nan
    found.gains.append(math.log2(factor[places[0]] / unseen))
    end = None
    if kind == "end" and levels:
        x = places[0]
        bounds = [0.0, *voice.ceilings]
        told = float(sum((bounds[k + 1] - bounds[k]) * voice.laws[k][x] for k in levels))
        rest = float(after[x]) - told
        keep = (1.0 - r.reliability * r.ceiling) * (size - 1) / size
        inside = max(0.0, keep - (1.0 - keep) * rest / told) if told else 0.0
        for k in levels:
            voice.laws[k] = moved(voice.laws[k], x, inside)
        end = (x, (told * inside + rest) / (told + rest))
        found.p = moved(found.p, *end)
    found.factors.append((r.t, factor, end))


def n_eff(j: int, rho_e: float) -> float:
    """What j copies in one episode are worth."""
    return j / (1.0 + (j - 1) * rho_e) if j else 0.0


def best(found: Answer, asserted: dict[str, tuple[float, str]]) -> str | None:
    """The value that leads; masses within 1e-9 tie, named before unknown, and the one asserted last."""
    if not found.names:
        return None
    masses = dict(zip(found.names, found.masses(), strict=True))
    top = max(masses.values())
    if float(found.p[len(masses) :].sum()) > top * (1.0 + 1e-9):
        return None
    tied = [v for v, p in masses.items() if p >= top * (1.0 - 1e-9)]
    said = [v for v in tied if v in asserted]
    return max(said, key=lambda v: asserted[v]) if said else tied[0]


def smoothed(
    steps: Sequence[tuple[float, Floats, tuple[int, float] | None]], start: Floats, rate: float, t: float
) -> Floats:
    """Forward-backward with explicit matrices, the likelihoods of the steps held fixed; `start` is stationary."""
    size = len(start)

    def passing(dt: float) -> Floats:
        stay = math.exp(-rate * dt)
        jump: Floats = stay * np.eye(size) + (1.0 - stay) * np.tile(start, (size, 1))
        return jump

    def ending(i: int, keep: float) -> Floats:
        matrix: Floats = np.eye(size)
        matrix[i] = (1.0 - keep) / (size - 1)
        matrix[i, i] = keep
        return matrix

    alpha, now = start, None
    for when, factor, end in steps:
        if when <= t:
            alpha = alpha @ passing(when - now) if now is not None else alpha
            alpha = alpha * factor
            alpha = alpha @ ending(*end) if end else alpha
            alpha, now = alpha / alpha.sum(), when
    alpha = alpha @ passing(t - now) if now is not None else alpha
    beta, after = np.ones(size), None
    for when, factor, end in reversed(steps):
        if when > t:
            beta = passing(after - when) @ beta if after is not None else beta
            beta = ending(*end) @ beta if end else beta
            beta = beta * factor
            beta, after = beta / beta.sum(), when
    beta = passing(after - t) @ beta if after is not None else beta
    both: Floats = alpha * beta / (alpha * beta).sum()
    return both


@dataclass
class Membership:
    """One value of a set: in or out, and each witness's laws over these two."""

    p: Floats
    voices: dict[str, Voice]
    factors: list[tuple[float, Floats, tuple[int, float] | None]] = field(default_factory=list)


def members(reports: Sequence[Report], known: Parameters, prior: float, at: float) -> dict[str, Membership]:
    """The witness filter of a set: two cells a value, drifting to the prior, which is also the remainder."""
    start = np.array([prior, 1.0 - prior])
    used = [r for r in reports if r.t <= at and r.kind != "change"]
    found: dict[str, Membership] = {}
    for value in dict.fromkeys(r.values[0] for r in used):
        mine = [r for r in used if r.values[0] == value]
        member = found[value] = Membership(start, {})
        for group in dict.fromkeys(r.group for r in mine):
            ceilings = sorted({r.ceiling for r in mine if r.group == group and r.ceiling > 0.0})
            member.voices[group] = Voice(ceilings, start)
        now = mine[0].t
        for r in mine:
            _drift(member, known.rate, r.t - now, start)
            now = r.t
            _mention(member, known, r)
        _drift(member, known.rate, at - now, start)
    return found


def _drift(member: Membership, rate: float, dt: float, start: Floats) -> None:
    member.p = decayed(member.p, rate, dt, start)
    for voice in member.voices.values():
        voice.laws = [decayed(p, rate, dt, start) for p in voice.laws]


def _mention(member: Membership, known: Parameters, r: Report) -> None:
    voice = member.voices[r.group]
    kind: Kind = "assert" if r.kind == "assert" else "deny"
    before = voice.opinion()
    for k, s in enumerate(voice.ceilings):
        if s <= r.ceiling:
            same = [h for h in voice.heard if h.episode == r.episode and h.kind == kind and h.ceiling >= s]
            j, rho_e = len(same) + 1, known.trust.rho_e
            w = 1.0 if r.episode is None else n_eff(j, rho_e) - n_eff(j - 1, rho_e)
            joint = voice.laws[k] * eq2(2, (1.0 - r.reliability) / 2.0, [0], kind) ** w
            voice.laws[k] = joint / joint.sum()
    voice.heard.append(Report(r.id, r.t, r.values, kind, r.reliability, r.ceiling, r.group, r.tier, r.episode))
    factor = voice.opinion() / before
    member.p = member.p * factor / (member.p * factor).sum()
    member.factors.append((r.t, factor, None))
