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

private struct Read {
  let count: Int?
  let texts: [String]
  let noteCount: Int
  let first: String
}

private func read(_ database: Database) throws -> Read {
  let rows = try database.rows("SELECT id, text FROM notes ORDER BY id")
  struct Note: Decodable {
    let id: Int
    let text: String
  }
  let count = try database.fetchValue(Int.self, "SELECT count(*) FROM notes")
  let texts = try database.fetchValues(String.self, "SELECT text FROM notes ORDER BY id")
  let notes = try database.fetch(Note.self, "SELECT id, text FROM notes ORDER BY id")
  let first = try rows[0]["text", as: String.self]
  #expect(notes.map(\.text) == texts)
  return Read(count: count, texts: texts, noteCount: notes.count, first: first)
}

private func insertFirst(_ text: String, into database: Database) throws -> String {
  do {
    try database.execute("INSERT INTO notes (id, text) VALUES (1, \(text))")
  } catch DatabaseError.Constraint.Kind.primaryKey {
    return "The note exists."
  } catch DatabaseError.Code.busy {
    return "Another program is writing."
  }
  return "The note was inserted."
}

@Suite struct DatabaseExampleTests {
  @Test func `rows are read as Swift types, and a taken key is caught`() throws {
    let database = try Database.inMemory()
    try database.execute("CREATE TABLE notes (id INTEGER PRIMARY KEY NOT NULL, text TEXT NOT NULL)")
    #expect(try insertFirst("One", into: database) == "The note was inserted.")
    #expect(try insertFirst("Two", into: database) == "The note exists.")
    let found = try read(database)
    #expect(found.count == 1 && found.noteCount == 1)
    #expect(found.texts == ["One"] && found.first == "One")
  }

  @Test func `a file is created, and keeps its rows`() throws {
    let directory = try TemporaryDirectory()
    let path = directory.file("notes.sqlite")
    #expect(try openNotes(at: path, adding: "first").count == 1)
    #expect(try openNotes(at: path, adding: "it's \"second\"").count == 2)
  }
}
