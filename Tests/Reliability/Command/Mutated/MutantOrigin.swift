import StateGraphSQLite

/// The sound files from which mutants are made. SQLite reads each of them with different code.
enum MutantOrigin: String, CaseIterable {
  /// Tables, an index and the library's own tables, in a closed file.
  case bank
  /// The same tables, with the log and the index of the log that a killed program left.
  case log
  /// Views, triggers, generated columns, a partial index and an index on an expression.
  case objects
  /// A table without row IDs, small pages, and pointer-map pages.
  case clustered
  /// The statistics tables of ANALYZE, with values that are too long or invalid.
  case statistics

  var migrations: MigrationSource {
    switch self {
    case .bank, .log: BankMigrations.all
    case .objects: .list([MutantOrigin.migration(MutantOrigin.objectsSQL)])
    case .clustered: .list([MutantOrigin.migration(MutantOrigin.clusteredSQL)])
    case .statistics: .list([MutantOrigin.migration(MutantOrigin.statisticsSQL)])
    }
  }

  /// Writes to the file like the program that created it.
  func write(to database: Database, seed: UInt64) throws {
    switch self {
    case .bank, .log: try Bank(seed: seed).write(900, to: database)
    case .objects:
      try database.write {
        try database.execute("INSERT INTO items (name, price) VALUES ('new', 7)")
        try database.execute("UPDATE items SET price = price + 1 WHERE id % 3 = 0")
        try database.execute("DELETE FROM items WHERE id % 5 = 0")
      }
    case .clustered:
      try database.write {
        try database.execute("INSERT INTO pairs VALUES ('z', 'new', zeroblob(900))")
        try database.execute("DELETE FROM pairs WHERE number % 5 = 0")
      }
    case .statistics:
      try database.write {
        try database.execute("INSERT INTO facts (kind, value) VALUES (3, 'new')")
        try database.execute("UPDATE facts SET value = value || 'x' WHERE kind = 5")
      }
    }
  }

  /// Creates the file, and reads it together with the files beside it.
  func make(in directory: String, seed: UInt64) throws -> FileContents {
    let place = Place(directory: directory, seed: seed, busyTimeout: .seconds(30))
    if self == .clustered { try makeSmallPages(at: place.path) }
    let database = try place.open(migrations)
    // A fixed time makes the bytes the same in every run.
    try database.execute("UPDATE stategraph_migrations SET applied_at = '2026-01-01T00:00:00.000Z'")
    if self == .bank || self == .log {
      for number in 1..<StartingFiles.writeCount + 1 {
        try place.bank.write(number, to: database)
      }
    }
    if self == .log { _ = try database.rows("SELECT * FROM accounts") }
    if self != .log { try database.close() }
    defer { try? database.close() }
    return try FileContents(of: directory) { !$0.hasSuffix("-sharing") }
  }

  private func makeSmallPages(at path: String) throws {
    try FileContents.write([], to: path)
    let connection = try WriterConnection.open(DatabaseLocation(path: path), mode: .dryRun)
    _ = try connection.firstValue("PRAGMA page_size = 512")
    _ = try connection.firstValue("PRAGMA auto_vacuum = INCREMENTAL")
    try connection.run("CREATE TABLE first (id INTEGER PRIMARY KEY) STRICT")
  }

  private static func migration(_ sql: String) -> Migration {
    Migration(version: 1, name: "create", sql: sql)
  }
}

extension MutantOrigin {
  fileprivate static let objectsSQL = """
    CREATE TABLE items (
      id INTEGER PRIMARY KEY, name TEXT NOT NULL, price REAL NOT NULL CHECK (price > 0),
      upper_name TEXT AS (upper(name)), doubled REAL AS (price * 2) STORED
    ) STRICT;
    CREATE TABLE audits (id INTEGER PRIMARY KEY, item INTEGER, was TEXT) STRICT;
    CREATE TRIGGER items_updated AFTER UPDATE ON items BEGIN
      INSERT INTO audits (item, was) VALUES (old.id, old.name);
    END;
    CREATE TRIGGER items_deleted AFTER DELETE ON items BEGIN
      DELETE FROM audits WHERE item = old.id;
    END;
    CREATE VIEW dear AS SELECT name, doubled FROM items WHERE price > 50 ORDER BY price;
    CREATE VIEW counted AS
      WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20)
      SELECT i, (SELECT count(*) FROM items WHERE id % i = 0) FROM n;
    CREATE INDEX items_dear ON items (price) WHERE price > 20;
    CREATE INDEX items_lower ON items (lower(name), price DESC);
    WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 300)
      INSERT INTO items (name, price) SELECT printf('item %050d', i), i % 97 + 0.5 FROM n;
    """

  fileprivate static let clusteredSQL = """
    CREATE TABLE pairs (
      name TEXT NOT NULL, number TEXT NOT NULL, body BLOB, PRIMARY KEY (name, number)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX pairs_by_number ON pairs (number COLLATE NOCASE);
    WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 150)
      INSERT INTO pairs SELECT char(97 + i % 26), 'n' || i, zeroblob(i % 7 * 200) FROM n;
    DELETE FROM pairs WHERE name IN ('b', 'c', 'd');
    """

  fileprivate static let statisticsSQL = """
    CREATE TABLE facts (id INTEGER PRIMARY KEY, kind INTEGER NOT NULL, value TEXT NOT NULL) STRICT;
    CREATE INDEX facts_by_kind ON facts (kind, value);
    WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 400)
      INSERT INTO facts (kind, value) SELECT i % 11, 'value ' || i FROM n;
    ANALYZE;
    UPDATE sqlite_stat1 SET stat = (
      WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 4000)
      SELECT group_concat(9223372036854775807, ' ') FROM n
    );
    INSERT INTO sqlite_stat1 VALUES ('facts', 'nowhere', '1'), ('nowhere', NULL, ''),
      ('sqlite_schema', 'facts_by_kind', '-1 -1 -1 unordered sz=0');
    """
}
