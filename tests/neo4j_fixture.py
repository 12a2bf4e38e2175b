"""The pytest plugin for tests that need Neo4j: the marker, a server for all of them, and a word when they are left out.

A session's tests share one server, also across the workers of pytest-xdist. In this order it is: the one that
NOUS_TEST_NEO4J_URI names; one that is started here, of the version NOUS_TEST_NEO4J_VERSION, where Java and Maven are;
none, and the tests are skipped, or fail where NOUS_REQUIRE_NEO4J is 1.
"""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from tests.neo4j_server import DEFAULT_VERSION, Neo4jServer, java_and_maven

_LEFT_OUT = "no Neo4j: "


def pytest_configure(config: pytest.Config) -> None:
    """Register the marker."""
    config.addinivalue_line("markers", "neo4j: needs a Neo4j server, which the fixture neo4j_location starts")


@pytest.fixture(scope="session")
def neo4j_location(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the session's server with user and password in it, as `Memory` takes it."""
    if given := os.environ.get("NOUS_TEST_NEO4J_URI"):
        yield given
        return
    version = launcher_version()
    base = tmp_path_factory.getbasetemp()
    # Under pytest-xdist each worker's folder lies in that of the session.
    shared = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base
    with Neo4jServer(shared / "neo4j", version) as server:
        yield server.location


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


def launcher_version() -> str:
    """The version to start; skips the test, or fails it, where no server can be started here."""
    version = os.environ.get("NOUS_TEST_NEO4J_VERSION") or DEFAULT_VERSION
    if reason := java_and_maven(version):
        # With a server given, only the launcher's own tests come here.
        if os.environ.get("NOUS_REQUIRE_NEO4J") == "1" and not os.environ.get("NOUS_TEST_NEO4J_URI"):
            pytest.fail(f"NOUS_REQUIRE_NEO4J is 1, but {reason}", pytrace=False)
        pytest.skip(_LEFT_OUT + reason)
    return version


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say in one line that the tests that need Neo4j were left out, and what to install."""
    reasons = [
        str(report.longrepr[2]).partition(_LEFT_OUT)[2]
        for report in terminalreporter.stats.get("skipped", [])
        if isinstance(report.longrepr, tuple) and _LEFT_OUT in report.longrepr[2]
    ]
    if reasons:
        terminalreporter.write_line(
            f"Neo4j tests left out: {len(reasons)}. {reasons[0]}; or set NOUS_TEST_NEO4J_URI.", yellow=True
        )
