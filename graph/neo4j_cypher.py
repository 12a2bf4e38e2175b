"""What the Neo4j store sends when it writes, and the rows that each statement takes.

User text is only ever a parameter; labels and relationship types are fixed. No relationship is merged, and nothing is
set to what is computed from its old value before its node is held: for those Cypher takes two locks on a node where a
plain SET takes one, and two writers that take them in turn deadlock.
"""

from __future__ import annotations

from . import neo4j_values as rows

STANDING = ("count", "head", "state", "stamp", "relation")
WORDS = len(rows.DELTA)  # after the row of a delta: its words, and whether it is retracted
PARENTS = rows.DELTA.index("derived_from")
MESSAGE_ID = rows.DELTA.index("message")

TAKE_UP = (
    "MATCH (s:Space {name: $space}) MATCH (p:Pen {space: $space, id: $pen}) SET p.mark = $mark, p.used = timestamp() "
    "WITH s RETURN [s.control, s.head, s.generation]"
)
OPEN = (
    "MERGE (s:Space {name: $space}) "
    "ON CREATE SET s.control = 0, s.head = $head, s.generation = 0, s.opened_by = $mark RETURN s.opened_by = $mark"
)
# Its lock on the space keeps a pen from being made while a control record is on its way, which would not know it.
MAKE = (
    "MATCH (s:Space {name: $space}) SET s.held = $mark "
    "MERGE (p:Pen {space: $space, id: $pen}) SET p.mark = $mark, p.used = timestamp() "
    "WITH s RETURN [s.control, s.head, s.generation]"
)
TAKE_ALL = (
    "MATCH (s:Space {name: $space}) SET s.held = $mark WITH s "
    "MATCH (p:Pen {space: $space}) WHERE p.id IS NOT NULL WITH p ORDER BY p.id SET p.held = $mark "
    "WITH p WHERE p.used < timestamp() - $idle DELETE p"
)
COMMITTED = "MATCH (p:Pen {space: $space, id: $pen}) SET p.used = timestamp() WITH p WHERE p.mark = $mark RETURN p.mark"
ENTITIES = (
    "UNWIND $items AS x MERGE (e:Entity {space: $space, id: x[0]}) "
    "ON CREATE SET e.key = x[1], e.name = x[2], e.type = x[3], e.key_hash = x[4]"
)
MENTIONS = (
    "MATCH (p:Episode {space: $space, id: $episode}) SET p.held = $mark WITH p UNWIND $items AS id "
    "MATCH (e:Entity {space: $space, id: id}) WHERE NOT EXISTS { (p)-[:MENTIONS]->(e) } CREATE (p)-[:MENTIONS]->(e)"
)
HOLD = (
    "UNWIND $items AS x MATCH (e:Entity {space: $space, id: x[1]}) "
    "MERGE (d:Dimension {space: $space, id: x[0]}) "
    "ON CREATE SET d.entity = x[1], d.attribute = x[2], d.name = x[3], d.relation = x[4], d.count = 0, d.stamp = '', "
    "d.documents = 0, d.tokens = 0, d.indexed = 0 "
    "SET d.held = $mark "
    "FOREACH (_ IN CASE WHEN EXISTS { (d)<-[:HAS]-() } THEN [] ELSE [1] END | CREATE (e)-[:HAS]->(d)) "
    f"WITH d RETURN collect({rows.columns('d', rows.DIMENSION)})"
)
COUNT_IN = (
    "d.documents = CASE WHEN d.indexed = $generation THEN d.documents ELSE 0 END + {documents}, "
    "d.tokens = CASE WHEN d.indexed = $generation THEN d.tokens ELSE 0 END + {tokens}, d.indexed = $generation"
)
PROPERTIES = (
    f"space: $space, {rows.properties('x', rows.DELTA)}, words: x[{WORDS}], retracted: x[{WORDS + 1}], "
    f"at: {rows.moment('x', rows.DELTA, 'at_micros')}, recorded_at: {rows.moment('x', rows.DELTA, 'recorded_micros')}"
)
# One dimension: [id, [] or [what stands], [] or [what is shown], deltas, documents, tokens].
REVISE = (
    "UNWIND $items AS k MATCH (d:Dimension {space: $space, id: k[0]}) "
    f"FOREACH (x IN k[1] | SET {rows.assignments('d', 'x', STANDING)}) "
    f"FOREACH (x IN k[2] | SET {rows.assignments('d', 'x', rows.SNAPSHOT)}, "
    "d.probability = x[2][0], "
    f"d.cached_at = CASE WHEN x[{rows.SNAPSHOT.index('as_of_micros')}] IS NOT NULL "
    f"THEN {rows.moment('x', rows.SNAPSHOT, 'as_of_micros')} END) "
    f"FOREACH (_ IN CASE WHEN k[4] > 0 THEN [1] ELSE [] END | SET {COUNT_IN.format(documents='k[4]', tokens='k[5]')}) "
    f"FOREACH (x IN k[3] | CREATE (:Delta {{{PROPERTIES}}})-[:REVISES]->(d))"
)
PASSED_NO_MORE = (
    "UNWIND $items AS x MATCH (:Dimension {space: $space, id: x[0]})-[:PASSED]->(c:Checkpoint) WHERE c.t > x[1] "
    "DETACH DELETE c"
)
PASSED = (
    "UNWIND $items AS x MATCH (d:Dimension {space: $space, id: x[0]}) "
    "CREATE (d)-[:PASSED]->(:Checkpoint {space: $space, t: x[1], state: x[2]})"
)
FILL = (
    "UNWIND $items AS k MATCH (d:Dimension {space: $space, id: k[0]}) MATCH (n:Delta {space: $space, id: k[1][0]}) "
    f"WITH d, n, k[1] AS x SET n += {{{PROPERTIES}}} CREATE (n)-[:REVISES]->(d)"
)
LOOK_UP = (
    "UNWIND $items AS id MATCH (x:Delta {space: $space, id: id}) OPTIONAL MATCH (x)-[:REVISES]->(d:Dimension) "
    f"RETURN collect([d.id, d.entity, d.attribute, {rows.columns('x', rows.DELTA)}])"
)
CITED = (
    "UNWIND $items AS id MATCH (x:Delta {space: $space, id: id}) WHERE NOT EXISTS { (x)-[:REVISES]->() } "
    "RETURN collect(x.id)"
)
CITE = (
    "UNWIND $items AS i MATCH (c:Delta {space: $space, id: i[1]}) MERGE (p:Delta {space: $space, id: i[0]}) "
    "FOREACH (_ IN CASE WHEN EXISTS { (p)-[:REVISES]->() } THEN [] ELSE [1] END | SET p.awaited = true) "
    "CREATE (c)-[:DERIVED_FROM]->(p) WITH p WHERE EXISTS { (p)-[:REVISES]->() } RETURN collect(p.id)"
)
STILL = (
    "UNWIND $items AS id MATCH (p:Delta {space: $space, id: id}) SET p.awaited = true "
    "WITH p WHERE EXISTS { (p)-[:REVISES]->() } RETURN collect(p.id)"
)
SAY = (
    "UNWIND $items AS x MATCH (n:Delta {space: $space, id: x[0]}) MATCH (m:Message {space: $space, id: x[1]}) "
    "CREATE (n)-[:SAID_IN]->(m)"
)
RETRACTED = (
    "UNWIND $items AS id MATCH (r:Record {space: $space, about: id}) WITH id, r ORDER BY r.seq "
    "WITH id, collect(r.type) AS types WHERE types[-1] = 'retraction' RETURN collect(id)"
)
RECORD = (
    "MATCH (s:Space {name: $space}) SET s.control = $row[0], s.head = $row[7] "
    f"CREATE (:Record {{space: $space, {rows.properties('$row', rows.RECORD)}, about: $about, "
    f"recorded_at: {rows.moment('$row', rows.RECORD, 'recorded_micros')}}}) "
    "WITH s MATCH (x:Delta {space: $space, id: $about}) SET x.retracted = $row[1] = 'retraction'"
)
NEW = "CASE WHEN old IS NULL THEN 1 ELSE 0 END"
INDEX = {
    kind: f"UNWIND $items AS x MATCH (n:{label} {{space: $space, id: x[0]}}){way} "
    "WITH x, n, d, CASE WHEN n.words STARTS WITH $token THEN size(split(n.words, ' ')) - 1 END AS old "
    f"SET n.words = x[1], {COUNT_IN.format(documents=NEW, tokens='x[2] - coalesce(old, 0)')}"
    for kind, label, way in (
        ("delta", "Delta", "-[:REVISES]->(d:Dimension)"),
        ("message", "Message", "<-[:CONTAINS]-(d:Episode)"),
    )
}
_RELATED = (
    "r.probability = y[1], r.since_micros = y[2], r.since = datetime({epochMillis: 0}) + duration({microseconds: y[2]})"
)
RELATE = (
    "UNWIND $items AS x MATCH (e:Entity {space: $space, id: x[0]}) "
    "CALL (e, x) { MATCH (e)-[r:RELATES {attribute: x[1]}]->(t:Entity) WHERE NOT t.id IN x[2] DELETE r } "
    "CALL (e, x) { UNWIND x[3] AS y MATCH (t:Entity {space: $space, id: y[0]}) "
    "OPTIONAL MATCH (e)-[old:RELATES {attribute: x[1]}]->(t) "
    f"FOREACH (r IN CASE WHEN old IS NULL THEN [] ELSE [old] END | SET {_RELATED}) "
    "FOREACH (_ IN CASE WHEN old IS NULL THEN [1] ELSE [] END | "
    f"CREATE (e)-[r:RELATES {{space: $space, attribute: x[1]}}]->(t) SET {_RELATED}) }}"
)
EPISODE = (
    "MERGE (e:Episode {space: $space, id: $row[0]}) ON CREATE SET "
    f"{rows.assignments('e', '$row', rows.EPISODE)}, e.at = {rows.moment('$row', rows.EPISODE, 'at_micros')}, "
    f"e.until = {rows.moment('$row', rows.EPISODE, 'until_micros')}, e.documents = 0, e.tokens = 0, e.indexed = 0"
)
MESSAGES = (
    "MATCH (e:Episode {space: $space, id: $episode}) UNWIND $items AS x "
    f"CREATE (e)-[:CONTAINS {{position: x[0]}}]->(m:Message {{space: $space, {rows.properties('x[1]', rows.MESSAGE)}, "
    f"position: x[0], at: {rows.moment('x[1]', rows.MESSAGE, 'at_micros')}, "
    f"recorded_at: {rows.moment('x[1]', rows.MESSAGE, 'recorded_micros')}}}) "
    "WITH m MATCH (x:Delta {space: $space, episode: $episode}) WHERE x.message = m.id CREATE (x)-[:SAID_IN]->(m)"
)
