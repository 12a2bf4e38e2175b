"""The server goes away and comes back in the middle of work: who writes waits, reconnects, and ends whole."""

from __future__ import annotations

import time

import pytest

from nous import Memory, Settings
from tests import processes
from tests.neo4j_server import Neo4jServer
from tests.processes import ended, start

from .proxy import Proxy

pytestmark = pytest.mark.neo4j
MESSAGES = 120


def undisturbed(count: int) -> dict[str, object]:
    """What the same conversation gives where nothing happens to it."""
    with Memory(":memory:", settings=processes.settings()) as memory:
        space = memory.space("s")
        space.ingest(processes.talk(count))
        return space.stats()


def halfway(server: Neo4jServer, space: str, least: int) -> None:
    """Wait until so many messages are stored."""
    with Memory(server.location) as memory:
        until = time.monotonic() + processes.PATIENCE
        while memory.store.read(lambda r: r.counts(space)["messages"]) < least and time.monotonic() < until:
            time.sleep(0.02)


def test_an_ingest_outlives_a_server_that_is_killed(own_server: Neo4jServer) -> None:
    """kill -9 while a conversation is read: the call returns as if nothing had been, and nothing is missing."""
    writer = start(processes.ingest, own_server.location, "s", MESSAGES)
    halfway(own_server, "s", MESSAGES // 4)
    own_server.kill()
    assert writer.exitcode is None
    own_server.start()
    assert ended([writer]) == [0]

    with Memory(own_server.location) as memory:
        assert memory.space("s").verify().faults == ()
        assert memory.space("s").stats() == undisturbed(MESSAGES)


@pytest.mark.parametrize("arrives", [True, False], ids=["its answer", "it"])
def test_a_commit_is_lost_on_the_way(neo4j_location: str, settings: Settings, name: str, arrives: bool) -> None:
    """Whether it reached the server or not: what was written is there once, and the call returns."""
    with Proxy(neo4j_location) as proxy, Memory(proxy.location, settings=settings) as memory:
        space = memory.space(name)
        proxy.lose_commit(arrives=arrives)
        space.observe("Ana", "home city", "Porto", at="2026-01-10", id="a")  # the first: it opens the space

        proxy.lose_commit(arrives=arrives)
        delta = space.observe("Ana", "home city", "Faro", id="b")
        proxy.lose_commit(arrives=arrives)
        record = space.retract("a", reason="a slip")

        proxy.lose_commit(arrives=arrives)
        space.observe("Ana", "home city", "Lagos", id="c")

        assert proxy.lost == 4
        assert (delta.seq, record.seq) == (2, 1)
        assert [d.id for d in space.history("Ana", "home city")] == ["a", "b", "c"]
        assert len(memory.store.read(lambda r: r.records(name))) == 1
        assert space.verify().faults == ()
