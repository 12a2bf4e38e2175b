"""A real Neo4j Community server on loopback without Docker, for tests and for trying.

    python -m tests.neo4j_server run          in a temporary folder, until Ctrl-C
    python -m tests.neo4j_server start DIR    in the background, with its data in DIR
    python -m tests.neo4j_server stop DIR     and wait until it has ended; the data stays
    python -m tests.neo4j_server kill DIR     with kill -9, as a crash would end it

It needs a JDK and, for the first start of a version, Maven. Linux and macOS.
"""

from __future__ import annotations

import argparse
import json
import os
import secrets
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import IO, NamedTuple, Self

from neo4j import GraphDatabase
from neo4j.exceptions import DriverError, Neo4jError

from tests.neo4j_jars import (
    DEFAULT_VERSION,
    Neo4jServerError,
    java_and_maven,
    java_command,
    last_lines,
    set_first_password,
)
from tests.neo4j_locks import alone, exclusive, holder, share

__all__ = ["DEFAULT_VERSION", "Neo4jServer", "Neo4jServerError", "java_and_maven"]

_READY_SECONDS = 120
_END_SECONDS = 60
_START = Path(__file__).with_name("Neo4jStart.java")
# No wait for idle threads: else each stop takes ten seconds. No preallocated logs: else a folder has 500 MB.
_CONFIG = """\
server.bolt.listen_address=127.0.0.1:{port}
server.default_advertised_address=127.0.0.1
server.http.enabled=false
server.https.enabled=false
server.memory.pagecache.size=256m
db.tx_log.preallocate=false
dbms.usage_report.enabled=false
internal.server.bolt.thread_pool_shutdown_wait_time=0s
"""
# Popen warns when it is collected while its process lives, as one may that others use.
_started: list[subprocess.Popen[bytes]] = []


class _Access(NamedTuple):
    port: int
    password: str


class Neo4jServer:
    """A server with its data, logs, port and password in one folder; a context manager.

    Several processes may each have a Neo4jServer on the same folder (one each): the first to start it does so, the
    others join, and it ends with the last one that uses it, in whatever way that one ends. A stopped or killed server
    starts again with the same data, port and password. `more` are further lines of its configuration.
    """

    def __init__(
        self, directory: Path | str, version: str = DEFAULT_VERSION, port: int | None = None, more: str = ""
    ) -> None:
        self.directory = Path(directory).resolve()
        self.version = version
        self.more = more
        self._wanted_port = port
        self._lock = self.directory / "start.lock"
        self._pid_file = self.directory / "server.pid"
        self._log = self.directory / "logs" / "console.log"
        self._use: IO[bytes] | None = None
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def uri(self) -> str:
        """The address for a driver, without user and password."""
        return f"bolt://127.0.0.1:{self._access().port}"

    @property
    def auth(self) -> tuple[str, str]:
        """User and password."""
        return "neo4j", self._access().password

    @property
    def location(self) -> str:
        """The address with user and password in it, as nous takes it."""
        return self.uri.replace("://", "://{}:{}@".format(*self.auth))

    @property
    def running(self) -> bool:
        """Whether the server's process lives."""
        return holder(self._pid_file) is not None

    def start(self, *, detached: bool = False) -> Self:
        """Start the server, or join the one that runs on this folder, and return when it answers.

        A detached one goes on after this process. Raises Neo4jServerError, with the end of the log.
        """
        java = java_command(self.version)
        self.directory.mkdir(mode=0o700, parents=True, exist_ok=True)
        with exclusive(self._lock):
            # Before looking whether it runs: from here on it does not end for want of use.
            if not detached and self._use is None:
                self._use = share(self.directory / "users")
            launched = None
            try:
                if not self.running:
                    launched = self._process = self._launch(java, "detached" if detached else "shared")
                elif self._wanted_port not in (None, self._access().port):
                    raise Neo4jServerError(f"the server on {self.directory} already runs, at {self.uri}")
                self._await_answer(launched)
            except BaseException:
                if launched is not None:
                    launched.kill()
                    launched.wait()
                self._unuse()
                raise
        return self

    def wait(self) -> None:
        """Wait until the server has ended by itself or by another process's hand, which is an error."""
        while self.running:
            time.sleep(1)
        raise self._error("has ended")

    def stop(self) -> None:
        """End the server for all who use it, and wait until it has ended."""
        self._end(signal.SIGTERM)

    def kill(self) -> None:
        """End the server as a crash does: kill -9."""
        self._end(signal.SIGKILL)

    def leave(self) -> None:
        """Use the server no more, and stop it unless another process uses it."""
        if self._use is not None:
            with exclusive(self._lock):
                if alone(self._use):
                    self._signal(signal.SIGTERM)
                self._unuse()

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(self, *error: object) -> None:
        self.leave()

    def _access(self) -> _Access:
        """Port and password, as the last start wrote them down."""
        try:
            return _Access(*json.loads((self.directory / "server.json").read_text()))
        except FileNotFoundError:
            raise Neo4jServerError(f"no Neo4j server has been started in {self.directory}") from None

    def _choose_access(self) -> _Access:
        """The wanted port or that of the last start or a free one; the password of the first start."""
        file = self.directory / "server.json"
        access = self._access() if file.exists() else _Access(_free_port(), secrets.token_hex(12))
        access = access._replace(port=self._wanted_port or access.port)
        try:
            socket.create_server(("127.0.0.1", access.port)).close()
        except OSError as error:
            raise Neo4jServerError(f"port {access.port} of 127.0.0.1 cannot be had: {error.strerror}") from error
        file.touch(mode=0o600)
        file.write_text(json.dumps(access))
        return access

    def _launch(self, java: list[str], mode: str) -> subprocess.Popen[bytes]:
        access = self._choose_access()
        for name in ("conf", "data", "logs"):
            (self.directory / name).mkdir(exist_ok=True)
        (self.directory / "conf" / "neo4j.conf").write_text(_CONFIG.format(port=access.port) + self.more)
        if not (self.directory / "data" / "databases").exists():
            set_first_password(java, self.directory, access.password)
        with self._log.open("wb") as log:
            # A session of its own: Ctrl-C is for the tests, which then stop it in order.
            process = subprocess.Popen(
                [*java, str(_START), str(self.directory), mode],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        _started.append(process)
        return process

    def _await_answer(self, launched: subprocess.Popen[bytes] | None) -> None:
        deadline = time.monotonic() + _READY_SECONDS
        # Whoever else has the port may accept and say nothing; the end of our process must be seen all the same.
        with GraphDatabase.driver(self.uri, auth=self.auth, connection_acquisition_timeout=5) as driver:
            while True:
                if launched is not None and launched.poll() is not None:
                    raise self._error(f"ended at once with status {launched.returncode}")
                try:
                    with driver.session() as session:
                        session.run("RETURN 1").consume()
                    return
                except (DriverError, Neo4jError) as error:
                    if time.monotonic() > deadline:
                        raise self._error(f"did not answer in {_READY_SECONDS} s ({error})") from error
                time.sleep(0.2)

    def _error(self, what: str) -> Neo4jServerError:
        tail = last_lines(self._log.read_text(errors="replace")) if self._log.exists() else ""
        return Neo4jServerError(f"Neo4j {self.version} in {self.directory} {what}; {self._log} ends:\n{tail}")

    def _end(self, how: signal.Signals) -> None:
        if self.directory.exists():
            with exclusive(self._lock):
                self._signal(how)
        self._unuse()

    def _signal(self, how: signal.Signals) -> None:
        """Send the running server a signal and wait for its end."""
        deadline = time.monotonic() + _END_SECONDS
        if (pid := holder(self._pid_file)) is not None:
            os.kill(pid, how)
        while self.running:
            if time.monotonic() > deadline:
                raise self._error(f"has not ended {_END_SECONDS} s after {how.name}")
            time.sleep(0.05)
        if self._process is not None:
            self._process.wait()

    def _unuse(self) -> None:
        if self._use is not None:
            self._use.close()
            self._use = None
        self._process = None


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        return int(probe.getsockname()[1])


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; its exit status."""
    parser = argparse.ArgumentParser(prog="python -m tests.neo4j_server", description="A Neo4j server without Docker.")
    verbs = parser.add_subparsers(dest="verb", required=True)
    for verb in ("run", "start", "stop", "kill"):
        options = verbs.add_parser(verb)
        if verb != "run":
            options.add_argument("directory", type=Path, metavar="DIR")
        if verb in ("run", "start"):
            options.add_argument("--port", type=int, help="default: that of the last start, else a free one")
            options.add_argument("--version", default=DEFAULT_VERSION, help="default: %(default)s")
    chosen = parser.parse_args(arguments)
    try:
        if chosen.verb == "run":
            _run(chosen.version, chosen.port)
        elif chosen.verb == "start":
            _say(Neo4jServer(chosen.directory, chosen.version, chosen.port).start(detached=True).location)
        else:
            server = Neo4jServer(chosen.directory)
            server.stop() if chosen.verb == "stop" else server.kill()
    except Neo4jServerError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    except KeyboardInterrupt:
        return 130
    return 0


def _run(version: str, port: int | None) -> None:
    # As Ctrl-C, so that the temporary folder goes too when the terminal is closed.
    for how in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(how, signal.default_int_handler)
    _say(f"Neo4j {version} starts; the first start of a version also downloads it ...")
    with tempfile.TemporaryDirectory(prefix="nous-neo4j-") as folder, Neo4jServer(folder, version, port) as server:
        _say(f"\n  {server.location}\n\nIn another terminal, for example:\n")
        _say(f"  NOUS_STORE={server.location} nous stats\n  NOUS_TEST_NEO4J_URI={server.location} pytest -m neo4j\n")
        _say("Ctrl-C stops it and deletes its data.")
        server.wait()


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
