import Foundation
import SampleDomains
import StateGraphCore
import StateGraphThreads
import TestSupport
import Testing

@testable import StateGraphPersistence

@Entity(id: Int.self, keys: .database, table: "notes")
final class TimedNote {
  @GraphStored var text: String
  @GraphStored @Column(.unique) var slug: String?
  @GraphStored var parent: TimedNote?
  @GraphStored @Column(.timestamp(.insertion)) var createdAt: Date?
  @GraphStored @Column(.timestamp(.update)) var updatedAt: Date?
  @GraphComputed(inverse: \TimedNote.parent) var children: [TimedNote]
}

/// Notes in a database whose clock a test sets.
struct TimedScene {
  let directory: TemporaryDirectory
  let database: Database
  let notes: EntityStore<TimedNote>
  let clock = Guarded(Date(timeIntervalSince1970: 1_000))
  /// The times that the library has read from the clock.
  let questions = Recorder<Date>()

  init() throws {
    directory = try TemporaryDirectory()
    var configuration = Database.Configuration()
    configuration.transactionClock = { [clock, questions] in
      let now = clock.withLock { $0 }
      questions.record(now)
      return now
    }
    database = try Database(path: directory.file("notes.sqlite"), configuration: configuration)
    try database.execute(
      """
      CREATE TABLE notes (id INTEGER PRIMARY KEY, text TEXT NOT NULL, slug TEXT UNIQUE,
        parent_id INTEGER REFERENCES notes, created_at TEXT, updated_at TEXT) STRICT
      """
    )
    try database.execute("CREATE INDEX notes_parent_id ON notes (parent_id)")
    notes = try EntityStore<TimedNote>(database)
  }

  func time(_ seconds: TimeInterval) -> Date { Date(timeIntervalSince1970: seconds) }

  func set(_ seconds: TimeInterval) { clock.withLock { $0 = time(seconds) } }

  /// The timestamps in the file, as seconds.
  func stored(_ note: TimedNote) throws -> [TimeInterval?] {
    let row = try database.rows(
      "SELECT created_at, updated_at FROM notes WHERE id = \(note.id.raw)"
    )[0]
    return try [row[0, as: Date?.self], row[1, as: Date?.self]].map { $0?.timeIntervalSince1970 }
  }
}

@Suite struct TimestampTests {
  let scene: TimedScene
  var database: Database { scene.database }
  var notes: EntityStore<TimedNote> { scene.notes }

  init() throws { scene = try TimedScene() }

  private func added(_ text: String = "a", slug: String? = nil) throws -> TimedNote {
    let note = TimedNote(text: text, slug: slug)
    try notes.insert(note)
    return note
  }

  @Test func `a new row has both times, an update changes one, and memory equals the file`() throws
  {
    let note = try added()
    #expect(try scene.stored(note) == [1_000, 1_000])
    #expect(note.createdAt == scene.time(1_000) && note.updatedAt == scene.time(1_000))
    scene.set(2_000.5)
    note.text = "b"
    #expect(try scene.stored(note) == [1_000, 2_000.5])
    #expect(note.createdAt == scene.time(1_000) && note.updatedAt == scene.time(2_000.5))
  }

  @Test func `a set that changes nothing asks no clock and writes no time`() throws {
    let note = try added()
    scene.set(2_000)
    _ = scene.questions.drain()
    let before = database.statementCounts
    note.text = "a"
    #expect((database.statementCounts - before).writes == 0)
    #expect(scene.questions.elements.isEmpty)
    #expect(try scene.stored(note) == [1_000, 1_000])
  }

  @Test func `one write has one time, and one UPDATE for each row`() throws {
    let (first, second) = (try added(), try added("b"))
    scene.set(2_000)
    _ = scene.questions.drain()
    let before = database.statementCounts
    try database.write {
      first.text = "x"
      scene.set(3_000)
      first.slug = "s"
      #expect(first.updatedAt == scene.time(2_000))
      second.text = "y"
    }
    #expect((database.statementCounts - before).writes == 2)
    #expect(scene.questions.elements.count == 1)
    #expect(try scene.stored(first) == [1_000, 2_000])
    #expect(try scene.stored(second) == [1_000, 2_000])
  }

  @Test func `times that the program sets itself are kept`() throws {
    let note = TimedNote(text: "a", createdAt: scene.time(5), updatedAt: scene.time(6))
    notes.add(note)
    #expect(try scene.stored(note) == [5, 6])
    note.updatedAt = scene.time(7)
    #expect(try scene.stored(note) == [5, 7])
    try database.write {
      note.text = "b"
      note.updatedAt = scene.time(8)
      note.slug = "s"
    }
    #expect(try scene.stored(note) == [5, 8])
    note.createdAt = scene.time(4)
    #expect(try scene.stored(note) == [4, 1_000])
  }

  @Test func `an undone write undoes its times`() throws {
    let note = try added()
    scene.set(2_000)
    #expect(throws: CancellationError.self) {
      try database.write {
        note.text = "b"
        #expect(note.updatedAt == scene.time(2_000))
        throw CancellationError()
      }
    }
    #expect(note.updatedAt == scene.time(1_000))
    try database.write {
      do {
        try database.write {
          note.text = "c"
          throw CancellationError()
        }
      } catch is CancellationError {}
      #expect(note.updatedAt == scene.time(1_000))
    }
    #expect(try scene.stored(note) == [1_000, 1_000])
  }

  @Test func `an upsert keeps the time of the insertion`() throws {
    try database.execute(
      "INSERT INTO notes (id, text, created_at, updated_at) VALUES (1, 'a', NULL, NULL)"
    )
    let first = try added("b")
    try database.execute(
      "INSERT INTO notes (id, text, created_at) VALUES (3, 'c', \(scene.time(5)))"
    )
    scene.set(2_000)
    for (id, created) in [(1, nil), (2, 1_000), (3, 5)] as [(Int, TimeInterval?)] {
      let note = TimedNote(id: id, text: "new", createdAt: scene.time(9))
      try database.write {
        try notes.upsert(note)
        #expect(note.createdAt == scene.time(created ?? 9))
      }
      #expect(try scene.stored(note) == [created ?? 9, 2_000])
      #expect(note.createdAt == scene.time(created ?? 9))
      #expect(notes.get(by: .init(id)) === note)
    }
    #expect(first.isDeleted)
  }

  @Test func `SQL and another database's commit set no time, and the object follows`() throws {
    let note = try added()
    scene.set(2_000)
    try database.execute("UPDATE notes SET text = 'sql'")
    #expect(note.text == "sql" && note.updatedAt == scene.time(1_000))
    let other = try Database(path: scene.directory.file("notes.sqlite"))
    try other.execute("UPDATE notes SET text = 'theirs', updated_at = \(scene.time(3))")
    try database.catchUp()
    #expect(note.text == "theirs" && note.updatedAt == scene.time(3))
  }

  @Test func `a child of a changed relationship is updated, and its parent is not`() throws {
    let (parent, child) = (try added(), try added("b"))
    scene.set(2_000)
    parent.$children.append(child)
    #expect(try scene.stored(child) == [1_000, 2_000])
    #expect(try scene.stored(parent) == [1_000, 1_000])
  }

  @Test func `an observer is called once with the new time`() throws {
    let note = try added()
    let times = Recorder<Date?>()
    let subscription = withGraphTracking { note.$updatedAt.onChange { times.record($0) } }
    _ = times.drain()
    scene.set(2_000)
    note.text = "b"
    #expect(times.drain() == [scene.time(2_000)])
    subscription.cancel()
  }

  // MARK: touch

  @Test func `touch sets the time of the update alone`() throws {
    let note = try added()
    scene.set(2_000)
    let report = database.explain { try? notes.touch(note) }
    #expect(report.tables.first?.updatedColumns == ["updated_at"])
    #expect(try scene.stored(note) == [1_000, 2_000])
    try database.write {
      note.text = "b"
      try notes.touch(note)
    }
    #expect(note.text == "b")
  }

  @Test
  func `touch of a new, a deleted and another database's object, and of a type without times`()
    throws
  {
    let note = try added()
    notes.delete(note.id)
    #expect(databaseError { try notes.touch(note) }?.code == .deletedEntity)
    #expect(databaseError { try notes.touch(TimedNote(text: "new")) }?.code == .misuse)
    let other = try TimedScene()
    let foreign = TimedNote(text: "x")
    try other.notes.insert(foreign)
    #expect(databaseError { try notes.touch(foreign) }?.code == .misuse)
    #expect(databaseError { try EntityStore<TimedNote>().touch(note) }?.code == .misuse)
    let social = try SocialDatabase()
    let ada = User(id: "ada", name: "Ada")
    social.users.add(ada)
    #expect(databaseError { try social.users.touch(ada) }?.code == .misuse)
  }

  @Test func `the clock of a database is that of the system by default`() throws {
    let now = Database.Configuration().transactionClock()
    #expect(abs(now.timeIntervalSinceNow) < 60)
  }
}
