"""The embedded store: everything in one SQLite file, or in memory.

Write-ahead logging, so that readers never wait; one transaction a batch, taken at once (BEGIN IMMEDIATE), so that
several processes on one file queue up instead of failing. Each reading has a connection for itself while it lasts.
"""

from __future__ import annotations

import sqlite3
import struct
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path
from typing import TypeVar

from nous.beliefs.errors import (
    ConflictError,
    IntegrityError,
    NewerStore,
    ReadOnlyStore,
    StoreClosed,
    StoreError,
    StoreFull,
    StoreUnavailable,
)

from .files import check_target, told, written
from .migrations import APPLICATION_ID, STEPS, VERSION
from .sqlite_rows import Rows
from .store import Answer, Reader, Writer

T = TypeVar("T")
MEMORY = ":memory:"
WAIT_SECONDS = 120.0  # how long a writer queues behind others before it gives up
IDLE_READERS = 8  # connections kept for the next readings; more are made when more read at once
CACHE_KIB = 16_384  # of pages a connection keeps at most: a whole batch with the indexes that it touches
_HEADER = 100
_MAGIC = b"SQLite format 3\x00"


class SQLiteStore:
    """A store in one file.

    Opening checks before it touches: what is not a store of Nous, or one of a newer version, is refused unchanged.

    >>> store = SQLiteStore(":memory:")
    >>> store.read(lambda reader: reader.spaces())
    []
    >>> store.close()
    """

    def __init__(self, path: str | Path, *, synchronous: str = "FULL") -> None:
        self.location = str(path)
        self._synchronous = synchronous
        self._write_lock = threading.RLock()
        self._open: set[sqlite3.Connection] = set()
        self._idle: list[sqlite3.Connection] = []
        self._closed = False
        self._door = threading.Condition()
        self._inside = 0  # calls that use a connection now, in any thread
        self._here = threading.local()  # how many of them are this thread's
        self._suffix = ""  # of the URI: how the file has to be opened
        with _translated(self.location):
            try:
                if self.location == MEMORY:
                    self._writer = self._connect()
                    _migrate(self._writer, self.location)
                else:
                    self._writer = self._open_file(Path(path))
            except BaseException as error:
                self.close()
                if isinstance(error, OSError) and not isinstance(error, StoreError):
                    raise StoreUnavailable(f"{self.location} cannot be reached: {error.strerror}") from error
                raise

    def _open_file(self, path: Path) -> sqlite3.Connection:
        exists = _inspect(path)
        try:
            connection = self._connect()
            connection.execute("BEGIN IMMEDIATE")
            connection.execute("ROLLBACK")
        except sqlite3.OperationalError as error:
            if not exists or not _refuses_writing(error):
                raise
            return self._open_read_only(path)
        _migrate(connection, self.location)
        return connection

    def _open_read_only(self, path: Path) -> sqlite3.Connection:
        """A file that cannot be written, perhaps in a folder where no side files can be made either."""
        for suffix in ("mode=ro", "mode=ro&immutable=1"):
            self._suffix = suffix
            wal = path.with_name(path.name + "-wal")
            if "immutable" in suffix and wal.exists() and wal.stat().st_size:
                raise StoreUnavailable(f"{path} cannot be written, and its last changes are still in {wal.name}")
            with suppress(sqlite3.OperationalError):
                connection = self._connect()
                connection.execute("SELECT count(*) FROM space").fetchone()
                return connection
        raise StoreUnavailable(f"{path} cannot be read")

    def _connect(self) -> sqlite3.Connection:
        if self.location == MEMORY:
            connection = sqlite3.connect(MEMORY, isolation_level=None, check_same_thread=False)
        else:
            target = Path(self.location).absolute().as_uri() + (f"?{self._suffix}" if self._suffix else "")
            connection = sqlite3.connect(
                target, uri=True, timeout=WAIT_SECONDS, isolation_level=None, check_same_thread=False
            )
        self._open.add(connection)
        connection.execute(f"PRAGMA synchronous = {self._synchronous}")
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute("PRAGMA temp_store = MEMORY")
        connection.execute(f"PRAGMA cache_size = -{CACHE_KIB}")
        return connection

    @contextmanager
    def _entered(self) -> Iterator[None]:
        """While inside, no connection is closed by another thread: SQLite does not survive that."""
        with self._door:
            self._check_open()
            self._inside += 1
        self._here.calls = self._calls_here() + 1
        try:
            yield
        finally:
            self._here.calls -= 1
            with self._door:
                self._inside -= 1
                self._door.notify_all()

    def _calls_here(self) -> int:
        return getattr(self._here, "calls", 0)

    def read(self, work: Callable[[Reader], T]) -> T:
        """Run work on one consistent view."""
        with self._entered(), _translated(self.location):
            if self.location == MEMORY:
                with self._write_lock:
                    self._check_open()
                    return work(Rows(self._writer))
            with self._reader() as connection:
                connection.execute("BEGIN")
                try:
                    return work(Rows(connection))
                finally:
                    with suppress(sqlite3.Error):
                        connection.execute("ROLLBACK")

    @contextmanager
    def _reader(self) -> Iterator[sqlite3.Connection]:
        """A connection that nobody else reads through meanwhile."""
        try:
            connection = self._idle.pop()
        except IndexError:
            connection = self._connect()
        try:
            yield connection
        finally:
            if len(self._idle) < IDLE_READERS and not self._closed:
                self._idle.append(connection)
            else:
                self._open.discard(connection)
                connection.close()

    def write(self, work: Callable[[Writer], T]) -> T:
        """Run work in a transaction: all of it or nothing."""
        with self._entered(), _translated(self.location), self._write_lock:
            self._check_open()
            if self._suffix:
                raise ReadOnlyStore(f"{self.location} can be read, not written")
            self._writer.execute("BEGIN IMMEDIATE")
            try:
                result = work(Rows(self._writer))
                self._writer.execute("COMMIT")
            except BaseException:
                if self._writer.in_transaction:
                    self._writer.execute("ROLLBACK")
                raise
            return result

    def query(self, cypher: str, parameters: Mapping[str, object], limit: int) -> Answer:
        """Nothing: Cypher is for graph servers."""
        raise StoreError(f"{self.location} is an SQLite store, and Cypher asks a Neo4j server; see the named queries")

    def backup(self, target: Path) -> None:
        """Write a whole copy, as it is now, to a new file; others go on reading and writing."""
        with self._entered(), _translated(told(target)):
            try:
                check_target(target)
            except ConflictError as error:
                raise StoreUnavailable(str(error)) from None
            with written(target) as part, ExitStack() as stack:
                if self.location == MEMORY:
                    stack.enter_context(self._write_lock)
                    source = self._writer
                else:
                    source = stack.enter_context(self._reader())
                with closing(sqlite3.connect(part)) as copy:
                    source.backup(copy)

    def close(self) -> None:
        """Let go of the file once the calls that run have ended; any later call raises StoreClosed."""
        with self._door:
            again, self._closed = self._closed, True
            mine = self._calls_here()
            if again and mine:
                return  # another thread closes, and waits for this one
            self._door.wait_for(lambda: self._inside <= mine)
            self._idle.clear()
            while self._open:
                self._open.pop().close()

    def _check_open(self) -> None:
        if self._closed:
            raise StoreClosed(f"{self.location} was closed")


def _inspect(path: Path) -> bool:
    """Whether there is a store already; refuses what is not one, before SQLite opens and so may change it."""
    if not path.exists() or (path.is_file() and path.stat().st_size == 0):
        if not path.parent.is_dir():
            raise StoreUnavailable(f"there is no folder {path.parent} to make a store in")
        return False
    if not path.is_file():
        raise StoreUnavailable(f"{path} is not a file")
    with path.open("rb") as file:
        header = file.read(_HEADER)
    if len(header) < _HEADER or not header.startswith(_MAGIC):
        raise StoreUnavailable(f"{path} is not a store of Nous: it is no SQLite file")
    (version,) = struct.unpack(">I", header[60:64])
    (application,) = struct.unpack(">I", header[68:72])
    if application != APPLICATION_ID:
        raise StoreUnavailable(f"{path} is not a store of Nous: it is another program's database")
    _check_version(max(version, _logged_version(path)), str(path))
    return True


def _logged_version(path: Path) -> int:
    """The schema version in a write-ahead log that did not yet reach the file; 0 where there is none to be read."""
    log = path.with_name(path.name + "-wal")
    if not log.exists() or not log.stat().st_size:
        return 0
    with suppress(sqlite3.Error), closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as reader:
        return int(reader.execute("PRAGMA user_version").fetchone()[0])
    return 0


def _check_version(version: int, location: str) -> None:
    if version > VERSION:
        raise NewerStore(f"{location} is a store of version {version}, this Nous knows up to {VERSION}: update it")


def _version(connection: sqlite3.Connection) -> int:
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


def _migrate(connection: sqlite3.Connection, location: str) -> None:
    """Bring a store to the present schema, each step in one transaction with its version."""
    if _version(connection) < VERSION:
        connection.execute("BEGIN IMMEDIATE")
        try:
            now = _version(connection)  # another process may have been faster
            for i, step in enumerate(STEPS[now:], now + 1):
                for statement in _statements(step):
                    connection.execute(statement)
                connection.execute(f"PRAGMA user_version = {i}")
            connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
            connection.execute("COMMIT")
        except BaseException:
            if connection.in_transaction:  # SQLite itself takes a transaction back where the disk is full
                connection.execute("ROLLBACK")
            raise
    _check_version(_version(connection), location)
    deadline = time.monotonic() + WAIT_SECONDS
    while True:
        (mode,) = connection.execute("PRAGMA journal_mode").fetchone()
        if mode in ("wal", "memory"):
            return
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError as error:  # SQLite does not queue for this, however long its timeout is
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() > deadline:
                raise
            time.sleep(0.01)


def _statements(script: str) -> Iterator[str]:
    statement = ""
    for line in script.splitlines():
        statement += line.partition("--")[0] + "\n"
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""


def _refuses_writing(error: sqlite3.OperationalError) -> bool:
    return (error.sqlite_errorcode & 0xFF) in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN)


@contextmanager
def _translated(location: str) -> Iterator[None]:
    """SQLite's errors as ours, with the place in the message."""
    try:
        yield
    except sqlite3.ProgrammingError as error:
        if "closed" in str(error):
            raise StoreClosed(f"{location} was closed") from error
        raise
    except sqlite3.Error as error:
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF
        if code == sqlite3.SQLITE_FULL:
            raise StoreFull(f"no space left to write {location}") from error
        if code == sqlite3.SQLITE_READONLY:
            raise ReadOnlyStore(f"{location} can be read, not written") from error
        if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            raise StoreUnavailable(f"{location} was busy for {WAIT_SECONDS:.0f} seconds") from error
        if code in (sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_CANTOPEN):
            raise StoreUnavailable(f"{location} cannot be read as a store: {error}") from error
        if isinstance(error, sqlite3.IntegrityError):
            raise IntegrityError(f"{location} holds what was not written by Nous: {error}") from error
        if "decode to UTF-8" in str(error):
            raise IntegrityError(f"{location}: a text is stored that is none: {error}") from error
        raise StoreError(f"{location}: {error}") from error
