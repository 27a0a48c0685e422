import SQLiteTestSupport
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

  @Test(.search) func `a search table follows an undo by its triggers`() throws {
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

  @Test(.search) func `a trigger that cannot be corrected refuses the undo`() throws {
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

  // MARK: Counters and audit trails

  private static let counted: [SQL] = [
    "CREATE TABLE posts (id INTEGER PRIMARY KEY, count INTEGER NOT NULL DEFAULT 0)",
    "CREATE TABLE comments (id INTEGER PRIMARY KEY, post INTEGER REFERENCES posts (id))",
    """
    CREATE TRIGGER c_i AFTER INSERT ON comments BEGIN
      UPDATE posts SET count = count + 1 WHERE id = new.post; END
    """,
    """
    CREATE TRIGGER c_d AFTER DELETE ON comments BEGIN
      UPDATE posts SET count = count - 1 WHERE id = old.post; END
    """,
    "INSERT INTO posts (id) VALUES (1)", "INSERT INTO comments VALUES (1, 1)",
  ]

  private func count(_ scene: UndoScene) throws -> Int? {
    try scene.database.fetchValue(Int.self, "SELECT count FROM posts")
  }

  @Test func `a counter that triggers keep counts what others have written since`() throws {
    let scene = try UndoScene(Self.counted)
    try scene.write("Comment", "INSERT INTO comments VALUES (2, 1)")
    try scene.database.execute("INSERT INTO comments VALUES (3, 1)")
    #expect(try count(scene) == 3)
    #expect(try scene.undo() == "Comment")
    #expect(try count(scene) == 2)
    try scene.database.execute("DELETE FROM comments WHERE id = 1")
    #expect(try scene.redo() == "Comment")
    #expect(try count(scene) == 2)
    #expect(try scene.rows("comments").map { $0[0] } == [.integer(2), .integer(3)])
  }

  @Test func `a counter that the step has set itself is a conflict`() throws {
    let scene = try UndoScene(Self.counted)
    try scene.write("Set", "UPDATE posts SET count = 10")
    try scene.database.execute("UPDATE posts SET count = 11")
    try scene.expectRefusal(.undoConflict) { _ = try scene.undo() }
  }

  private static let audited: [SQL] = [
    notes, "CREATE TABLE audit (id INTEGER PRIMARY KEY, note INTEGER, event TEXT)",
    """
    CREATE TRIGGER n_u AFTER UPDATE ON notes BEGIN
      INSERT INTO audit (note, event) VALUES (new.id, new.text); END
    """,
    "INSERT INTO notes (id, text) VALUES (1, 'a')",
  ]

  @Test func `an audit trail that the log leaves out has the write, the undo and the redo`() throws
  {
    let scene = try UndoScene(Self.audited, leavingOut: ["audit"])
    try scene.write("Edit", "UPDATE notes SET text = 'b'")
    _ = try scene.undo()
    #expect(try scene.rows("notes")[0][1] == .text("a"))
    _ = try scene.redo()
    #expect(try scene.rows("notes")[0][1] == .text("b"))
    #expect(try scene.rows("audit").map { $0[2] } == [.text("b"), .text("a"), .text("b")])
  }

  @Test func `a write that changes only tables that are left out is no step`() throws {
    let scene = try UndoScene(Self.audited, leavingOut: ["audit"])
    try scene.write("Log", "INSERT INTO audit (event) VALUES ('by hand')")
    #expect(try scene.names == UndoNames())
    #expect(try scene.stepCount == 0)
  }

  @Test func `an older step with a table that is left out now does not put its rows back`() throws {
    let scene = try UndoScene(Self.audited)
    try scene.write("Edit", "UPDATE notes SET text = 'b'")
    let log = StoredUndoLog(scene.log, in: scene.database, leavingOut: ["audit"])
    #expect(try log.apply(.undo) == "Edit")
    #expect(try scene.rows("notes")[0][1] == .text("a"))
    #expect(try scene.rows("audit").map { $0[2] } == [.text("b"), .text("a")])
  }

  @Test func `an entry of the trail that refers to no row refuses the undo`() throws {
    let scene = try UndoScene(
      [
        Self.notes,
        "CREATE TABLE audit (id INTEGER PRIMARY KEY, note INTEGER REFERENCES notes (id))",
        """
        CREATE TRIGGER n_d AFTER DELETE ON notes BEGIN
          INSERT INTO audit (note) VALUES (old.id); END
        """,
      ],
      leavingOut: ["audit"]
    )
    try scene.write("Add", "INSERT INTO notes (id, text) VALUES (1, 'a')")
    let error = try scene.expectRefusal(.constraint) { _ = try scene.undo() }
    #expect(error?.constraint?.kind == .foreignKey)
  }

  @Test func `a log does not leave out a table that the file lacks`() throws {
    let scene = try UndoScene(Self.audited)
    for name in ["audits", "Audit", "stategraph_undo2"] {
      let log = StoredUndoLog("other", in: scene.database, leavingOut: [name])
      try scene.expectRefusal(.misuse) { try log.open() }
    }
  }
}
