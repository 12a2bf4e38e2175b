"""The launcher of Neo4j servers, with real servers and real processes."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from neo4j import GraphDatabase

from tests.neo4j_fixture import launcher_version
from tests.neo4j_jars import DEFAULT_VERSION, find_java, java_command
from tests.neo4j_server import Neo4jServer, Neo4jServerError, java_and_maven

ROOT = Path(__file__).parents[1]
USER = """
import sys, time
from tests.neo4j_server import Neo4jServer
server = Neo4jServer(sys.argv[1], sys.argv[2]).start()
print(server.uri, flush=True)
time.sleep(600)
"""

needs_jdk = pytest.mark.skipif(find_java(DEFAULT_VERSION) is None, reason="no JDK")


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Neo4jServer]:
    """A server of this test's own, not started yet."""
    server = Neo4jServer(tmp_path / "server", launcher_version())
    yield server
    server.stop()


@pytest.fixture
def bare_machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine without Maven and with an empty cache; the folder that is its PATH."""
    (tmp_path / "bin").mkdir()
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    for name in ("HOME", "XDG_CACHE_HOME"):
        monkeypatch.setenv(name, str(tmp_path / "home"))
    return tmp_path / "bin"


def ask(server: Neo4jServer, query: str) -> list[list[Any]]:
    with GraphDatabase.driver(server.uri, auth=server.auth) as driver:
        return [record.values() for record in driver.execute_query(query).records]


@contextmanager
def another_process_using(server: Neo4jServer) -> Iterator[subprocess.Popen[str]]:
    command = [sys.executable, "-c", USER, str(server.directory), server.version]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            assert process.stdout.readline().startswith("bolt://127.0.0.1:")
            yield process
        finally:
            process.kill()


def ends_soon(server: Neo4jServer) -> bool:
    deadline = time.monotonic() + 20
    while server.running and time.monotonic() < deadline:
        time.sleep(0.1)
    return not server.running


@pytest.mark.neo4j
def test_a_killed_server_starts_again_with_its_data_indexes_and_port(server: Neo4jServer) -> None:
    server.start()
    ask(server, "CREATE FULLTEXT INDEX words FOR (n:Entity) ON EACH [n.name]")
    vectors = "CREATE VECTOR INDEX near FOR (n:Entity) ON (n.place) OPTIONS {indexConfig: {`vector.dimensions`: 2}}"
    ask(server, vectors)
    ask(server, "UNWIND range(1, 50) AS i CREATE (:Entity {name: 'Mara ' + i, place: [toFloat(i), 1.0]})")
    before = server.location

    server.kill()
    assert not server.running
    server.start()

    assert server.location == before
    assert ask(server, "MATCH (n:Entity) RETURN count(n)") == [[50]]
    assert ask(server, "CALL db.index.fulltext.queryNodes('words', 'mara AND 7') YIELD node RETURN node.name") == [
        ["Mara 7"]
    ]
    assert ask(server, "CALL db.index.vector.queryNodes('near', 5, [9.0, 1.0]) YIELD node RETURN count(node)") == [[5]]


@pytest.mark.neo4j
def test_a_server_lives_as_long_as_a_process_uses_it_and_no_longer(server: Neo4jServer) -> None:
    with another_process_using(server) as first:
        server.start()
        first.kill()
        first.wait()
        assert ask(server, "RETURN 1") == [[1]]

        with another_process_using(server) as last:
            server.leave()
            assert server.running
            last.kill()
            last.wait()
            assert ends_soon(server)


@pytest.mark.neo4j
def test_a_taken_port_is_an_error_that_names_it(tmp_path: Path) -> None:
    version = launcher_version()
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        server = Neo4jServer(tmp_path, version, port)
        with pytest.raises(Neo4jServerError, match=f"port {port} "):
            server.start()
    assert not server.running


@pytest.mark.neo4j
def test_a_server_that_ends_at_once_is_an_error_that_shows_the_log(
    server: Neo4jServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    (server.directory / "data" / "databases").mkdir(parents=True)  # else Java fails before, when the password is set
    monkeypatch.setenv("JAVA_TOOL_OPTIONS", "-XX:+NoSuchOption")
    with pytest.raises(Neo4jServerError, match=r"(?s)ended at once with status 1.*NoSuchOption"):
        server.start()


@needs_jdk
def test_without_maven_it_says_what_to_install(bare_machine: Path) -> None:
    assert "package maven" in str(java_and_maven())


@needs_jdk
def test_a_broken_download_leaves_no_jars(bare_machine: Path) -> None:
    mvn = bare_machine / "mvn"
    # The last argument is -DoutputDirectory=FOLDER.
    mvn.write_text(
        f'#!/bin/sh\nfor last; do :; done\n{shutil.which("mkdir", path=os.defpath)} "${{last#*=}}"\nexit 1\n'
    )
    mvn.chmod(0o755)
    with pytest.raises(Neo4jServerError, match="Maven could not fetch"):
        java_command(DEFAULT_VERSION)
    assert [path.name for path in bare_machine.parent.rglob("5.*")] == [f"{DEFAULT_VERSION}.lock"]


@needs_jdk
@pytest.mark.parametrize(("required", "outcome"), [("0", "1 skipped"), ("1", "1 error")])
def test_tests_without_a_server_are_left_out_aloud_or_fail_where_required(
    required: str, outcome: str, bare_machine: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "test_needy.py").write_text("def test_needy(neo4j_location): pass\n")
    monkeypatch.delenv("NOUS_TEST_NEO4J_URI", raising=False)
    monkeypatch.setenv("NOUS_REQUIRE_NEO4J", required)
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    command = [sys.executable, "-m", "pytest", "-p", "tests.neo4j_fixture", "--rootdir", str(tmp_path), str(tmp_path)]

    told = subprocess.run(command, check=False, capture_output=True, text=True).stdout

    assert outcome in told
    assert ("Neo4j tests left out: 1." in told) == (required == "0")
    assert "package maven" in told
