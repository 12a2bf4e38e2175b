"""What the tests of the Neo4j store share: memories on the session's server, and a server of their own to break."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import neo4j
import pytest

from nous import Memory, Settings
from nous.graph.neo4j import split
from tests.neo4j_fixture import launcher_version
from tests.neo4j_server import Neo4jServer

Ask = Callable[..., list[list[Any]]]


@pytest.fixture
def graph(neo4j_location: str, settings: Settings) -> Iterator[Memory]:
    """A memory on the session's server."""
    with Memory(neo4j_location, settings=settings) as memory:
        yield memory


@pytest.fixture
def ask(neo4j_location: str) -> Iterator[Ask]:
    """Plain Cypher on the session's server, past Nous: what an analyst sees, or somebody with a shell does."""
    address, auth, database = split(neo4j_location)
    with neo4j.GraphDatabase.driver(address, auth=auth, notifications_min_severity="OFF") as driver:

        def run(cypher: str, **parameters: object) -> list[list[Any]]:
            found = driver.execute_query(cypher, parameters_=parameters, database_=database)  # type: ignore[call-overload]
            return [record.values() for record in found.records]

        yield run


@pytest.fixture(scope="session")
def breakable(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Neo4jServer]:
    """A server that no other process uses; started when it is first needed."""
    server = Neo4jServer(tmp_path_factory.mktemp("own") / "server", launcher_version())
    yield server
    server.stop()


@pytest.fixture
def own_server(breakable: Neo4jServer) -> Neo4jServer:
    """A running server that a test may stop, kill, change and start as it likes."""
    if breakable.more:
        breakable.stop()
        breakable.more = ""
    if not breakable.running:
        breakable.start()
    return breakable
