"""The store on a Neo4j server: the same memory as a graph, shared by many writers.

Neo4j 5 LTS and later, Community features only. Managed transactions are run again after a deadlock or a lost
connection, and by us after a conflict with another writer; the work in them keeps nothing outside, so that is safe.
"""

from __future__ import annotations

import logging
import secrets
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from itertools import islice
from pathlib import Path
from typing import TypeVar, cast
from urllib.parse import unquote, urlsplit, urlunsplit

import neo4j
from neo4j import exceptions

from nous.beliefs.errors import ReadOnlyStore, StoreClosed, StoreError, StoreUnavailable, ValidationError

from .cypher import check
from .neo4j_reading import Reading
from .neo4j_schema import prepare
from .neo4j_values import plain
from .neo4j_writing import Conflict, NoPen, Pen, Writing, make_pen
from .store import Answer, Reader, Writer

logging.getLogger("neo4j").addHandler(logging.NullHandler())  # else each retry is told on standard error
T = TypeVar("T")
RETRY_SECONDS = 120.0  # how long a transaction is tried again while the server is away or others hold the locks
FIRST_PAUSE = 0.05  # seconds before it is tried again the first time; then half as much more each time
POOL = 32  # connections
IDLE_SECONDS = 30.0  # after which a connection is checked before it is used
FETCH = 5_000  # rows asked for at a time
QUERY_SECONDS = 60.0  # that a query of the operator's own may take


class Neo4jStore:
    """A store on a Neo4j server.

    `uri` may carry user and password (the driver itself refuses them) and, as its path, the name of the database.
    Raises StoreUnavailable for a wrong password, an unreachable server or a missing database.
    """

    def __init__(self, uri: str, *, auth: tuple[str, str] | None = None) -> None:
        self.location, found, self._database = split(uri)
        self._closed = False
        self._prepared = False
        self._preparing = threading.Lock()
        self._pens: list[Pen] = []  # of writers that are not at work now
        with self._translated():
            self._driver = neo4j.GraphDatabase.driver(
                self.location,
                auth=auth or found,
                max_connection_pool_size=POOL,
                connection_acquisition_timeout=RETRY_SECONDS,
                liveness_check_timeout=IDLE_SECONDS,
                max_transaction_retry_time=RETRY_SECONDS,
                initial_retry_delay=FIRST_PAUSE,
                retry_delay_multiplier=1.5,
                retry_delay_jitter_factor=0.5,
                notifications_min_severity="OFF",
                telemetry_disabled=True,
                user_agent="nous",
            )
            try:
                with self._driver.session(database=self._database) as session:
                    session.run("RETURN 1").consume()
            except BaseException:
                self._driver.close()
                raise

    def read(self, work: Callable[[Reader], T]) -> T:
        """Run work that reads."""
        with self._session(neo4j.READ_ACCESS) as session:
            return self._with_indexes(lambda: session.execute_read(lambda tx: work(Reading(tx))))

    def write(self, work: Callable[[Writer], T]) -> T:
        """Run work in a transaction: all of it or nothing."""
        with self._session(neo4j.WRITE_ACCESS) as session, self._pen() as pen:
            return self._with_indexes(lambda: self._written(session, work, pen))

    def _written(self, session: neo4j.Session, work: Callable[[Writer], T], pen: Pen) -> T:
        """One write, done again where another writer was faster."""
        started, pause = time.monotonic(), FIRST_PAUSE
        while True:
            try:
                return self._attempt(session, work, pen)
            except NoPen as missing:
                # Not in the transaction that lacks it: its lock on the space is held for a moment only.
                pen.spaces.discard(missing.space)
                found = _surely(session, partial(make_pen, space=missing.space, pen=pen.id))
                (pen.spaces if found else pen.absent).add(missing.space)
            except (Conflict, exceptions.ConstraintError) as error:
                if time.monotonic() - started > RETRY_SECONDS:
                    raise StoreUnavailable(f"{self.location} was busy for {RETRY_SECONDS:.0f} seconds") from error
                pen.absent.clear()
                time.sleep(pause * (0.5 + secrets.randbelow(1000) / 1000))
                pause = min(1.5 * pause, 2.0)

    def _attempt(self, session: neo4j.Session, work: Callable[[Writer], T], pen: Pen) -> T:
        """Write once; where the answer to the commit was lost, the mark of the pen tells whether it was done."""
        done: list[tuple[T, Writing]] = []

        def run(tx: neo4j.ManagedTransaction) -> T:
            writing = Writing(tx, pen, secrets.token_hex(16))
            try:
                result = work(writing)
                writing.flush()
            except exceptions.ForbiddenOnReadOnlyDatabase as error:  # the driver would try that for two minutes
                raise ReadOnlyStore(f"{self.location} can be read, not written: {error.message}") from error
            done.append((result, writing))
            return result

        try:
            return session.execute_write(run)
        except exceptions.IncompleteCommit as error:
            result, writing = done[-1]
            if writing.entered and not _surely(session, writing.committed):
                raise Conflict("the connection was lost before the commit") from error
            return result

    @contextmanager
    def _pen(self) -> Iterator[Pen]:
        """A pen that no other transaction uses meanwhile."""
        try:
            pen = self._pens.pop()
        except IndexError:
            pen = Pen(secrets.token_hex(12))
        try:
            yield pen
        finally:
            pen.absent.clear()
            self._pens.append(pen)

    @contextmanager
    def _session(self, access: str) -> Iterator[neo4j.Session]:
        if self._closed:
            raise StoreClosed(f"{self.location} was closed")
        with (
            self._translated(),
            self._driver.session(database=self._database, default_access_mode=access, fetch_size=FETCH) as session,
        ):
            yield session

    def _with_indexes(self, job: Callable[[], T]) -> T:
        """Run a job with all indexes in their place, also where somebody dropped one since we looked."""
        self._prepare()
        try:
            return job()
        except exceptions.ClientError as error:
            if "no such fulltext schema index" not in (error.message or ""):
                raise
        self._prepared = False
        self._prepare()
        return job()

    def _prepare(self) -> None:
        if self._prepared:
            return
        with self._preparing:
            if not self._prepared:
                with self._driver.session(database=self._database) as session:
                    prepare(session, self.location)
                self._prepared = True

    def query(self, cypher: str, parameters: Mapping[str, object], limit: int) -> Answer:
        """What a reading Cypher query finds in the whole database; ValidationError for what is no such query."""
        check(cypher)

        def work(tx: neo4j.ManagedTransaction) -> Answer:
            result = tx.run(cypher, dict(parameters))
            found = [plain(record.values()) for record in islice(result, limit)]
            more = result.peek() is not None
            return Answer(tuple(result.keys()), cast(list[list[object]], found), more)

        with self._session(neo4j.READ_ACCESS) as session:
            try:
                return session.execute_read(neo4j.unit_of_work(timeout=QUERY_SECONDS)(work))
            except exceptions.ClientError as error:
                if "Statement" in (error.code or "") and not (error.code or "").endswith("AccessMode"):
                    raise ValidationError(f"not a query that Neo4j takes: {error.message}") from error
                raise

    def backup(self, target: Path) -> None:
        """Nothing: a server is backed up with its own tools."""
        raise StoreError(
            f"{self.location} is a Neo4j server, which has its own tools for that (neo4j-admin database dump); "
            "an export makes a file that every store reads"
        )

    def close(self) -> None:
        """Let go of all connections; any later call raises StoreClosed."""
        if not self._closed:
            self._closed = True
            self._driver.close()

    @contextmanager
    def _translated(self) -> Iterator[None]:
        """The driver's errors as ours, with the place in the message."""
        try:
            yield
        except (exceptions.DriverError, exceptions.Neo4jError) as error:
            if self._closed:
                raise StoreClosed(f"{self.location} was closed") from error
            raise self._ours(error) from error

    def _ours(self, error: exceptions.DriverError | exceptions.Neo4jError) -> StoreError:
        """An error of the driver or the server as one of ours."""
        where, told = self.location, getattr(error, "message", None) or str(error)
        match error:
            case exceptions.AuthError():
                return StoreUnavailable(f"{where} refuses this user and password")
            case exceptions.ForbiddenOnReadOnlyDatabase() | exceptions.NotALeader() | exceptions.Forbidden():
                return ReadOnlyStore(f"{where} can be read, not written: {told}")
            case exceptions.ServiceUnavailable() | exceptions.SessionExpired():
                return StoreUnavailable(f"{where} cannot be reached: {told}")
            case exceptions.TransientError() | exceptions.ConnectionAcquisitionTimeoutError():
                return StoreUnavailable(f"{where} was busy for {RETRY_SECONDS:.0f} seconds: {told}")
            case exceptions.ClientError() if (error.code or "").endswith("DatabaseNotFound"):
                return StoreUnavailable(f"{where} has no database {self._database!r}")
            case exceptions.ClientError() if (error.code or "").endswith(("AccessMode", "ReadOnlyAccessDatabase")):
                return ReadOnlyStore(f"{where} can be read, not written: {told}")
        return StoreError(f"{where}: {told}")


def _surely(session: neo4j.Session, work: Callable[[neo4j.ManagedTransaction], T]) -> T:
    """Write what may be written twice: done again where the answer to the commit was lost."""
    until, pause = time.monotonic() + RETRY_SECONDS, FIRST_PAUSE
    while True:
        try:
            return session.execute_write(work)
        except exceptions.IncompleteCommit:
            if time.monotonic() > until:
                raise
        time.sleep(pause)
        pause = min(1.5 * pause, 2.0)


def split(uri: str) -> tuple[str, tuple[str, str] | None, str]:
    """A Neo4j address in its parts: the address without secrets, user and password, and the database.

    >>> split("bolt://neo4j:s%40cret@localhost:7687/memories")
    ('bolt://localhost:7687', ('neo4j', 's@cret'), 'memories')
    """
    try:
        parts = urlsplit(uri)
        host, port = parts.hostname, parts.port
    except ValueError as error:
        raise ValidationError(f"not a Neo4j address: {error}") from None
    if not host:
        raise ValidationError("a Neo4j address names a host, like neo4j://localhost:7687")
    place = f"[{host}]" if ":" in host else host
    netloc = f"{place}:{port}" if port else place
    auth = None if parts.username is None else (unquote(parts.username), unquote(parts.password or ""))
    return urlunsplit((parts.scheme, netloc, "", "", "")), auth, unquote(parts.path.strip("/")) or "neo4j"
