"""The operations of the cases, each a function; one that is not here is not built yet."""

from __future__ import annotations

import sqlite3
import tempfile
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from nous import NousError
from nous.errors import NotFound, ValidationError
from nous.graph.belief import Belief

from . import trouble
from .loading import Json, later, moment, numbered
from .world import Asked, Unbuilt, World

Step = Callable[[World, Json], object]


def observe(world: World, step: Json) -> None:
    world.observe(step)


def observe_many(world: World, step: Json) -> None:
    """Copies of a template, in one call."""
    count, every = step.pop("count"), step.pop("every_s", 0)
    start = datetime.fromisoformat(step.pop("time", "2025-03-01T09:00:00+00:00"))
    template = {k: v for k, v in step.items() if k != "tenant"}
    copies = [
        {**numbered(template, i), "at": later(start, i, {"every_s": every}), "id": f"many {i}"} for i in range(count)
    ]
    space = world.space(step.get("tenant"))
    world.fed.append(lambda: space.observe_many(copies))
    world.fed[-1]()
    world.clock.set(start + timedelta(seconds=every * count))


def ingest(world: World, step: Json) -> None:
    if step.get("fault"):
        trouble.killed_ingest(world, step["messages"])
        return
    if step.get("episode"):
        raise Unbuilt("ingest of a named episode")
    world.ingest(step["messages"], step.get("tenant"))


def repeat_ingest(world: World, step: Json) -> None:
    world.fed[-1]()


def ask(world: World, step: Json) -> None:
    """One attribute, as of an event time and a recording time."""
    belief = world.space(step.get("tenant")).belief(
        step["entity"], step["attribute"], at=moment(step.get("at")), known_at=moment(step.get("known_at"))
    )
    world.answers.append(belief.best)
    world.asked.append(Asked(step, belief.best, world.heard_of(step)))


def query(world: World, step: Json) -> None:
    """All the lines that a recall gives, best first.

    A limit of the case is not applied here: what is shown at all is judged. Ways cannot be chosen: a recall takes all.
    """
    if "tenants" in step or ("tenant" in step and not step["tenant"]):
        world.results.append(nameless(world, step.get("tenants", step.get("tenant")), step["text"]))
        return
    space = world.space(step.get("tenant"))
    filters = {k: v for k, v in step.items() if k == "filters"}
    try:
        found = space.recall(step["text"], **filters)
    except TypeError:
        assert filters, "a recall without filters is a plain call"
        world.results.append([])  # there is no such argument: nothing is shown
    else:
        world.results.append([line.text for line in found.lines])


def nameless(world: World, name: Any, text: str) -> list[str]:
    """What is shown where no tenant is named: each such name, also as a tuple, has to be refused with a typed error."""
    shown: list[str] = []
    forms: list[Any] = [name, tuple(name)] if isinstance(name, list) else [name]
    for form in forms:
        try:
            space = world.memory.space(form)
            shown += [line.text for line in space.recall(text).lines]
        except ValidationError as error:
            assert repr(form) in str(error), error
        else:
            raise AssertionError(f"a space named {form!r} was to be refused; it shows {shown}")
    return shown


def list_entities(world: World, step: Json) -> None:
    world.answers.append([e.name for e in world.space(step.get("tenant")).entities()])


def count(world: World, step: Json) -> None:
    """How many deltas there are about an entity."""
    world.answers.append(sum(b.deltas for b in about(world, step["entity"], step.get("tenant"))))


def about(world: World, entity: str, tenant: object = None) -> list[Belief]:
    """What is believed of an entity; nothing of one that is not known."""
    try:
        return world.space(tenant).beliefs(entity)
    except NotFound:
        return []


def merge(world: World, step: Json) -> None:
    """Several names become one; the one that stays is no harm among them."""
    for name in step["from"]:
        world.space(step.get("tenant")).merge(step["to"], name)


def neighbours(world: World, step: Json) -> None:
    """The names of the entities that an entity is related to."""
    found = world.space().graph(step["entity"], hops=1)
    (root,) = (e for e in world.space().entities_named(step["entity"]))
    world.answers.append(sorted(found.nodes[n]["name"] for n in found if n != root.id))


def log(world: World, step: Json) -> None:
    space = world.space(step.get("tenant"))
    world.answers.append([str(d) for b in space.beliefs() for d in space.history(b.entity, b.attribute)])


def verify_log(world: World, step: Json) -> None:
    world.answers.append(world.space(step.get("tenant")).verify().clean)


def rebuild_from_log(world: World, step: Json) -> None:
    world.space(step.get("tenant")).rebuild()


def close(world: World, step: Json) -> None:
    world.close()


def restart(world: World, step: Json) -> None:
    """The next call opens the store anew; one that cannot be opened is noted, and opened no more."""
    world.close()
    try:
        world.memory.spaces()
    except NousError as error:
        world.fail(error)


def for_each(world: World, step: Json) -> None:
    """The steps in `do`, for each tenant."""
    for tenant in step["tenant"]:
        for inner in step["do"]:
            own = {k: tenant if v == "tenant itself" else v for k, v in inner.items()}
            run(world, {**own, "tenant": tenant})


def recall_into_message(world: World, step: Json) -> None:
    """What is recalled comes back as a message, again and again."""
    for i in range(step["times"]):
        found = world.space().recall(step["query"])
        said = {
            "role": ("assistant", "user")[i % 2], "speaker": "bot", "text": found.text,
            "time": world.clock.tick(60).isoformat(), "derived_from": list(found.deltas) if i % 3 else [],
        }  # fmt: skip
        world.ingest([said])


def damage(world: World, step: Json) -> None:
    """What a crash or a newer program does to the file."""
    if step["target"] == "log":
        trouble.tear_log(world, int(step["how"].split()[3]))
    elif "current+1" in step["how"]:
        with sqlite3.connect(world.location) as db:
            (version,) = db.execute("PRAGMA user_version").fetchone()
            db.execute(f"PRAGMA user_version = {version + 1}")
        db.close()
    else:
        raise Unbuilt(f"damage: {step['how']}")


def fault(world: World, step: Json) -> None:
    """What the operating system refuses from now on."""
    if step["kind"].startswith("no space left"):
        trouble.fill_up(world)
    elif step["kind"] == "clear":
        trouble.make_room(world)
    elif step["kind"].startswith("store directory and files read-only"):
        trouble.lock(world)
    else:
        raise Unbuilt(f"fault: {step['kind']}")


def parallel(world: World, step: Json) -> None:
    trouble.parallel(world, step["workers"], step["do"])


def processes(world: World, step: Json) -> None:
    trouble.several(world, step["count"], step["each"])


def export(world: World, step: Json) -> None:
    """What leaves with an export of one tenant."""
    space = world.space(step.get("tenant"))
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "export.jsonl"
        world.memory.export(file, [space.name])
        world.results.append(file.read_text(encoding="utf-8").splitlines())


def fresh_database(world: World, step: Json) -> None:
    """Nothing is set up: no index, no constraint; the server is the test's own."""
    trouble.drop_indexes(world)


def drop_indexes(world: World, step: Json) -> None:
    trouble.drop_indexes(world)


def run_loop(world: World, step: Json) -> None:
    """One memory for asyncio, used in a loop that ends with the call."""
    trouble.in_loop(world, step["do"])


def thread_with_own_loop(world: World, step: Json) -> None:
    with ThreadPoolExecutor(1) as pool:
        pool.submit(trouble.in_loop, world, step["do"]).result()


STEPS: dict[str, Step] = {
    f.__name__: f
    for f in (
        observe, observe_many, ingest, repeat_ingest, ask, query, list_entities, count, merge, neighbours, log,
        verify_log, rebuild_from_log, close, restart, for_each, recall_into_message, damage, fault, parallel, processes,
        export, fresh_database, drop_indexes, run_loop, thread_with_own_loop,
    )
}  # fmt: skip
NEEDS_A_FILE = {"restart", "close", "damage", "fault", "processes"}
NEEDS_A_SERVER = {"fresh_database", "drop_indexes"}
"""What no other test may be disturbed by."""


def run(world: World, step: Json) -> None:
    """One operation."""
    given = dict(step)
    name = given.pop("op")
    if name not in STEPS:
        raise Unbuilt(name)
    STEPS[name](world, given)
