"""Every golden vector, through one adapter from the vectors' operations to the library's functions."""

import json
import math
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from . import adapter

FOLDER = Path(os.environ.get("NOUS_GOLDEN") or Path(__file__).parent)
CASES = [
    pytest.param(case, id=f"{path.stem}:{case['id']}")
    for path in sorted(FOLDER.glob("*.json"))
    for case in json.loads(path.read_text(encoding="utf-8"))["cases"]
]
ERRORS: dict[str, type[Exception]] = {"ValueError": ValueError, "TypeError": TypeError, "KeyError": KeyError}


def decoded(value: Any) -> Any:
    """The input with its non-finite floats."""
    if isinstance(value, dict):
        return {k: decoded(v) for k, v in value.items()}
    if isinstance(value, list):
        return [decoded(v) for v in value]
    if isinstance(value, str) and value in ("@nan", "@inf", "@-inf"):
        return float(value[1:])
    return value


def differences(got: Any, want: Any, rel_tol: float, abs_tol: float, where: str = "") -> list[str]:
    """Where an answer differs from the vector."""
    if isinstance(want, dict):
        if not isinstance(got, dict) or got.keys() != want.keys():
            return [f"{where}: keys {sorted(got) if isinstance(got, dict) else got} for {sorted(want)}"]
        return [d for k in want for d in differences(got[k], want[k], rel_tol, abs_tol, f"{where}.{k}")]
    if isinstance(want, list):
        if not isinstance(got, list) or len(got) != len(want):
            return [f"{where}: {got} for {want}"]
        pairs = enumerate(zip(got, want, strict=True))
        return [d for i, (g, w) in pairs for d in differences(g, w, rel_tol, abs_tol, f"{where}[{i}]")]
    if want in ("inf", "-inf"):
        want = float(want)
    if isinstance(want, bool) or not isinstance(want, int | float):
        return [] if got == want else [f"{where}: {got!r} for {want!r}"]
    if not isinstance(got, int | float) or math.isnan(got):
        return [f"{where}: {got!r} for {want!r}"]
    if math.isinf(want):
        return [] if got == want else [f"{where}: {got} for {want}"]
    if got == 0.0 and math.copysign(1.0, got) < 0.0:
        return [f"{where}: minus zero"]
    return [] if abs(got - want) <= max(rel_tol * abs(want), abs_tol) else [f"{where}: {got!r} for {want!r}"]


@pytest.mark.parametrize("case", CASES)
def test_vector(case: dict[str, Any]) -> None:
    operation: Callable[..., dict[str, Any]] | None = getattr(adapter, f"op_{case['op']}", None)
    if operation is None:
        pytest.skip(f"the operation {case['op']} is not built yet")
    given = decoded(case["in"])
    if "error" in case:
        with pytest.raises(ERRORS[case["error"]]):
            operation(**given)
        return
    want = dict(case["out"])
    wrong_on_arrival = want.pop("arrival_order_p", None)
    got = operation(**given)
    assert differences(got, want, case["rel_tol"], case["abs_tol"]) == []
    if wrong_on_arrival is not None and adapter.arrived_late(given):
        folded = dict(zip(got["values"], got["p"], strict=True))
        assert differences(folded, wrong_on_arrival, case["rel_tol"], case["abs_tol"]) != []
