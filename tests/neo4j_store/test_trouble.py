"""What can go wrong between a memory and its server, each with an error that says what."""

from __future__ import annotations

import socket
import threading
from pathlib import Path
from typing import Any

import neo4j
import pytest

from nous import Memory, Settings
from nous.errors import NewerStore, ReadOnlyStore, StoreClosed, StoreError, StoreUnavailable, ValidationError
from tests.neo4j_server import Neo4jServer

pytestmark = pytest.mark.neo4j


def test_a_wrong_password_is_told_and_not_shown(neo4j_location: str) -> None:
    """The message names the place and neither password."""
    right = neo4j_location.rpartition("@")[0].rpartition(":")[2]
    place = neo4j_location.rpartition("@")[2]

    for wrong in (f"bolt://neo4j:sesame@{place}", f"bolt://nobody:{right}@{place}"):
        with pytest.raises(StoreUnavailable, match="user and password") as caught:
            Memory(wrong)
        assert place in str(caught.value)
        assert "sesame" not in str(caught.value)
        assert right not in str(caught.value)


def test_no_password_at_all_is_told(neo4j_location: str) -> None:
    """The server wants one, and none was given."""
    with pytest.raises(StoreUnavailable, match="user and password"):
        Memory(f"bolt://{neo4j_location.rpartition('@')[2]}")


def test_user_and_password_may_be_given_beside_the_address(neo4j_location: str, name: str) -> None:
    """As two arguments, as programs have them."""
    secret, _, place = neo4j_location.partition("://")[2].rpartition("@")
    user, _, password = secret.partition(":")
    with Memory(f"bolt://{place}", auth=(user, password)) as memory:
        assert memory.store.location == f"bolt://{place}"
        assert memory.space(name).stats()["deltas"] == 0


def test_a_server_that_is_not_there() -> None:
    """Refused at once, not after minutes of trying."""
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    for scheme in ("bolt", "neo4j"):
        with pytest.raises(StoreUnavailable, match="cannot be reached"):
            Memory(f"{scheme}://neo4j:x@127.0.0.1:{port}")


def test_a_host_that_does_not_exist() -> None:
    """A name that never resolves."""
    with pytest.raises(StoreUnavailable, match=r"no-such-host\.invalid"):
        Memory("bolt://neo4j:x@no-such-host.invalid:7687")


@pytest.mark.parametrize("address", ["bolt://", "bolt://neo4j:x@", "bolt://host:99999", "bolt://[::1", "neo4j:///x"])
def test_what_is_no_address(address: str) -> None:
    """Bad input, before anything is tried."""
    with pytest.raises(ValidationError, match="Neo4j address"):
        Memory(address)


def test_a_database_that_does_not_exist(neo4j_location: str) -> None:
    """Its name is in the message."""
    with pytest.raises(StoreUnavailable, match="no database 'attic'"):
        Memory(f"{neo4j_location}/attic")


def test_something_that_is_no_neo4j() -> None:
    """A web server, say, or one that says nothing that Bolt knows."""

    def answer() -> None:
        connection, _ = listener.accept()
        with connection:
            connection.recv(64)
            connection.sendall(b"HTTP/1.1 400 Bad Request\r\n\r\n")

    with socket.create_server(("127.0.0.1", 0)) as listener:
        threading.Thread(target=answer, daemon=True).start()
        with pytest.raises(StoreError, match=r"127\.0\.0\.1"):
            Memory(f"bolt://neo4j:x@127.0.0.1:{listener.getsockname()[1]}")


def test_a_closed_store_says_so(neo4j_location: str) -> None:
    """Whatever is asked of it."""
    memory = Memory(neo4j_location)
    memory.close()
    memory.close()
    for call in (memory.spaces, lambda: memory.space("x").observe("A", "b", "c")):
        with pytest.raises(StoreClosed):
            call()


def test_dropped_indexes_are_made_again(own_server: Neo4jServer, settings: Settings) -> None:
    """Case 106: also while a store is open that knows them to be there, for searching and for writing."""
    with Memory(own_server.location, settings=settings) as memory:
        space = memory.space("garden")
        assert space.recall("x").lines == ()
        space.observe("Bud", "k", "tulip", at="2025-03-01T09:00:00Z", source="user:ann")
        assert space.recall("tulip").deltas

        drop_all(own_server)
        assert space.recall("tulip").deltas
        drop_all(own_server)
        space.observe("Bud", "k", "rose", at="2025-03-02T09:00:00Z", source="user:ann")
        assert len(space.recall("Bud").deltas) == 2
    states = ask(own_server, "SHOW INDEXES YIELD name, state WHERE name STARTS WITH 'nous_' RETURN state")
    assert len(states) > 12
    assert {state for (state,) in states} == {"ONLINE"}


def drop_all(server: Neo4jServer) -> None:
    """Drop every constraint and index of ours."""
    for (constraint,) in ask(server, "SHOW CONSTRAINTS YIELD name WHERE name STARTS WITH 'nous_' RETURN name"):
        ask(server, f"DROP CONSTRAINT {constraint}")
    for (index,) in ask(server, "SHOW INDEXES YIELD name WHERE name STARTS WITH 'nous_' RETURN name"):
        ask(server, f"DROP INDEX {index}")


def ask(server: Neo4jServer, cypher: str) -> list[list[Any]]:
    """Plain Cypher, past Nous: what somebody with a shell does."""
    with neo4j.GraphDatabase.driver(server.uri, auth=server.auth, notifications_min_severity="OFF") as driver:
        return [record.values() for record in driver.execute_query(cypher).records]


def test_a_store_of_a_newer_version_is_refused(own_server: Neo4jServer) -> None:
    """Both versions are named, and nothing is changed."""
    with Memory(own_server.location) as memory:
        memory.spaces()
    ask(own_server, "MATCH (s:Schema) SET s.version = 99")

    with Memory(own_server.location) as memory, pytest.raises(NewerStore, match="version 99, this Nous knows up to 1"):
        memory.spaces()
    ask(own_server, "MATCH (s:Schema) SET s.version = 1")


def test_a_server_that_may_only_be_read(own_server: Neo4jServer, settings: Settings, name: str) -> None:
    """What is there is read as ever; writing is refused at once, with nothing half done."""
    with Memory(own_server.location, settings=settings) as memory:
        memory.space(name).observe("Ana", "home city", "Porto", at="2026-01-10")
    own_server.stop()
    own_server.more = "server.databases.default_to_read_only=true\n"
    own_server.start()
    with Memory(own_server.location, settings=settings) as memory:
        space = memory.space(name)
        assert space.belief("Ana", "home city").best == "Porto"
        assert space.recall("Where does Ana live?").lines
        assert space.verify().clean
        for write in (
            lambda: space.observe("Ana", "home city", "Faro", at="2026-01-11"),
            lambda: memory.space(f"{name} new").observe("Ana", "home city", "Faro", at="2026-01-11"),
            lambda: space.retract("x"),
            lambda: space.ingest([{"speaker": "Ana", "text": "Hello."}]),
            space.rebuild,
        ):
            with pytest.raises(ReadOnlyStore, match="can be read, not written"):
                write()
        assert space.stats()["deltas"] == 1


def test_nothing_is_left_in_the_folder_of_the_user(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A Neo4j address is never taken for the name of a file."""
    monkeypatch.chdir(tmp_path)
    with pytest.raises(StoreUnavailable):
        Memory("bolt://neo4j:x@127.0.0.1:1")
    assert list(tmp_path.iterdir()) == []
