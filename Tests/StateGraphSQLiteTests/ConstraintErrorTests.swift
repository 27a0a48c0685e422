import StateGraphSQLite
import TestSupport
import Testing

/// Which rule of the schema a statement has broken.
@Suite struct ConstraintErrorTests {
  private let database: Database

  init() throws {
    database = try Database.inMemory()
    for statement: SQL in [
      """
      CREATE TABLE users (
        id INTEGER PRIMARY KEY NOT NULL,
        email TEXT NOT NULL UNIQUE,
        first TEXT, last TEXT,
        age INTEGER CONSTRAINT adult CHECK (age >= 18),
        UNIQUE (first, last)
      ) STRICT
      """,
      """
      CREATE TABLE posts (
        id INTEGER PRIMARY KEY NOT NULL,
        author INTEGER NOT NULL REFERENCES users (id),
        title TEXT CHECK (title <> '')
      ) STRICT
      """,
      "CREATE UNIQUE INDEX by_title ON posts (lower(title))",
      "CREATE TABLE \"odd.name\" (\"a.b\" UNIQUE)",
      "CREATE TABLE pairs (a, b, PRIMARY KEY (a, b)) WITHOUT ROWID",
      """
      CREATE TRIGGER keeper BEFORE DELETE ON users BEGIN
        SELECT RAISE(ABORT, 'users are kept: failed: users.id');
      END
      """,
      "INSERT INTO users VALUES (1, 'a@example.com', 'Ada', 'Lovelace', 36)",
      "INSERT INTO posts VALUES (1, 1, 'One')",
      "INSERT INTO \"odd.name\" VALUES (1)",
      "INSERT INTO pairs VALUES (1, 2)",
    ] { try database.execute(statement) }
  }

  private func constraint(_ sql: SQL) throws -> DatabaseError.Constraint {
    let error = DatabaseError.thrown { try database.execute(sql) }
    #expect(error?.code == .constraint)
    return try #require(error?.constraint)
  }

  @Test func `a unique rule names its table and columns`() throws {
    let one = try constraint("INSERT INTO users VALUES (2, 'a@example.com', NULL, NULL, 20)")
    #expect(one.kind == .unique)
    #expect(one.table == "users")
    #expect(one.columns == ["email"])
    let two = try constraint("INSERT INTO users VALUES (2, 'b', 'Ada', 'Lovelace', 20)")
    #expect(two.kind == .unique)
    #expect(two.columns == ["first", "last"])
  }

  @Test func `a unique index on an expression has a name only`() throws {
    let found = try constraint("INSERT INTO posts VALUES (2, 1, 'ONE')")
    #expect(found.kind == .unique)
    #expect(found.name == "by_title")
    #expect(found.table == nil && found.columns.isEmpty)
  }

  @Test func `the error distinguishes a primary key from a unique column`() throws {
    let row = try constraint("INSERT INTO users VALUES (1, 'c', NULL, NULL, 20)")
    #expect(row.kind == .primaryKey)
    #expect(row.columns == ["id"])
    let pair = try constraint("INSERT INTO pairs VALUES (1, 2)")
    #expect(pair.kind == .primaryKey)
    #expect(pair.table == "pairs")
    #expect(pair.columns == ["a", "b"])
  }

  @Test(arguments: ["RESTRICT", "NO ACTION"])
  func `a refused deletion or change of a referenced row is a foreign key, whatever its action`(
    action: String
  ) throws {
    try database.execute("CREATE TABLE teams (id INTEGER PRIMARY KEY NOT NULL, code UNIQUE)")
    try database.execute(
      .raw(
        """
        CREATE TABLE members (
          team INTEGER REFERENCES teams (id) ON DELETE \(action) ON UPDATE \(action)
        )
        """
      )
    )
    try database.execute("INSERT INTO teams VALUES (1, 1)")
    try database.execute("INSERT INTO members VALUES (1)")
    #expect(try constraint("DELETE FROM teams").kind == .foreignKey)
    #expect(try constraint("UPDATE teams SET id = 2").kind == .foreignKey)
  }

  @Test func `NOT NULL, CHECK, foreign key and column type have their own kinds`() throws {
    let null = try constraint("INSERT INTO users VALUES (2, NULL, NULL, NULL, 20)")
    #expect(null.kind == .notNull)
    #expect(null.columns == ["email"])
    let check = try constraint("INSERT INTO users VALUES (2, 'd', NULL, NULL, 17)")
    #expect(check.kind == .check)
    #expect(check.name == "adult")
    #expect(try constraint("UPDATE posts SET title = ''").name == "title <> ''")
    #expect(try constraint("INSERT INTO posts VALUES (3, 99, 'x')").kind == .foreignKey)
    let type = try constraint("INSERT INTO users VALUES (2, 'e', NULL, NULL, 'old')")
    #expect(type.kind == .columnType)
    #expect(type.table == "users")
    #expect(type.columns == ["age"])
  }

  @Test func `the text of a trigger is not read as names`() throws {
    let found = try constraint("DELETE FROM users")
    #expect(found.kind == .trigger)
    #expect(found.table == nil && found.columns.isEmpty && found.name == nil)
  }

  @Test func `names with dots are left out rather than guessed`() throws {
    let found = try constraint("INSERT INTO \"odd.name\" VALUES (1)")
    #expect(found.kind == .unique)
    #expect(found.table == nil && found.columns.isEmpty)
  }

  @Test func `an error is caught by its kind`() throws {
    var caught: [String] = []
    for statement: SQL in [
      "INSERT INTO users VALUES (2, 'a@example.com', NULL, NULL, 20)",
      "INSERT INTO posts VALUES (3, 99, 'x')", "SELECT nonsense",
    ] {
      do {
        try database.execute(statement)
      } catch DatabaseError.Constraint.Kind.unique {
        caught.append("unique")
      } catch DatabaseError.Code.constraint {
        caught.append("constraint")
      } catch DatabaseError.Code.invalidSQL {
        caught.append("SQL")
      }
    }
    #expect(caught == ["unique", "constraint", "SQL"])
  }

  @Test func `an error without a broken rule has no constraint`() {
    let error = DatabaseError.thrown { try database.execute("SELECT nonsense") }
    #expect(error?.constraint == nil)
  }

  @Test func `a failed migration keeps the rule`() throws {
    let migration = Migration(
      version: 1,
      name: "0001_twice",
      sql: "CREATE TABLE t (x UNIQUE); INSERT INTO t VALUES (1), (1)"
    )
    let error = DatabaseError.thrown {
      _ = try Database.inMemory(migrations: .list([migration]))
    }
    #expect(error?.code == .migrationFailed)
    #expect(error?.constraint?.columns == ["x"])
  }
}
