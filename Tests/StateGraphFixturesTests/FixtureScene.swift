import Glibc
import StateGraphFixtures
import StateGraphSQLite
import TestSupport
import Testing

/// A folder with fixture files, and a database with tables to load them into.
struct FixtureScene {
  static let schema: SQL = """
    CREATE TABLE customers (
      id INTEGER PRIMARY KEY NOT NULL,
      name TEXT NOT NULL,
      email TEXT UNIQUE,
      age INTEGER CHECK (age > 0),
      manager_id INTEGER REFERENCES customers (id)
    ) STRICT;
    CREATE TABLE orders (
      id INTEGER PRIMARY KEY NOT NULL,
      customer_id INTEGER NOT NULL REFERENCES customers (id),
      note TEXT
    ) STRICT;
    CREATE TABLE order_lines (
      order_id INTEGER NOT NULL REFERENCES orders (id),
      place INTEGER NOT NULL,
      text TEXT,
      PRIMARY KEY (order_id, place)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE profiles (
      customer_id INTEGER PRIMARY KEY NOT NULL REFERENCES customers (id),
      motto TEXT
    ) STRICT;
    CREATE TABLE tags (id TEXT PRIMARY KEY NOT NULL, parent_id TEXT REFERENCES tags (id)) STRICT;
    CREATE TABLE devices (
      id BLOB PRIMARY KEY NOT NULL,
      serial UUID,
      owner_id INTEGER REFERENCES customers (id),
      size INTEGER GENERATED ALWAYS AS (length(id)) VIRTUAL
    );
    CREATE TABLE sessions (id UUID PRIMARY KEY NOT NULL, device_id BLOB REFERENCES devices (id));
    CREATE TABLE events (text TEXT NOT NULL) STRICT;
    CREATE TRIGGER no_robots BEFORE INSERT ON customers WHEN new.name = 'robot'
    BEGIN SELECT raise(ABORT, 'no robots'); END;
    """

  let directory: TemporaryDirectory
  var folder: String { directory.path + "/shop" }
  var database: String { directory.file("data.sqlite") }

  init(_ files: [String: String] = [:]) throws {
    directory = try TemporaryDirectory()
    try #require(mkdir(directory.path + "/shop", 0o700) == 0)
    for (name, text) in files { try directory.write(text, to: "shop/" + name) }
    let migrations = MigrationSource.list([
      Migration(version: 1, name: "create", sql: Self.schema)
    ])
    try Database(path: database, migrations: migrations).close()
  }

  func load() throws -> LabelNames {
    try FixtureLoader(FixtureFolder(path: folder, shownAs: "Fixtures/shop"), into: database).load()
  }

  /// The description of the error that loading throws, or an empty text.
  func failure() throws -> String {
    do {
      _ = try load()
      return ""
    } catch let error as FixtureError {
      return "\(error)"
    }
  }

  func rows(_ sql: SQL) throws -> [[SQLiteValue]] {
    let database = try Database(path: database)
    defer { try? database.close() }
    return try database.rows(sql).map { row in row.columns.indices.map { row[$0] } }
  }
}
