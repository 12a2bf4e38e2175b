"""The constraints and indexes of the Neo4j store, made by name where they are missing; many may start at once.

Nothing is written where everything is there already, so that a database that can only be read can be used, and a new
process does not make those that are at work wait.
"""

from __future__ import annotations

import time
from contextlib import suppress

import neo4j
from neo4j import exceptions

from nous.beliefs.errors import NewerStore, StoreUnavailable

VERSION = 1
_WAIT_SECONDS = 300  # for indexes that a large database still fills

_UNIQUE = {
    "nous_schema": ("Schema", "name"),
    "nous_space": ("Space", "name"),
    "nous_pen": ("Pen", "space", "id"),
    "nous_entity": ("Entity", "space", "id"),
    "nous_dimension": ("Dimension", "space", "id"),
    "nous_delta": ("Delta", "space", "id"),
    "nous_message": ("Message", "space", "id"),
    "nous_episode": ("Episode", "space", "id"),
    "nous_record": ("Record", "space", "seq"),
}
_RANGE = {
    "nous_entity_key": ("Entity", "space", "key_hash"),
    "nous_entity_space": ("Entity", "space"),
    "nous_dimension_space": ("Dimension", "space"),
    "nous_episode_space": ("Episode", "space"),
    "nous_record_about": ("Record", "space", "about"),
    "nous_delta_episode": ("Delta", "space", "episode"),
}
FULLTEXT = {"delta": "nous_delta_words", "message": "nous_message_words"}

_STATEMENTS = {
    **{
        name: f"CREATE CONSTRAINT {name} IF NOT EXISTS FOR (n:{label}) "
        f"REQUIRE ({', '.join(f'n.{p}' for p in properties)}) IS UNIQUE"
        for name, (label, *properties) in _UNIQUE.items()
    },
    **{
        name: f"CREATE INDEX {name} IF NOT EXISTS FOR (n:{label}) ON ({', '.join(f'n.{p}' for p in properties)})"
        for name, (label, *properties) in _RANGE.items()
    },
    # Our own tokens stand in it, so nothing has to be analysed: one token ends where a space is, in every script.
    **{
        name: f"CREATE FULLTEXT INDEX {name} IF NOT EXISTS FOR (n:{kind.capitalize()}) ON EACH [n.words] "
        "OPTIONS {indexConfig: {`fulltext.analyzer`: 'whitespace'}}"
        for kind, name in FULLTEXT.items()
    },
}


def prepare(session: neo4j.Session, location: str) -> None:
    """Make what is missing, and wait until all of it serves; NewerStore where a newer Nous made the store."""
    known = session.run("MATCH (s:Schema {name: 'nous'}) RETURN s.version").single()
    if known is not None and known[0] > VERSION:
        raise NewerStore(f"{location} is a store of version {known[0]}, this Nous knows up to {VERSION}: update it")
    state = _states(session)
    missing = [statement for name, statement in _STATEMENTS.items() if name not in state]
    for statement in missing:
        _create(session, statement)
    if missing or set(state.values()) != {"ONLINE"}:
        session.run("CALL db.awaitIndexes($seconds)", seconds=_WAIT_SECONDS).consume()
        failed = sorted(name for name, found in _states(session).items() if found == "FAILED")
        if failed:
            raise StoreUnavailable(f"{location}: the index {failed[0]} could not be built; see the server's log")
    if known is None:
        session.run("MERGE (s:Schema {name: 'nous'}) SET s.version = $version", version=VERSION).consume()


def _states(session: neo4j.Session) -> dict[str, str]:
    """Our indexes, those behind the constraints too, with what each is doing."""
    found = session.run("SHOW INDEXES YIELD name, state WHERE name STARTS WITH 'nous_' RETURN name, state")
    return {name: state for name, state in found if name in _STATEMENTS}


def _create(session: neo4j.Session, statement: str) -> None:
    """Create a constraint or index; another process may do the same at this moment."""
    for pause in (0.0, 0.2, 0.5, 1.0, 2.0, 5.0):
        time.sleep(pause)
        with suppress(exceptions.TransientError):
            try:
                session.run(statement).consume()
                return
            except exceptions.ClientError as error:
                if "AlreadyExists" in (error.code or "") or "EquivalentSchemaRule" in (error.code or ""):
                    return
                raise
    session.run(statement).consume()
