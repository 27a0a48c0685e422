import CSQLite
import Foundation
import Shop
import StateGraphSQLite
import TestSupport
import Testing

@testable import StateGraphTesting

/// A package with migrations and the rows of its versions.
@Suite struct MigrationCheckTests {
  private let directory: TemporaryDirectory

  private static let first = """
    CREATE TABLE users (id INTEGER PRIMARY KEY NOT NULL, name TEXT NOT NULL) STRICT;
    CREATE TABLE posts (
      id INTEGER PRIMARY KEY NOT NULL,
      user_id INTEGER REFERENCES users (id)
    ) STRICT;
    """

  init() throws {
    directory = try TemporaryDirectory()
    try directory.write("", to: "Package.swift")
    for folder in ["Migrations", "versions", "versions/1"] {
      try #require(mkdir(directory.file(folder), 0o700) == 0)
    }
    try directory.write(Self.first, to: "Migrations/0001_a.sql")
    try directory.write("{\"id\": \"@ada\", \"name\": \"Ada\"}\n", to: "versions/1/users.jsonl")
    try directory.write(
      "{\"id\": \"@p1\", \"user\": \"@ada\"}\n{\"id\": \"@p2\"}\n",
      to: "versions/1/posts.jsonl"
    )
  }

  private var check: MigrationCheck {
    MigrationCheck(
      .directory("Migrations"),
      data: "versions",
      filePath: directory.file("Tests.swift")
    )
  }

  private func problems(after sql: String, undo: String? = nil) throws -> [String] {
    try directory.write(sql, to: "Migrations/0002_b.sql")
    if let undo { try directory.write(undo, to: "Migrations/0002_b.down.sql") }
    return try check.problems()
  }

  @Test func `migrations that keep all rows pass from every version`() throws {
    let sql = "ALTER TABLE users ADD COLUMN email TEXT; CREATE INDEX posts_user ON posts (user_id);"
    let undo = "DROP INDEX posts_user; ALTER TABLE users DROP COLUMN email;"
    #expect(try problems(after: sql, undo: undo) == [])
  }

  @Test func `lost rows and lost tables are found unless they are allowed`() throws {
    let sql = "DELETE FROM posts WHERE user_id IS NULL;"
    #expect(
      try problems(after: sql)
        == ["Version 1 (0001_a.sql): The table posts has lost 1 of 2 rows."]
    )
    #expect(try check.allowing(lossOf: "posts").problems() == [])
    try #require(mkdir(directory.file("versions/2"), 0o700) == 0)
    try directory.write("{\"id\": 1, \"name\": \"Ada\"}\n", to: "versions/2/users.jsonl")
    #expect(
      try problems(after: "DROP TABLE posts;")
        == ["Version 1 (0001_a.sql): The table posts and its 2 rows are gone."]
    )
  }

  @Test func `undo SQL that restores another schema is found`() throws {
    let sql = "ALTER TABLE users ADD COLUMN email TEXT; CREATE INDEX posts_user ON posts (user_id);"
    let undo = "ALTER TABLE users DROP COLUMN email;"
    #expect(
      try problems(after: sql, undo: undo) == [
        "Version 2 (0002_b.sql): 0002_b.down.sql does not restore the index posts_user."
      ]
    )
  }

  @Test func `a migration that fails on old rows is an error`() throws {
    #expect {
      try problems(after: "CREATE UNIQUE INDEX u ON posts ((user_id IS NULL OR user_id > 0));")
    } throws: { error in
      "\(error)".hasPrefix("Migrations/0002_b.sql:1:1: The row breaks a rule of the table")
    }
  }

  @Test func `rows that do not fit their version are an error with their place`() throws {
    try directory.write("{\"id\": \"@ada\", \"nme\": \"Ada\"}\n", to: "versions/1/users.jsonl")
    #expect {
      try problems(after: "SELECT 1;")
    } throws: { error in
      "\(error)".hasPrefix("versions/1/users.jsonl:1:16: ")
    }
  }

  @Test func `a type that does not fit the newest schema is found`() throws {
    let shop = PackageRoot.path + "/Examples/Shop/Migrations"
    #expect(try MigrationCheck(.directory(shop), Customer.self, Order.self).problems() == [])
    let check = MigrationCheck(
      .directory("Migrations"),
      Customer.self,
      filePath: directory.file("Tests.swift")
    )
    #expect(try check.problems().first?.contains("The type does not fit: customers") == true)
  }

  @Test func `a released file is upgraded, and its differences are found`() throws {
    _ = try release("1.0.sqlite") { database in
      try database.execute("INSERT INTO users VALUES (1, 'Ada')")
      try database.execute("CREATE INDEX extra ON users (name)")
    }
    #expect(
      try problems(after: "ALTER TABLE users ADD COLUMN email TEXT;")
        == ["1.0.sqlite: The index extra is left over."]
    )
  }

  /// Creates the database file of a released version, and closes it.
  private func release(_ name: String, _ fill: (Database) throws -> Void) throws -> String {
    let path = directory.file("versions/" + name)
    let database = try Database(
      path: path,
      migrations: .directory(directory.file("Migrations"))
    )
    try fill(database)
    try database.close()
    return path
  }

  @Test func `a reference to nothing in a released file is found`() throws {
    let path = try release("1.0.sqlite") { try $0.execute("INSERT INTO users VALUES (1, 'Ada')") }
    var other: OpaquePointer?
    try #require(sqlite3_open(path, &other) == SQLITE_OK)
    let sql = "INSERT INTO posts VALUES (1, 1), (2, 7), (3, 8)"
    try #require(sqlite3_exec(other, sql, nil, nil, nil) == SQLITE_OK)
    sqlite3_close(other)
    #expect(
      try check.problems()
        == ["1.0.sqlite: A row of posts refers to a row of users that does not exist."]
    )
  }

  @Test func `a damaged index of a released file is found`() throws {
    try directory.write(
      Self.first + "CREATE INDEX users_name ON users (name);",
      to: "Migrations/0001_a.sql"
    )
    let path = try release("1.0.sqlite") {
      try $0.execute("INSERT INTO users VALUES (1, 'Ada Lovelace')")
    }
    #expect(try check.problems() == [])
    // The name is in the page of the table and in the page of the index. One of them gets another.
    var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    let place = try #require(bytes.range(of: Data("Ada Lovelace".utf8)))
    bytes[place.lowerBound] = UInt8(ascii: "B")
    try bytes.write(to: URL(fileURLWithPath: path))
    let problems = try check.problems()
    #expect(problems.count >= 1)
    #expect(problems.allSatisfy { $0.hasPrefix("1.0.sqlite: The file is damaged: ") })
    #expect(problems.contains { $0.contains("users_name") }, "\(problems)")
  }

  @Test func `each problem is a failure`() throws {
    try directory.write("DELETE FROM posts; DELETE FROM users;", to: "Migrations/0002_b.sql")
    let messages = Recorder<String>()
    try withKnownIssue {
      try check.expect()
    } matching: { issue in
      messages.record(issue.comments.map(\.rawValue).joined())
      return true
    }
    #expect(messages.elements.count == 2)
  }
}
