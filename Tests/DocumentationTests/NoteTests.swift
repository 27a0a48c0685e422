import Foundation
import StateGraphPersistence
import TestSupport
import Testing

// The code of the article "Testing an app", as it stands there.

func emptyList() throws -> NoteList {
  let database = try Database.temporary()
  try database.createTables(for: Note.self)
  return try NoteList(database)
}

func differences(_ migrations: MigrationSource) throws -> [SchemaDifference] {
  let database = try Database.temporary(migrations: migrations)
  return try database.schemaDifferences(for: Note.self)
}

@Suite struct NoteTests {
  @Test func `a note that is done leaves the list`() throws {
    let list = try emptyList()
    try list.add("Water the plants")
    let counts = Recorder<Int>()
    let subscription = withGraphTracking {
      list.open.onChange { counts.record($0.count) }
    }
    try list.finish(0)
    #expect(counts.elements == [1, 0])
    subscription.cancel()
  }

  @Test func `renaming a note does not call the list`() throws {
    let list = try emptyList()
    try list.add("Water the plants")
    let note = try #require(try list.open.fetchFirst())
    let subscription = withGraphTracking {
      list.open.onChange { _ in }
      note.$text.onChange { _ in }
    }
    let report = list.database.explain { note.text = "Water all plants" }
    #expect(report.wakes(only: note.$text))
    subscription.cancel()
  }

  @Test func `the migration of the article fits the type`() throws {
    #expect(try differences(.directory(NoteMigrations.written())).isEmpty)
  }

  @Test func `a list is read by one SELECT`() throws {
    let list = try emptyList()
    let database = list.database
    try list.add("Water the plants")
    let before = database.statementCounts.reads
    let count = try list.open.fetch().count
    #expect(count == 1 && database.statementCounts.reads - before == 1)
  }

  @Test func `a refused set is reported`() throws {
    var configuration = Database.Configuration()
    configuration.onWriteFailure = { error in Issue.record(error) }
    let strict = try Database.temporary(configuration: configuration)
    try strict.createTables(for: Note.self)
    let list = try NoteList(strict)
    try list.add("Water the plants")
    try list.finish(7)
    #expect(try list.open.fetchCount() == 1)
  }
}
