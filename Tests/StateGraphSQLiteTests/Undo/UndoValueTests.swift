import TestSupport
import Testing

@testable import StateGraphSQLite

/// Rows and tables of every kind come back with all their bytes.
@Suite struct UndoValueTests {
  static let literals = [
    "NULL", "0", "-9223372036854775808", "9223372036854775807", "1.0", "-0.0", "9e999", "-9e999",
    "4.9e-324", "''", "'é'", "'e\u{301}'", "'it''s'", "CAST(x'610062' AS TEXT)", "x''", "x'00ff'",
    "CAST(x'ff41' AS TEXT)", "zeroblob(3)", "'1'", "9e999 - 9e999",
  ]

  static let tables: [String] = [
    "CREATE TABLE v (id INTEGER PRIMARY KEY, a, b TEXT, c REAL, d NUMERIC, e INTEGER, f BLOB)",
    "CREATE TABLE v (id TEXT PRIMARY KEY, a, b TEXT, c REAL, d NUMERIC, e INTEGER, f BLOB)",
    """
    CREATE TABLE v (id BLOB PRIMARY KEY, a, b TEXT, c REAL, d NUMERIC, e INTEGER, f BLOB)
    WITHOUT ROWID
    """,
    "CREATE TABLE v (id, a, b TEXT, c REAL, d NUMERIC, e INTEGER, f BLOB)",
    """
    CREATE TABLE v (id INTEGER PRIMARY KEY AUTOINCREMENT, a, b TEXT, c REAL, d NUMERIC,
      e INTEGER, f BLOB)
    """,
    """
    CREATE TABLE v (id INTEGER PRIMARY KEY, a, b TEXT, c REAL, d NUMERIC, e INTEGER, f BLOB,
      g GENERATED ALWAYS AS (typeof(a)) VIRTUAL, h GENERATED ALWAYS AS (hex(a)) STORED)
    """,
  ]

  private func quoted(_ scene: UndoScene) throws -> [[SQLiteValue]] {
    try scene.database.rows(
      """
      SELECT quote(id), quote(a), hex(a), typeof(a), hex(b), typeof(b), quote(c), typeof(c),
        quote(d), typeof(d), quote(e), typeof(e), hex(f), typeof(f) FROM v ORDER BY id
      """
    ).map(\.values)
  }

  @Test(arguments: tables)
  func `every value comes back`(table: String) throws {
    let scene = try UndoScene([.raw(table)])
    let numbers = Self.literals.indices.map { $0 + 1 }
    try scene.recorder("Insert").write(in: scene.database) {
      for (number, literal) in zip(numbers, Self.literals) {
        let values = Array(repeating: literal, count: 6).enumerated().map { place, literal in
          place == 1 ? "coalesce(\(literal), 'none')" : literal
        }
        let columns = "id, a, b, c, d, e, f"
        try scene.database.execute(
          .raw("INSERT INTO v (\(columns)) VALUES (\(number), \(values.joined(separator: ", ")))")
        )
      }
    }
    let inserted = try quoted(scene)
    try scene.recorder("Update").write(in: scene.database) {
      for (number, literal) in zip(numbers, Self.literals.reversed()) {
        try scene.database.execute(
          .raw(
            "UPDATE v SET a = \(literal), c = \(literal), d = \(literal), f = \(literal) WHERE id = \(number)"
          )
        )
      }
    }
    let updated = try quoted(scene)
    try scene.write("Delete", "DELETE FROM v")
    try scene.reopen()
    _ = try scene.undo()
    #expect(try quoted(scene) == updated)
    _ = try scene.undo()
    #expect(try quoted(scene) == inserted)
    _ = try scene.undo()
    #expect(try quoted(scene) == [])
    for rows in [inserted, updated, []] {
      _ = try scene.redo()
      #expect(try quoted(scene) == rows)
    }
  }

  @Test func `an UPDATE to minus zero is undone`() throws {
    let scene = try UndoScene(["CREATE TABLE v (id INTEGER PRIMARY KEY, a, c REAL)"])
    try scene.database.execute("INSERT INTO v VALUES (1, 1.5, 1.5)")
    try scene.write("Zero", "UPDATE v SET a = \(-0.0), c = \(-0.0)")
    #expect(try scene.undo() == "Zero")
    #expect(try scene.redo() == "Zero")
  }

  @Test func `a field of 10 MB comes back`() throws {
    let scene = try UndoScene(byteLimit: 64 << 20)
    let text = String(repeating: "0123456789", count: 1 << 20)
    try scene.database.execute("UPDATE books SET title = \(text) WHERE id = 1")
    try scene.write("Shorten", "UPDATE books SET title = 'A' WHERE id = 1")
    try scene.write("Remove", "DELETE FROM books WHERE id = 1")
    try scene.reopen()
    _ = try scene.undo()
    _ = try scene.undo()
    #expect(try scene.titles.first == text)
    _ = try scene.redo()
    #expect(try scene.titles.first == "A")
  }

  @Test func `names with quotes are quoted`() throws {
    let scene = try UndoScene([
      #"CREATE TABLE "a""b;--" ("x""y" INTEGER PRIMARY KEY, "é" TEXT, "e\u{301}" TEXT)"#
    ])
    try scene.write("Insert", #"INSERT INTO "a""b;--" VALUES (1, 'a', 'b')"#)
    try scene.write("Update", #"UPDATE "a""b;--" SET "é" = 'c'"#)
    _ = try scene.undo()
    #expect(try scene.rows(#"a"b;--"#) == [[.integer(1), .text("a"), .text("b")]])
    _ = try scene.undo()
    #expect(try scene.rows(#"a"b;--"#) == [])
  }

  @Test func `AUTOINCREMENT never gives an undone number again`() throws {
    let scene = try UndoScene(["CREATE TABLE v (id INTEGER PRIMARY KEY AUTOINCREMENT, a)"])
    try scene.write("Insert", "INSERT INTO v (a) VALUES (1)")
    _ = try scene.undo()
    try scene.database.execute("INSERT INTO v (a) VALUES (2)")
    #expect(try scene.rows("v") == [[.integer(2), .integer(2)]])
  }

  @Test func `rows that exchange a UNIQUE value come back`() throws {
    let scene = try UndoScene()
    let before = try scene.rows("books")
    try scene.write(
      "Exchange",
      "UPDATE books SET rank = NULL WHERE id = 1",
      "UPDATE books SET rank = 1 WHERE id = 2",
      "UPDATE books SET rank = 2 WHERE id = 1"
    )
    let after = try scene.rows("books")
    _ = try scene.undo()
    #expect(try scene.rows("books") == before)
    _ = try scene.redo()
    #expect(try scene.rows("books") == after)
  }

  @Test func `a renumbered parent and its children come back, and nothing cascades`() throws {
    let scene = try UndoScene()
    let before = try scene.rows("books")
    try scene.write(
      "Replace author",
      "INSERT INTO authors VALUES ('austen', 'Austen')",
      "UPDATE books SET author = 'austen' WHERE author = 'jane'",
      "DELETE FROM authors WHERE id = 'jane'"
    )
    let after = try scene.rows("books")
    _ = try scene.undo()
    #expect(try scene.rows("books") == before)
    #expect(try scene.rows("authors").count == 2)
    _ = try scene.redo()
    #expect(try scene.rows("books") == after)
  }

  @Test func `rows that a cascade has deleted come back`() throws {
    let scene = try UndoScene()
    let before = try (scene.rows("authors"), scene.rows("books"))
    try scene.write("Remove", "DELETE FROM authors WHERE id = 'jane'")
    #expect(try scene.rows("books").count == 1)
    _ = try scene.undo()
    #expect(try scene.rows("authors") == before.0)
    #expect(try scene.rows("books") == before.1)
    _ = try scene.redo()
    #expect(try scene.rows("books").count == 1)
    #expect(try scene.rows("authors").count == 1)
  }

  @Test func `foreign keys are enforced after an undo, also after a refused one`() throws {
    let scene = try UndoScene()
    func isRefused() -> Bool {
      let sql: SQL = "INSERT INTO books VALUES (5, 'X', 5, 'nobody')"
      let error = DatabaseError.thrown { try scene.database.execute(sql) }
      return error?.constraint?.kind == .foreignKey
    }
    try scene.write("Add", "INSERT INTO authors VALUES ('ann', 'Ann')")
    try scene.database.execute("INSERT INTO books VALUES (4, 'Udolpho', 4, 'ann')")
    try scene.expectRefusal(.constraint) { _ = try scene.undo() }
    #expect(isRefused())
    try scene.database.execute("DELETE FROM books WHERE id = 4")
    _ = try scene.undo()
    #expect(isRefused())
  }

  @Test func `a conflict clause of the table replaces no other row`() throws {
    let scene = try UndoScene([
      "CREATE TABLE v (id INTEGER PRIMARY KEY, a UNIQUE ON CONFLICT REPLACE)"
    ])
    try scene.database.execute("INSERT INTO v VALUES (1, 'x')")
    try scene.write("Edit", "UPDATE v SET a = 'y'")
    try scene.database.execute("INSERT INTO v VALUES (2, 'x')")
    let error = try scene.expectRefusal(.constraint) { _ = try scene.undo() }
    #expect(error?.constraint?.kind == .unique)
  }
}
