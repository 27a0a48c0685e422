public import StateGraphSQLite

/// The tables that the tests of fixtures share.
public enum FixtureSchema {
  public static let sql: SQL = """
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

  /// One migration that creates the tables.
  public static var migrations: MigrationSource {
    .list([Migration(version: 1, name: "create", sql: sql)])
  }
}
