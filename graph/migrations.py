"""The schema of the SQLite store, as the steps that lead to it; a store's version is how many it has taken."""

from __future__ import annotations

APPLICATION_ID = 0x4E6F7573
"""Stands in the header of every store ("Nous"), so that another program's database is not taken for one."""

_FIRST = """
CREATE TABLE space (
    row INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE
);
CREATE TABLE corpus (
    space INTEGER NOT NULL REFERENCES space,
    kind TEXT NOT NULL,
    documents INTEGER NOT NULL,
    tokens INTEGER NOT NULL,
    PRIMARY KEY (space, kind)
) WITHOUT ROWID;
CREATE TABLE entity (
    row INTEGER PRIMARY KEY,
    space INTEGER NOT NULL REFERENCES space,
    id TEXT NOT NULL,
    key TEXT NOT NULL,
    type TEXT,
    name TEXT NOT NULL,
    UNIQUE (space, id)
);
CREATE INDEX entity_key ON entity (space, key);
CREATE TABLE dimension (
    row INTEGER PRIMARY KEY,
    space INTEGER NOT NULL REFERENCES space,
    id TEXT NOT NULL,
    entity TEXT NOT NULL,
    attribute TEXT NOT NULL,
    name TEXT NOT NULL,
    relation INTEGER NOT NULL DEFAULT 0,
    count INTEGER NOT NULL DEFAULT 0,
    head BLOB NOT NULL DEFAULT x'',
    state TEXT,
    stamp TEXT NOT NULL DEFAULT '',
    snapshot TEXT,                    -- for people: values, probabilities, unknown, as of when
    UNIQUE (space, id),
    FOREIGN KEY (space, entity) REFERENCES entity (space, id)
);
CREATE INDEX dimension_entity ON dimension (space, entity, attribute);
CREATE INDEX dimension_attribute ON dimension (space, attribute);
CREATE TABLE delta (
    row INTEGER PRIMARY KEY,
    space INTEGER NOT NULL,
    id TEXT NOT NULL,
    dimension INTEGER NOT NULL REFERENCES dimension,
    seq INTEGER NOT NULL,
    kind TEXT NOT NULL,
    value_key TEXT NOT NULL,
    value_type TEXT NOT NULL,
    value TEXT NOT NULL,
    shown TEXT,                       -- NULL: the text of `value` itself
    at INTEGER NOT NULL,              -- microseconds since 1970
    precision TEXT NOT NULL,
    width REAL NOT NULL,              -- days
    zone INTEGER,                     -- minutes from UTC as given; NULL where it was assumed
    recorded_at INTEGER NOT NULL,
    source TEXT NOT NULL,
    channel TEXT NOT NULL,
    stance REAL NOT NULL,
    confidence REAL NOT NULL,
    quote TEXT,
    message TEXT,
    episode TEXT,
    derived_from TEXT,                -- a JSON list of ids
    unit TEXT,
    locale TEXT,
    surprise REAL NOT NULL,           -- bits, when recorded; so are the three after it
    gain REAL NOT NULL,
    prior REAL NOT NULL,
    posterior REAL NOT NULL,
    salt BLOB NOT NULL,
    hash BLOB NOT NULL,
    prev BLOB NOT NULL,
    UNIQUE (space, id),
    UNIQUE (dimension, seq)
);
CREATE INDEX delta_episode ON delta (space, episode) WHERE episode IS NOT NULL;
CREATE INDEX delta_message ON delta (space, message) WHERE message IS NOT NULL;
CREATE TABLE derivation (
    space INTEGER NOT NULL,
    parent TEXT NOT NULL,
    child TEXT NOT NULL,
    PRIMARY KEY (space, parent, child)
) WITHOUT ROWID;
CREATE TABLE message (
    row INTEGER PRIMARY KEY,
    space INTEGER NOT NULL REFERENCES space,
    id TEXT NOT NULL,
    episode TEXT NOT NULL,
    position INTEGER NOT NULL,
    speaker TEXT NOT NULL,
    text TEXT NOT NULL,
    at INTEGER NOT NULL,
    zone INTEGER,
    role TEXT,
    channel TEXT NOT NULL,
    source TEXT NOT NULL,
    derived_from TEXT,
    recorded_at INTEGER NOT NULL,
    UNIQUE (space, id)
);
CREATE INDEX message_episode ON message (space, episode, position);
CREATE TABLE episode (
    space INTEGER NOT NULL REFERENCES space,
    id TEXT NOT NULL,
    at INTEGER NOT NULL,
    until INTEGER NOT NULL,
    title TEXT NOT NULL,
    PRIMARY KEY (space, id)
) WITHOUT ROWID;
CREATE TABLE mention (
    space INTEGER NOT NULL,
    entity TEXT NOT NULL,
    episode TEXT NOT NULL,
    PRIMARY KEY (space, entity, episode)
) WITHOUT ROWID;
CREATE INDEX mention_episode ON mention (space, episode);
CREATE TABLE relates (
    space INTEGER NOT NULL,
    entity TEXT NOT NULL,
    attribute TEXT NOT NULL,
    target TEXT NOT NULL,
    probability REAL NOT NULL,
    since INTEGER NOT NULL,
    PRIMARY KEY (space, entity, attribute, target)
) WITHOUT ROWID;
CREATE INDEX relates_entity ON relates (space, entity, probability DESC);
CREATE INDEX relates_target ON relates (space, target, probability DESC);
CREATE TABLE record (
    space INTEGER NOT NULL REFERENCES space,
    seq INTEGER NOT NULL,
    type TEXT NOT NULL,
    body TEXT NOT NULL,
    actor TEXT NOT NULL,
    reason TEXT NOT NULL,
    recorded_at INTEGER NOT NULL,
    salt BLOB NOT NULL,
    hash BLOB NOT NULL,
    prev BLOB NOT NULL,
    PRIMARY KEY (space, seq)
) WITHOUT ROWID;
CREATE VIRTUAL TABLE words USING fts5 (
    tokens, tokenize = "ascii tokenchars '_'", detail = none, columnsize = 0
);
CREATE VIRTUAL TABLE vocabulary USING fts5vocab (words, row);
"""

_CHECKPOINTS = """
CREATE TABLE checkpoint (
    dimension INTEGER NOT NULL REFERENCES dimension,
    t REAL NOT NULL,                  -- days since 1970: what happened up to here is in it
    state TEXT NOT NULL,
    PRIMARY KEY (dimension, t)
);
"""

STEPS = (_FIRST, _CHECKPOINTS)
VERSION = len(STEPS)
