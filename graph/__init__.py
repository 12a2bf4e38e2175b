"""Where memory is kept: the Store seam, the SQLite and the Neo4j store, the ledger, names and times."""
