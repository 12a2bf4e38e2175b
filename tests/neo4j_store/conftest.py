"""What the tests of the Neo4j store share: a memory on the session's server, and plain Cypher past it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import neo4j
import pytest

from nous import Memory, Settings
from nous.graph.neo4j import split

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
            found = driver.execute_query(cypher, parameters_=parameters, database_=database)
            return [record.values() for record in found.records]

        yield run
