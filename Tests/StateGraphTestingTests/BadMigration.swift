/// A file beside a correct migration of the table `items`, and the error with which each test that
/// uses the migrations fails.
struct BadMigration: CustomStringConvertible, Sendable {
  let description: String
  let name: String
  let sql: String
  /// The beginning of the error.
  let error: String

  static let all = [
    BadMigration(
      description: "an error of syntax",
      name: "0002_b.sql",
      sql: "CREATE TABLE b (id); INSRT;",
      error: "Migrations/0002_b.sql:1:22: SQLite refused the statement: near \"INSRT\""
    ),
    BadMigration(
      description: "a migration that fails half way",
      name: "0002_b.sql",
      sql: """
        -- é
        CREATE TABLE b (id INTEGER NOT NULL); /* é */ INSERT INTO b VALUES (1);
        INSERT INTO b
          VALUES (NULL);
        """,
      error: "Migrations/0002_b.sql:3:1: "
    ),
    BadMigration(
      description: "a statement behind a comment",
      name: "0002_b.sql",
      sql: "/* é */ INSERT INTO absent VALUES (1);",
      error: "Migrations/0002_b.sql:1:9: SQLite refused the statement: no such table: absent"
    ),
    BadMigration(
      description: "a reference to nothing",
      name: "0002_b.sql",
      sql: "CREATE TABLE b (a REFERENCES items (id)); INSERT INTO b VALUES (7);",
      error: "Migrations/0002_b.sql:1:1: "
    ),
    BadMigration(
      description: "the end of the transaction",
      name: "0002_b.sql",
      sql: "CREATE TABLE b (id);\n  COMMIT;",
      error: "Migrations/0002_b.sql:2:3: "
    ),
    BadMigration(
      description: "a name without a number",
      name: "b.sql",
      sql: "",
      error: "Migrations/b.sql:1:1: b.sql is not the name of a migration"
    ),
    BadMigration(
      description: "a number twice",
      name: "0001_b.sql",
      sql: "",
      error: "Migrations/0001_b.sql:1:1: "
    ),
    BadMigration(
      description: "undo SQL of nothing",
      name: "0007_c.down.sql",
      sql: "",
      error: "Migrations/0007_c.down.sql:1:1: "
    ),
  ]
}
