"""The store on a Neo4j server: the same memory as a graph, shared by many writers.

Neo4j 5 LTS and later, Community features only. Managed transactions are run again after a deadlock or a lost
connection; the work in them keeps nothing outside, so that is safe. Constraints and indexes are made by name on
first use, as often as anybody likes, and waited for.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import TypeVar
from urllib.parse import unquote, urlsplit, urlunsplit

import neo4j
from neo4j import exceptions

from nous.beliefs.errors import ReadOnlyStore, StoreClosed, StoreError, StoreUnavailable, ValidationError

from .neo4j_rows import Nodes
from .store import Reader, Writer

T = TypeVar("T")
VERSION = 1
RETRY_SECONDS = 120.0  # how long a transaction is tried again while the server is away or others hold the locks
POOL = 32  # connections
IDLE_SECONDS = 30.0  # after which a connection is checked before it is used
_INDEX_SECONDS = 120

_SCHEMA = (
    "CREATE CONSTRAINT nous_space IF NOT EXISTS FOR (n:Space) REQUIRE n.name IS UNIQUE",
    "CREATE CONSTRAINT nous_entity IF NOT EXISTS FOR (n:Entity) REQUIRE (n.space, n.id) IS UNIQUE",
    "CREATE CONSTRAINT nous_dimension IF NOT EXISTS FOR (n:Dimension) REQUIRE (n.space, n.id) IS UNIQUE",
    "CREATE CONSTRAINT nous_delta IF NOT EXISTS FOR (n:Delta) REQUIRE (n.space, n.id) IS UNIQUE",
    "CREATE CONSTRAINT nous_message IF NOT EXISTS FOR (n:Message) REQUIRE (n.space, n.id) IS UNIQUE",
    "CREATE CONSTRAINT nous_episode IF NOT EXISTS FOR (n:Episode) REQUIRE (n.space, n.id) IS UNIQUE",
    "CREATE CONSTRAINT nous_record IF NOT EXISTS FOR (n:Record) REQUIRE (n.space, n.seq) IS UNIQUE",
    "CREATE INDEX nous_entity_key IF NOT EXISTS FOR (n:Entity) ON (n.space, n.key_hash)",
    "CREATE INDEX nous_delta_episode IF NOT EXISTS FOR (n:Delta) ON (n.space, n.episode)",
    "CREATE INDEX nous_awaited IF NOT EXISTS FOR (n:Awaited) ON (n.space, n.parent)",
    "CREATE FULLTEXT INDEX nous_delta_words IF NOT EXISTS FOR (n:Delta) ON EACH [n.words] "
    "OPTIONS {indexConfig: {`fulltext.analyzer`: 'whitespace'}}",
    "CREATE FULLTEXT INDEX nous_message_words IF NOT EXISTS FOR (n:Message) ON EACH [n.words] "
    "OPTIONS {indexConfig: {`fulltext.analyzer`: 'whitespace'}}",
)


class Neo4jStore:
    """A store on a Neo4j server.

    `uri` may carry user and password (the driver itself refuses them) and, as its path, the name of the database.
    Raises StoreUnavailable for a wrong password, an unreachable server or a missing database.
    """

    def __init__(self, uri: str, *, auth: tuple[str, str] | None = None) -> None:
        self.location, found, self._database = split(uri)
        self._driver = neo4j.GraphDatabase.driver(
            self.location,
            auth=auth or found,
            max_connection_pool_size=POOL,
            connection_acquisition_timeout=RETRY_SECONDS,
            liveness_check_timeout=IDLE_SECONDS,
            max_transaction_retry_time=RETRY_SECONDS,
            notifications_min_severity="OFF",
            telemetry_disabled=True,
            user_agent="nous",
        )
        self._closed = False
        self._prepared = False
        self._preparing = threading.Lock()
        try:
            with self._translated():
                self._driver.verify_connectivity()
                with self._driver.session(database=self._database) as session:
                    session.run("RETURN 1").consume()
        except BaseException:
            self._driver.close()
            raise

    def read(self, work: Callable[[Reader], T]) -> T:
        """Run work on one consistent view."""
        return self._run(lambda session: session.execute_read(lambda tx: work(Nodes(tx))), neo4j.READ_ACCESS)

    def write(self, work: Callable[[Writer], T]) -> T:
        """Run work in a transaction: all of it or nothing."""
        return self._run(lambda session: session.execute_write(lambda tx: work(Nodes(tx))), neo4j.WRITE_ACCESS)

    def _run(self, job: Callable[[neo4j.Session], T], access: str) -> T:
        if self._closed:
            raise StoreClosed(f"{self.location} was closed")
        with self._translated():
            self._prepare()
            with self._driver.session(database=self._database, default_access_mode=access) as session:
                return job(session)

    def query(self, cypher: str, parameters: dict[str, object], limit: int) -> tuple[list[str], list[list[object]]]:
        """Rows of a reading query over the whole database: its column names and at most `limit` rows."""

        def work(tx: neo4j.ManagedTransaction) -> tuple[list[str], list[list[object]]]:
            result = tx.run(cypher, parameters)  # type: ignore[arg-type]  # LiteralString: this is the operator's own
            return list(result.keys()), [list(record.values()) for record, _ in zip(result, range(limit), strict=False)]

        return self._run(lambda session: session.execute_read(work), neo4j.READ_ACCESS)

    def _prepare(self) -> None:
        """Make constraints and indexes where they are missing, and wait until they serve."""
        if self._prepared:
            return
        with self._preparing:
            if self._prepared:
                return
            with self._driver.session(database=self._database) as session:
                known = session.run("MATCH (s:Schema {name: 'nous'}) RETURN s.version").single()
                if known is not None and known[0] > VERSION:
                    raise StoreUnavailable(
                        f"{self.location} is a store of version {known[0]}, this Nous knows up to {VERSION}: update it"
                    )
                for statement in _SCHEMA:
                    _create(session, statement)
                session.run("CALL db.awaitIndexes($seconds)", seconds=_INDEX_SECONDS).consume()
                if known is None:
                    session.run("MERGE (s:Schema {name: 'nous'}) SET s.version = $version", version=VERSION).consume()
            self._prepared = True

    def close(self) -> None:
        """Let go of all connections; any later call raises StoreClosed."""
        self._closed = True
        self._driver.close()

    @contextmanager
    def _translated(self) -> Iterator[None]:
        """The driver's errors as ours, with the place in the message."""
        try:
            yield
        except exceptions.AuthError as error:
            raise StoreUnavailable(f"{self.location} refuses this user and password") from error
        except exceptions.ClientError as error:
            raise self._refused(error) from error
        except exceptions.ServiceUnavailable as error:
            raise StoreUnavailable(f"{self.location} cannot be reached: {error}") from error
        except exceptions.SessionExpired as error:
            raise StoreUnavailable(f"{self.location} went away: {error}") from error
        except exceptions.TransientError as error:
            raise StoreUnavailable(f"{self.location} was busy for {RETRY_SECONDS:.0f} seconds: {error}") from error
        except exceptions.DriverError as error:
            if self._closed:
                raise StoreClosed(f"{self.location} was closed") from error
            raise StoreError(f"{self.location}: {error}") from error
        except exceptions.Neo4jError as error:
            raise StoreError(f"{self.location}: {error.message}") from error

    def _refused(self, error: exceptions.ClientError) -> StoreError:
        code = error.code or ""
        if code.endswith("DatabaseNotFound"):
            return StoreUnavailable(f"{self.location} has no database {self._database!r}")
        if code.endswith(("NotALeader", "ForbiddenOnReadOnlyDatabase", "WriteOnReadOnlyAccess")) or (
            "read-only" in (error.message or "").lower()
        ):
            return ReadOnlyStore(f"{self.location} can be read, not written: {error.message}")
        if isinstance(error, exceptions.Forbidden):
            return ReadOnlyStore(f"{self.location} does not let this user do that: {error.message}")
        return StoreError(f"{self.location}: {error.message}")


def _create(session: neo4j.Session, statement: str) -> None:
    """Create a constraint or index; another process may do the same at this moment."""
    for pause in (0.0, 0.2, 0.5, 1.0, 2.0):
        time.sleep(pause)
        with suppress(exceptions.TransientError):
            try:
                session.run(statement).consume()  # type: ignore[arg-type]  # one of the constants above
                return
            except exceptions.ClientError as error:
                if "AlreadyExists" in (error.code or "") or "EquivalentSchemaRule" in (error.code or ""):
                    return
                raise
    session.run(statement).consume()  # type: ignore[arg-type]


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
