import TestSupport
import Testing

@testable import StateGraphSQLite

/// Tables whose triggers change rows, also while a step is undone.
@Suite struct UndoTriggerTests {
  private static let notes: SQL = """
    CREATE TABLE notes (id INTEGER PRIMARY KEY, text TEXT, changed INTEGER NOT NULL DEFAULT 0)
    """

  /// Notes with a search table, as the library proposes it.
  private static let search: [SQL] = [
    notes,
    "CREATE VIRTUAL TABLE \"notes_search\" USING fts5(text, content='notes', content_rowid='id')",
    """
    CREATE TRIGGER notes_search_insert AFTER INSERT ON notes BEGIN
      INSERT INTO notes_search (rowid, text) VALUES (new.id, new.text); END
    """,
    """
    CREATE TRIGGER notes_search_delete AFTER DELETE ON notes BEGIN
      INSERT INTO notes_search (notes_search, rowid, text) VALUES ('delete', old.id, old.text);
    END
    """,
    """
    CREATE TRIGGER notes_search_update AFTER UPDATE ON notes BEGIN
      INSERT INTO notes_search (notes_search, rowid, text) VALUES ('delete', old.id, old.text);
      INSERT INTO notes_search (rowid, text) VALUES (new.id, new.text);
    END
    """,
  ]

  @Test func `rows of a log that a trigger writes come and go with the step`() throws {
    let scene = try UndoScene([
      Self.notes,
      "CREATE TABLE audit (id INTEGER PRIMARY KEY, note INTEGER, event TEXT)",
      """
      CREATE TRIGGER n_i AFTER INSERT ON notes BEGIN
        INSERT INTO audit (note, event) VALUES (new.id, 'insert'); END
      """,
      """
      CREATE TRIGGER n_u AFTER UPDATE ON notes BEGIN
        INSERT INTO audit (note, event) VALUES (new.id, 'update'); END
      """,
      """
      CREATE TRIGGER n_d AFTER DELETE ON notes BEGIN
        INSERT INTO audit (note, event) VALUES (old.id, 'delete'); END
      """,
      "INSERT INTO notes (id, text) VALUES (1, 'a')",
    ])
    let before = try (scene.rows("notes"), scene.rows("audit"))
    try scene.write(
      "Edit",
      "UPDATE notes SET text = 'b'",
      "INSERT INTO notes (id, text) VALUES (2, 'c')"
    )
    let after = try (scene.rows("notes"), scene.rows("audit"))
    _ = try scene.undo()
    #expect(try scene.rows("notes") == before.0)
    #expect(try scene.rows("audit") == before.1)
    _ = try scene.redo()
    #expect(try scene.rows("notes") == after.0)
    #expect(try scene.rows("audit") == after.1)
  }

  @Test func `a time that a trigger sets comes back`() throws {
    let scene = try UndoScene([
      Self.notes,
      """
      CREATE TRIGGER touched AFTER UPDATE ON notes BEGIN
        UPDATE notes SET changed = old.changed + 1 WHERE id = new.id; END
      """,
      "INSERT INTO notes (id, text) VALUES (1, 'a')",
    ])
    let before = try scene.rows("notes")
    try scene.write("Edit", "UPDATE notes SET text = 'b'")
    let after = try scene.rows("notes")
    _ = try scene.undo()
    #expect(try scene.rows("notes") == before)
    _ = try scene.redo()
    #expect(try scene.rows("notes") == after)
    try scene.write("Again", "UPDATE notes SET text = 'c'")
    #expect(try scene.rows("notes")[0][2] == .integer(2), "triggers fire again")
  }

  @Test func `a search table follows an undo by its triggers`() throws {
    let scene = try UndoScene(
      Self.search + ["INSERT INTO notes (id, text) VALUES (1, 'alpha'), (2, 'beta')"]
    )
    func found(_ word: String) throws -> [Int] {
      try scene.database.fetchValues(
        Int.self,
        "SELECT rowid FROM notes_search WHERE notes_search MATCH \(word) ORDER BY rowid"
      )
    }
    try scene.write(
      "Edit",
      "UPDATE notes SET text = 'gamma' WHERE id = 1",
      "DELETE FROM notes WHERE id = 2"
    )
    #expect(try found("gamma") == [1])
    _ = try scene.undo()
    #expect(try [found("alpha"), found("beta"), found("gamma")] == [[1], [2], []])
    _ = try scene.redo()
    #expect(try [found("alpha"), found("beta"), found("gamma")] == [[], [], [1]])
    try scene.database.execute(
      "INSERT INTO notes_search (notes_search) VALUES ('integrity-check')"
    )
  }

  @Test func `a trigger that refuses a change refuses the undo`() throws {
    let scene = try UndoScene([
      Self.notes,
      """
      CREATE TRIGGER kept BEFORE DELETE ON notes BEGIN SELECT RAISE(ABORT, 'notes are kept'); END
      """,
    ])
    try scene.write("Add", "INSERT INTO notes (id, text) VALUES (1, 'a')")
    let error = try scene.expectRefusal(.constraint) { _ = try scene.undo() }
    #expect(error?.constraint?.kind == .trigger)
    try scene.database.execute("DROP TRIGGER kept")
    #expect(try scene.undo() == "Add")
  }

  @Test func `a trigger that cannot be corrected refuses the undo`() throws {
    let scene = try UndoScene(
      Self.search + [
        "INSERT INTO notes (id, text) VALUES (1, 'a')",
        """
        CREATE TRIGGER restless AFTER UPDATE ON notes WHEN new.changed = 0 BEGIN
          UPDATE notes SET changed = -1 WHERE id = new.id;
        END
        """,
      ]
    )
    try scene.write("Edit", "UPDATE notes SET text = 'b'")
    try scene.expectRefusal(.undoConflict) { _ = try scene.undo() }
    try scene.database.execute("DROP TRIGGER restless")
    #expect(try scene.undo() == "Edit")
    #expect(try scene.rows("notes") == [[.integer(1), .text("a"), .integer(0)]])
  }

  @Test func `triggers run again after an undo`() throws {
    let scene = try UndoScene([
      Self.notes,
      """
      CREATE TRIGGER t AFTER UPDATE OF text ON notes BEGIN
        UPDATE notes SET changed = changed + 1; END
      """,
      "INSERT INTO notes (id, text) VALUES (1, 'a')",
    ])
    try scene.write("Edit", "UPDATE notes SET text = 'b'")
    _ = try scene.undo()
    try scene.database.execute("UPDATE notes SET text = 'c'")
    #expect(try scene.rows("notes") == [[.integer(1), .text("c"), .integer(1)]])
  }
}
