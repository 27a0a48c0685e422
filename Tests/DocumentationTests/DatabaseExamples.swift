import StateGraphPersistence
import TestSupport
import Testing

// The code of the landing page of StateGraphSQLite, as it stands there.

private func openNotes(at path: String, adding text: String) throws -> [SQLiteRow] {
  let database = try Database(
    path: path,
    migrations: .list([
      Migration(
        version: 1,
        name: "create notes",
        sql: "CREATE TABLE notes (id INTEGER PRIMARY KEY NOT NULL, text TEXT NOT NULL) STRICT"
      )
    ])
  )
  try database.write {
    try database.execute("INSERT INTO notes (text) VALUES (\(text))")
  }
  let rows = try database.rows("SELECT id, text FROM notes ORDER BY id")
  return rows
}

@Suite struct DatabaseExampleTests {
  @Test func `a file is created, and keeps its rows`() throws {
    let directory = try TemporaryDirectory()
    let path = directory.file("notes.sqlite")
    #expect(try openNotes(at: path, adding: "first").count == 1)
    #expect(try openNotes(at: path, adding: "it's \"second\"").count == 2)
  }
}
