import TestSupport
import Testing

@testable import StateGraphSQLite

/// Steps whose rows or tables another write has changed since.
@Suite struct UndoConflictTests {
  @Test func `a row that another write has changed is named, and nothing changes`() throws {
    let scene = try UndoScene()
    try scene.write("Edit", "UPDATE books SET title = 'A' WHERE id IN (1, 2)")
    let other = try Database(path: scene.path)
    try other.execute("UPDATE books SET title = 'Twenty', rank = 20 WHERE id = 2")
    let error = try scene.expectRefusal(.undoConflict) { _ = try scene.undo() }
    let conflict = try #require(error?.cause as? UndoConflict)
    #expect(conflict.table == "books")
    #expect(conflict.keyColumns == ["id"])
    #expect(conflict.key == [.integer(2)])
    #expect("\(error as Any)".contains("books with the key id"))
    for value in ["Persuasion", "Twenty", "20"] {
      #expect(error?.description.contains(value) == false)
    }
  }

  @Test func `a step can be undone when its row is changed back`() throws {
    let scene = try UndoScene()
    try scene.write("Edit", "UPDATE books SET title = 'A' WHERE id IN (1, 2)")
    try scene.database.execute("UPDATE books SET title = 'B' WHERE id = 2")
    try scene.expectRefusal(.undoConflict) { _ = try scene.undo() }
    #expect(try scene.names == UndoNames(undo: "Edit"))
    try scene.database.execute("UPDATE books SET title = 'A' WHERE id = 2")
    #expect(try scene.undo() == "Edit")
    #expect(try scene.titles == ["Emma", "Persuasion", "Frankenstein"])
  }

  @Test func `a redo is refused for a changed row, and possible when it is changed back`() throws {
    let scene = try UndoScene()
    try scene.write("Edit", "UPDATE books SET title = 'A' WHERE id = 1")
    _ = try scene.undo()
    try scene.database.execute("UPDATE books SET title = 'B' WHERE id = 1")
    try scene.expectRefusal(.undoConflict) { _ = try scene.redo() }
    try scene.database.execute("UPDATE books SET title = 'Emma' WHERE id = 1")
    #expect(try scene.redo() == "Edit")
    #expect(try scene.titles == ["A", "Persuasion", "Frankenstein"])
  }

  @Test(arguments: [
    "DELETE FROM books WHERE id = 1", "UPDATE books SET id = 7 WHERE id = 1",
    "INSERT INTO books (id) VALUES (8)", "UPDATE books SET title = CAST(title AS BLOB)",
  ])
  func `a row that appeared, disappeared or changed its type is a conflict`(sql: String) throws {
    let scene = try UndoScene()
    try scene.database.execute("INSERT INTO books VALUES (8, 'Lodore', 8, 'mary')")
    try scene.write(
      "Edit",
      "UPDATE books SET title = 'A' WHERE id = 1",
      "DELETE FROM books WHERE id = 8"
    )
    try scene.database.execute(.raw(sql))
    try scene.expectRefusal(.undoConflict) { _ = try scene.undo() }
  }

  @Test func `a later change of another column is no conflict, and stays`() throws {
    let scene = try UndoScene()
    try scene.write("Edit", "UPDATE books SET title = 'A' WHERE id = 1")
    try scene.database.execute("UPDATE books SET rank = 10 WHERE id = 1")
    let row = { (title: String, rank: Int64) -> [SQLiteValue] in
      [.integer(1), .text(title), .integer(rank), .text("jane")]
    }
    #expect(try scene.undo() == "Edit")
    #expect(try scene.rows("books")[0] == row("Emma", 10))
    try scene.database.execute("UPDATE books SET rank = 11 WHERE id = 1")
    #expect(try scene.redo() == "Edit")
    #expect(try scene.rows("books")[0] == row("A", 11))
  }

  @Test func `a later change of a row that the step has inserted is a conflict`() throws {
    let scene = try UndoScene()
    try scene.write("Add", "INSERT INTO books (id, title) VALUES (4, 'Udolpho')")
    try scene.database.execute("UPDATE books SET rank = 4 WHERE id = 4")
    try scene.expectRefusal(.undoConflict) { _ = try scene.undo() }
  }

  @Test func `a generated column follows the columns of both writes`() throws {
    let scene = try UndoScene([
      "CREATE TABLE g (id INTEGER PRIMARY KEY, a, b, s AS (a || b) STORED, v AS (b || a) VIRTUAL)",
      "INSERT INTO g (id, a, b) VALUES (1, 'a', 'b')",
    ])
    try scene.write("Edit", "UPDATE g SET a = 'A'")
    try scene.database.execute("UPDATE g SET b = 'B'")
    #expect(try scene.undo() == "Edit")
    let values = { (a: String) -> [[SQLiteValue]] in
      [[.integer(1), .text(a), .text("B"), .text(a + "B"), .text("B" + a)]]
    }
    #expect(try scene.rows("g") == values("a"))
    #expect(try scene.redo() == "Edit")
    #expect(try scene.rows("g") == values("A"))
  }

  @Test func `changes of other rows are no conflict`() throws {
    let scene = try UndoScene()
    try scene.write("Edit", "UPDATE books SET title = 'A' WHERE id = 1")
    try scene.database.execute("UPDATE books SET title = 'B' WHERE id = 2")
    #expect(try scene.undo() == "Edit")
    #expect(try scene.titles == ["Emma", "B", "Frankenstein"])
  }

  @Test func `a conflict names all columns of a composite key, and a rowid`() throws {
    let scene = try UndoScene([
      "CREATE TABLE w (a TEXT, b INTEGER, v, PRIMARY KEY (a, b)) WITHOUT ROWID",
      "CREATE TABLE n (rowid, v)",
    ])
    try scene.write("W", "INSERT INTO w VALUES ('x', 1, 2)")
    try scene.database.execute("UPDATE w SET v = 3")
    let pair = try scene.expectRefusal(.undoConflict) { _ = try scene.undo() }
    #expect((pair?.cause as? UndoConflict)?.keyColumns == ["a", "b"])
    #expect((pair?.cause as? UndoConflict)?.key == [.text("x"), .integer(1)])
    try scene.write("N", "INSERT INTO n VALUES (5, 5)")
    try scene.database.execute("DELETE FROM n")
    let row = try scene.expectRefusal(.undoConflict) { _ = try scene.undo() }
    #expect((row?.cause as? UndoConflict)?.keyColumns == ["_rowid_"])
    #expect((row?.cause as? UndoConflict)?.key == [.integer(1)])
  }

  @Test func `a row that another row refers to since is not removed`() throws {
    let scene = try UndoScene()
    try scene.write("Add", "INSERT INTO authors VALUES ('ann', 'Ann')")
    try scene.database.execute("INSERT INTO books VALUES (4, 'Udolpho', 4, 'ann')")
    let error = try scene.expectRefusal(.constraint) { _ = try scene.undo() }
    #expect(error?.constraint?.kind == .foreignKey)
    try scene.database.execute("UPDATE books SET author = NULL WHERE id = 4")
    #expect(try scene.undo() == "Add")
    #expect(try scene.rows("books").count == 4)
  }

  @Test func `a row does not come back whose parent is gone`() throws {
    let scene = try UndoScene()
    try scene.write("Remove", "DELETE FROM books WHERE id = 3")
    try scene.database.execute("DELETE FROM authors WHERE id = 'mary'")
    let error = try scene.expectRefusal(.constraint) { _ = try scene.undo() }
    #expect(error?.constraint?.kind == .foreignKey)
    try scene.database.execute("INSERT INTO authors VALUES ('mary', 'M.')")
    #expect(try scene.undo() == "Remove")
  }

  @Test func `a UNIQUE value that another row has taken is refused`() throws {
    let scene = try UndoScene()
    try scene.write("Move", "UPDATE books SET rank = 10 WHERE id = 1")
    try scene.database.execute("INSERT INTO books (id, rank) VALUES (4, 1)")
    let error = try scene.expectRefusal(.constraint) { _ = try scene.undo() }
    #expect(error?.constraint?.kind == .unique)
    try scene.database.execute("DELETE FROM books WHERE id = 4")
    #expect(try scene.undo() == "Move")
  }

  @Test(arguments: [
    "ALTER TABLE books ADD COLUMN year INTEGER", "ALTER TABLE books DROP COLUMN title",
    "ALTER TABLE books RENAME COLUMN title TO name", "ALTER TABLE books RENAME TO volumes",
    "DROP TABLE books",
    """
    CREATE TABLE new (id TEXT PRIMARY KEY, title TEXT, rank INTEGER UNIQUE, author TEXT);
    INSERT INTO new SELECT * FROM books; DROP TABLE books; ALTER TABLE new RENAME TO books
    """,
  ])
  func `after a change of the schema a step is refused and kept`(script: String) throws {
    let scene = try UndoScene()
    try scene.write("Edit", "UPDATE books SET title = 'A' WHERE id = 1")
    for statement in script.split(separator: ";") {
      try scene.database.execute(.raw(String(statement)))
    }
    let error = try scene.expectRefusal(.schemaMismatch) { _ = try scene.undo() }
    #expect(error?.message.contains("books") == true)
    #expect(try scene.names == UndoNames(undo: "Edit"))
    try scene.reopen()
    try scene.expectRefusal(.schemaMismatch) { _ = try scene.undo() }
  }

  @Test func `a change of the schema that is taken back makes the step usable again`() throws {
    let scene = try UndoScene()
    try scene.write("Edit", "UPDATE books SET title = 'A' WHERE id = 1")
    try scene.database.execute("ALTER TABLE books RENAME TO volumes")
    try scene.expectRefusal(.schemaMismatch) { _ = try scene.undo() }
    try scene.database.execute("ALTER TABLE volumes RENAME TO books")
    #expect(try scene.undo() == "Edit")
    #expect(try scene.titles == ["Emma", "Persuasion", "Frankenstein"])
  }

  @Test func `an index and another table leave a step usable`() throws {
    let scene = try UndoScene()
    try scene.write("Edit", "UPDATE books SET title = 'A' WHERE id = 1")
    try scene.database.execute("CREATE INDEX i ON books (title)")
    try scene.database.execute("CREATE TABLE other (id INTEGER PRIMARY KEY)")
    #expect(try scene.undo() == "Edit")
    try scene.write("Other", "INSERT INTO other VALUES (1)")
    #expect(try scene.undo() == "Other")
    #expect(try scene.rows("other") == [])
  }
}
