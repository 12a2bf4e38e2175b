"""From the operations of the golden vectors to the functions of the library, one function each."""

import math
from typing import Any

from nous.beliefs import (
    baselines,
    cardinality,
    categorical,
    identity,
    information,
    members,
    proposal,
    provenance,
    reliability,
    replay,
)
from nous.beliefs.decision import Thresholds, decide
from nous.beliefs.evidence import Evidence
from nous.beliefs.provenance import TIERS, Trust
from nous.beliefs.report import Parameters, reports
from nous.beliefs.snapshot import Snapshot
from nous.beliefs.witness import WitnessFilter

Out = dict[str, Any]


def op_surprise(values: list[str], p: list[float], obs: Any, eps: float | None = None) -> Out:
    return {"bits": categorical.surprise_of(values, p, obs, eps)}


def op_extend(values: list[str], p: list[float], obs: Any, eps: float) -> Out:
    names, masses = categorical.extend(values, p, obs, eps)
    return {"values": names, "p": masses}


def op_likelihood(values: list[str], obs: str, eps: float, kind: str = "assert", weight: float = 1.0) -> Out:
    return {"L": categorical.likelihood(values, obs, eps, kind, weight)}


def op_update(values: list[str], p: list[float], obs: Any, eps: Any, **options: Any) -> Out:
    u = categorical.update(values, p, obs, eps, **options)
    return {
        "values": u.values,
        "p": u.p,
        "surprise": u.surprise,
        "log2_evidence": u.log2_evidence,
        "kl_post_prior": u.kl,
    }


def op_update_subset(values: list[str], p: list[float], subset: list[str], eps: float) -> Out:
    u = categorical.update_subset(values, p, subset, eps)
    return {"p": u.p, "surprise": u.surprise, "log2_evidence": u.log2_evidence}


def op_update_seq(values: list[str], p: list[float], eps: float, obs: list[str]) -> Out:
    surprises = []
    for o in obs:
        u = categorical.update(values, p, o, eps)
        values, p = u.values, u.p
        surprises.append(u.surprise)
    logs = [math.log2(x) + 0.0 if x > 0.0 else -math.inf for x in p]
    return {"values": values, "p": p, "log2_p": logs, "surprises": surprises}


def op_repeat_update(values: list[str], p: list[float], obs: str, eps: float, times: int) -> Out:
    masses, logs, odds = categorical.repeat(values, p, obs, eps, times)
    return {"p": masses, "log2_p": logs, "log2_odds": odds}


def op_decay(p: list[float], lam: float, dt: float) -> Out:
    return {"p": categorical.decay(p, lam, dt)}


def op_decay_chain(p: list[float], lam: float, dts: list[float]) -> Out:
    for dt in dts:
        p = categorical.decay(p, lam, dt)
    return {"p": p}


def op_decay_update(values: list[str], p: list[float], lam: float, dt: float, obs: str, eps: float) -> Out:
    decayed = categorical.decay(p, lam, dt)
    u = categorical.update(values, decayed, obs, eps)
    return {
        "decayed": decayed,
        "surprise": u.surprise,
        "values": u.values,
        "p": u.p,
        "log2_evidence": u.log2_evidence,
    }


def op_entropy(p: list[float], unknown: float = 0.0, unseen: int = 0) -> Out:
    h = information.entropy(p, unknown, unseen)
    return {"bits": h, "normalised": information.normalised(h, len(p) + unseen)}


def op_entropy_bounds(p: list[float], lam: float, dt: float) -> Out:
    stay, _ = categorical.kept(lam, dt)
    paper, concave, upper = information.entropy_bounds(p, stay)
    return {
        "H0": information.entropy(p),
        "Ht": information.entropy(categorical.decay(p, lam, dt)),
        "paper_bound": paper,
        "concave_bound": concave,
        "upper_bound": upper,
        "chi2_ratio": stay * stay,
    }


def op_kl(p: list[float], q: list[float]) -> Out:
    return {"bits": information.kl(p, q)}


def op_symkl(p: list[float], q: list[float]) -> Out:
    return {"bits": information.symkl(p, q)}


def op_jsd(p: list[float], q: list[float]) -> Out:
    return {"bits": information.jsd(p, q)}


def law(belief: Out) -> dict[str, float]:
    return dict(zip(belief["values"], belief["p"], strict=True))


def op_divergence(a: Out, b: Out, smoothing: float = 0.0) -> Out:
    values, p, q = information.align(law(a), law(b), smoothing)
    return {
        "values": values,
        "p": p,
        "q": q,
        "kl_ab": information.kl(p, q),
        "kl_ba": information.kl(q, p),
        "symkl": information.symkl(p, q),
        "jsd": information.jsd(p, q),
    }


def op_open_divergence(a: Out, b: Out, K: int) -> Out:
    ab, ba, both, js = information.divergence(law(a), law(b), K)
    return {"kl_ab": ab, "kl_ba": ba, "symkl": both, "jsd": js}


def op_observed_values(log: list[Out], theta: float) -> Out:
    deltas = [
        categorical.Logged(d["obs"], float(d["surprise"]), d.get("kind", "assert"), bool(d.get("retracted", False)))
        for d in log
    ]
    return {"values": categorical.observed_values(deltas, theta)}


def op_channel(eps: float, K: int, confidence: float = 1.0, source: float = 1.0) -> Out:
    rho, eps_eff, ratio = reliability.channel(eps, K, confidence, source)
    return {"rho": rho, "eps_eff": eps_eff, "log2_lr": ratio}


def op_convert(K: int, **given: float) -> Out:
    return reliability.convert(K, **given)


def op_date_reliability(lam: float, width: float) -> Out:
    return {"factor": reliability.dating(-math.log(lam), width)}


def op_episode_weights(m: int, rho: float) -> Out:
    weights = reliability.episode_weights(m, rho)
    return {"weights": weights, "n_eff": math.fsum(weights)}


def op_effective_K(K0: int, n_distinct: int) -> Out:
    return {"K": reliability.effective_universe(K0, n_distinct)}


def plain_evidence(events: list[Out]) -> list[Evidence]:
    """Events of the plain filter; there, source reliability is a number, and multiplies the confidence."""
    return [
        Evidence(
            id=e["id"],
            t=e["t"],
            value=e["value"],
            kind=e.get("kind", "assert"),
            confidence=e.get("confidence", 1.0),
            stance=e.get("source", 1.0),
            weight=e.get("weight", 1.0),
        )
        for e in events
    ]


def op_filter(
    K: int,
    eps: float,
    lam: float | None,
    events: list[Out],
    query_t: float,
    closed: list[str] | None = None,
    retract: list[str] | None = None,
) -> Out:
    model = replay.Plain(K, eps, lam, tuple(closed or ()))
    f = replay.filter(plain_evidence(events), model, query_t, retract or ())
    return {
        "values": f.values,
        "p": f.p,
        "unknown": f.unknown,
        "order": f.order,
        "surprises": f.surprises,
        "log2_evidence": f.log2_evidence,
        "entropy_bits": f.entropy,
        "best": f.best,
    }


def op_replay(log: list[Out], **given: Any) -> Out:
    return op_filter(events=log, **given)


def arrived_late(given: Out) -> bool:
    """Whether folding in on arrival must go wrong: something came late, twice or was retracted."""
    log = given["log"]
    times = [e["t"] for e in log if e["t"] <= given["query_t"]]
    return (
        times != sorted(times)
        or len({e["id"] for e in log}) < len(log)
        or bool({e["id"] for e in log} & set(given.get("retract") or ()))
    )


def op_smooth(
    K: int,
    eps: float,
    lam: float | None,
    events: list[Out],
    times: list[float],
    closed: list[str] | None = None,
) -> Out:
    model = replay.Plain(K, eps, lam, tuple(closed or ()))
    names, filtered, smoothed = replay.smooth(plain_evidence(events), model, times)

    def rows(laws: list[Any]) -> list[Out]:
        return [{"p": x.tolist()[:-1], "unknown": float(x[-1])} for x in laws]

    return {"values": names, "filtered": rows(filtered), "smoothed": rows(smoothed)}


def op_bitemporal(
    K: int, eps: float, lam: float | None, events: list[Out], at: float, known_by: float, mode: str
) -> Out:
    log = [(e, raw["ingested"]) for e, raw in zip(plain_evidence(events), events, strict=True)]
    model = replay.Plain(K, eps, lam)
    values, p, unknown = replay.bitemporal(log, model, at, known_by, hindsight=mode == "smooth")
    return {"values": values, "p": p, "unknown": unknown}


def op_unupdate(values: list[str], p: list[float], obs: str, eps: float) -> Out:
    return {"p": categorical.unupdate(values, p, obs, eps)}


def op_undecay(p: list[float], lam: float, dt: float) -> Out:
    return {"p": categorical.undecay(p, lam, dt)}


def op_bern_update(q: float, eps: float, kind: str = "assert") -> Out:
    after, surprise = members.update(q, eps, kind)
    return {"q": after, "surprise": surprise}


def op_bern_decay(q: float, lam: float, dt: float, prior: float) -> Out:
    return {"q": members.decay(q, lam, dt, prior)}


def op_bern_filter(eps: float, lam: float | None, prior: float, events: list[Out], query_t: float) -> Out:
    f = members.filter(plain_evidence(events), eps, lam, prior, query_t)
    return {"q": f.q, "surprises": f.surprises, "entropy_bits": f.entropy}


def op_identity_distance(e1: Out, e2: Out, smoothing: float = 0.0) -> Out:
    found = identity.distance({a: law(b) for a, b in e1.items()}, {a: law(b) for a, b in e2.items()}, smoothing)
    return {"shared": list(found.shared), "D": found.d, "mean_jsd": found.mean_jsd}


def opened(belief: Out) -> Snapshot:
    return Snapshot(law(belief), belief["unknown"])


def op_identity_bf(attributes: list[Out], prior_log2_odds: float) -> Out:
    factors = [
        identity.bayes_factor(opened(x["a"]), opened(x["b"]), x["K"], opened(x["base"]) if "base" in x else None)
        for x in attributes
    ]
    total = math.fsum(factors)
    return {"log2_bf": factors, "total_log2_bf": total, "p_same": proposal.probability(prior_log2_odds + total)}


def op_identity_replay(log1: list[Out], log2: list[Out], K: int, eps: float, lam: float | None) -> Out:
    found = identity.replay_factor(plain_evidence(log1), plain_evidence(log2), replay.Plain(K, eps, lam))
    return {
        "log2_evidence_1": found.one,
        "log2_evidence_2": found.two,
        "log2_evidence_joint": found.joint,
        "log2_bf": found.bits,
    }


def op_merge_mixture(a: Out, b: Out) -> Out:
    merged = identity.merge_mixture(law(a), a["n"], law(b), b["n"])
    return {"values": list(merged), "p": list(merged.values())}


def op_merge_product(a: Out, b: Out, K: int) -> Out:
    merged = identity.merge_product(opened(a), opened(b), K)
    return {"values": list(merged.masses), "p": list(merged.masses.values()), "unknown": merged.unknown}


def op_beta_filter(alpha: float, beta: float, lam: float | None, events: list[Out], query_t: float) -> Out:
    rate = 0.0 if lam is None else -math.log(lam)
    f = baselines.beta_filter(plain_evidence(events), alpha, beta, rate, query_t)
    return {"a": f.a, "b": f.b, "q": f.q, "surprises": f.surprises, "entropy_bits": f.entropy}


def op_noisy_or(q: float, confidences: list[float]) -> Out:
    return {"q": baselines.noisy_or(q, confidences)}


def op_type_evidence(K: int, eps: float, lam: float | None, alpha: float, events: list[Out]) -> Out:
    found = cardinality.type_evidence(plain_evidence(events), replay.Plain(K, eps, lam), alpha)
    return {"log2_functional": found.functional, "log2_set": found.many, "log2_bf_functional": found.bits}


# ── provenance ──────────────────────────────────────────────────────────────────────────────────────────


def evidence(events: list[Out]) -> list[Evidence]:
    return [
        Evidence(
            id=e["id"],
            t=e["t"],
            value=e["value"],
            kind=e.get("kind", "assert"),
            confidence=e.get("confidence", 1.0),
            stance=e.get("stance", 1.0),
            channel=e.get("channel", "unknown"),
            source=e.get("source", ""),
            episode=e.get("episode"),
            derived_from=tuple(e.get("derived_from", ())),
        )
        for e in events
    ]


def trust(given: Out) -> Trust:
    return Trust(
        tiers=given.get("tiers", TIERS),
        source_tiers=given.get("source_tiers", {}),
        factors=given.get("factors", {}),
        pool=given.get("pool", 0.5),
        echoing=tuple(given.get("echoing", ("assistant",))),
        rho_e=given.get("rho_e", 0.8),
    )


def op_tier_cap(tier: float, K: int) -> Out:
    cap, alone, deny = provenance.tier_cap(tier, K)
    return {"log2_cap": cap, "p_alone": alone, "log2_cap_deny": deny}


def op_source_factor(**given: Any) -> Out:
    raw, factor = provenance.source_factor(**given)
    return {"raw": raw, "factor": factor}


def op_flip_age(tier: float, support: float) -> Out:
    return {"half_lives": provenance.flip_age(tier, support)}


def op_taint(events: list[Out], retract: list[str] | None = None, **given: Any) -> Out:
    standings = provenance.stand(evidence(events), trust(given), retract or ())
    return {
        "records": {id: {"tier": s.tier, "group": s.group, "t": s.t, "role": s.role} for id, s in standings.items()}
    }


def run(given: Out) -> tuple[WitnessFilter, Out]:
    log = evidence(given["events"])
    parameters = Parameters(
        given["K"], given["eps"], 0.0 if given["lam"] is None else -math.log(given["lam"]), trust(given)
    )
    belief, standings, steps = WitnessFilter(parameters), None, []
    from nous.beliefs.evidence import checked

    standings = provenance.stand([checked(e) for e in log], parameters.trust, given.get("retract") or ())
    for report in reports({e.id: e for e in log}.values(), standings, parameters):
        if report.t <= given["query_t"]:
            revision = belief.step(report)
            if revision is not None:
                steps.append((report.id, revision))
    return belief, {
        "order": [id for id, _ in steps],
        "surprises": [r.surprise for _, r in steps],
        "gains": [r.weight for _, r in steps],
        "roles": {id: s.role for id, s in standings.items()},
    }


def op_witness_filter(**given: Any) -> Out:
    belief, log = run(given)
    p, unknown = belief.read(given["query_t"])
    return {
        "values": list(belief.names),
        "p": p,
        "unknown": unknown,
        "best": belief.leading(p, unknown),
        "support": belief.supports(given["query_t"]),
        **log,
    }


def op_decide(**given: Any) -> Out:
    limits = Thresholds(**given["thresholds"]) if given.get("thresholds") else None
    d = decide(run(given)[0], given["query_t"], protected=given.get("protected", False), thresholds=limits)
    return {
        "decision": d.verdict,
        "value": d.value,
        "candidates": list(d.candidates),
        "anchor": d.anchor,
        "lone": dict(d.lone),
    }
