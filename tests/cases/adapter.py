"""From the neutral form of the cases to calls of the library."""

from __future__ import annotations

import itertools
import os
import random
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

from nous.ingest.statement import Extractor
from tests.conftest import Clock

from . import steps, trouble
from .expecting import judge
from .invariants import Held, held_at_each, order_free
from .loading import Json, decoded, moment
from .world import Unbuilt, World, latest

HANDLED = {
    "observations", "messages", "steps", "query", "config", "now", "run_with_tz", "permutations", "runs", "needs",
    "corpus_sizes",
}  # fmt: skip
CONFIGURED = {"value_aliases", "default_timezone"}
WHEN = datetime(2025, 9, 1, 12, tzinfo=UTC)


def run(case: Json, location: str, name: str, extract: Extractor | None = None) -> None:
    """Run a case and judge it; raises Unbuilt with the name of what it needs and Nous has not."""
    given = case["input"]
    if unknown := set(given) - HANDLED:
        raise Unbuilt(", ".join(sorted(unknown)))
    if unknown := set(given.get("config", ())) - CONFIGURED:
        raise Unbuilt(f"config {', '.join(sorted(unknown))}")
    ends: list[Held] = []
    for number, variant in enumerate(variants(decoded(given))):
        with host_zone(variant.pop("zone", None)):
            worlds: dict[str, World] = {}
            try:
                for run_name, part in parts(variant).items():
                    world = begun(part, where(location, f"{number}{run_name}"), f"{name} {number}{run_name}", extract)
                    worlds[run_name] = world
                    world.watched = "append_only" in str(case["expect"])
                    act(world, part)
                judge(case, worlds)
                if "permutations" in given:
                    ends.append(held_at_each(worlds[""], variant["observations"]))
            finally:
                for world in worlds.values():
                    world.close()
                trouble.unlock()
    if "order_free" in case["expect"].get("invariants", ()):
        order_free(ends)


def where(location: str, number: str) -> str:
    """A fresh place for each run of a case on files."""
    if location == ":memory:" or "://" in location:
        return location
    folder = Path(location).parent / f"run {number}"
    folder.mkdir()
    return str(folder / "memory.db")


def variants(given: Json) -> Iterator[Json]:
    """The same input for each host time zone, each present, each order."""
    orders: list[list[Json]] = [given.get("observations", [])]
    if "permutations" in given:
        orders = [list(order) for order in itertools.permutations(orders[0])]
        if len(orders) > 24:
            orders = random.Random(0).sample(orders, 24)
    nows = given["now"] if isinstance(given.get("now"), list) else [given.get("now")]
    for zone, now, order, size in itertools.product(
        given.get("run_with_tz", [None]), nows, orders, given.get("corpus_sizes", [0])
    ):
        yield {**given, "zone": zone, "now": now, "observations": order, "padding": size}


def parts(variant: Json) -> dict[str, Json]:
    """The named runs of a case, each on a fresh store; without names one."""
    if "runs" not in variant:
        return {"": variant}
    return {name: {**variant, "observations": observations} for name, observations in variant["runs"].items()}


def begun(given: Json, location: str, name: str, extract: Extractor | None) -> World:
    """The world of an input before anything is done."""
    now = moment(given.get("now"))
    world = World(location, name, Clock(), extract=extract, recorded="now" if now else "as said")
    world.clock.set(now or latest(given) or WHEN)
    return world


def act(world: World, given: Json) -> None:
    """Do what an input says, in its fixed order."""
    config = given.get("config", {})
    world.zone = config.get("default_timezone")
    for attribute, groups in config.get("value_aliases", {}).items():
        for spellings in groups:
            world.space().value_alias(attribute, spellings)
    for i in range(given.get("padding", 0)):
        world.observe(
            {"entity": f"Padding {i}", "attribute": "text", "value": f"unrelated matter {i}", "time": "2025-01-01"}
        )
    for observation in given["observations"]:
        world.observe(dict(observation))
    if given.get("messages"):
        world.ingest(given["messages"])
    for step in given.get("steps", []):
        if world.watched:
            world.logs.append(world.rows())
        steps.run(world, step)
    queries = given.get("query", [])
    for query in queries if isinstance(queries, list) else [queries]:
        steps.run(world, {"op": "query", **query})


@contextmanager
def host_zone(zone: str | None) -> Iterator[None]:
    """The computer stands in this zone for a while."""
    if zone is None:
        yield
        return
    before = os.environ.get("TZ")
    os.environ["TZ"] = zone
    time.tzset()
    try:
        yield
    finally:
        if before is None:
            del os.environ["TZ"]
        else:
            os.environ["TZ"] = before
        time.tzset()
