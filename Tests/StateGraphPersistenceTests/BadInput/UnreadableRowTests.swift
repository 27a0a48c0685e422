import TestSupport
import Testing

@testable import StateGraphPersistence
@testable import StateGraphSQLite

/// Rows that receive values which their properties cannot hold, and valid values again. The
/// entities in memory must agree with a program that has just opened the file.
@Suite struct UnreadableRowTests {
  /// The connection and transaction that run a statement.
  enum Writer: CaseIterable, Sendable {
    case own, write, nestedWrite, otherThread, many, otherDatabase, stranger, withSchemaChange
  }

  /// Statements that make the row of volume 2 or of shelf a unreadable, and statements that repair
  /// it.
  static let faults: [(breaking: SQL, mending: SQL)] = [
    (
      "UPDATE volumes SET pages = 'many' WHERE id = '2'",
      "UPDATE volumes SET pages = 21 WHERE id = '2'"
    ),
    (
      "UPDATE volumes SET pages = NULL WHERE id = '2'",
      "UPDATE volumes SET pages = 21 WHERE id = '2'"
    ),
    (
      "UPDATE volumes SET title = x'00' WHERE id = '2'",
      "UPDATE volumes SET title = 'two!' WHERE id = '2'"
    ),
    (
      "UPDATE volumes SET binding = 'cloth' WHERE id = '2'",
      "UPDATE volumes SET binding = 'soft' WHERE id = '2'"
    ),
    (
      "UPDATE volumes SET weight = -1 WHERE id = '2'",
      "UPDATE volumes SET weight = 7 WHERE id = '2'"
    ),
    (
      "UPDATE volumes SET pages = 'x', shelf_id = 'b' WHERE id = '2'",
      "UPDATE volumes SET pages = 9 WHERE id = '2'"
    ),
    (
      "INSERT OR REPLACE INTO volumes VALUES ('2', 'two', 'x', 'soft', 2, 'a')",
      "UPDATE volumes SET pages = 21 WHERE id = '2'"
    ),
    ("UPDATE shelves SET size = 'x' WHERE id = 'a'", "UPDATE shelves SET size = 3 WHERE id = 'a'"),
  ]

  struct Case: Sendable {
    let fault: Int
    let writer: Writer
  }

  /// Every fault is combined with the writers whose commits take different paths, and two faults
  /// with every writer.
  static let cases = faults.indices.flatMap { fault in
    let ways: [Writer] = [.own, .many, .otherDatabase, .stranger]
    return ([0, 4].contains(fault) ? Writer.allCases : ways).map {
      Case(fault: fault, writer: $0)
    }
  }

  let directory: TemporaryDirectory
  let shelves: Shelves
  var database: Database { shelves.database }
  var path: String { directory.file("shelves.sqlite") }

  init() throws {
    directory = try TemporaryDirectory()
    shelves = try Shelves(path: directory.file("shelves.sqlite"), isNew: true)
  }

  private func write(_ sql: SQL, by writer: Writer) throws {
    switch writer {
    case .own: try database.execute(sql)
    case .write: try database.write { try database.execute(sql) }
    case .nestedWrite: try database.write { try database.write { try database.execute(sql) } }
    case .otherThread: try withThread { [database] in try database.execute(sql) }
    case .many:
      shelves.volumes.table.untyped.context.watched.rowLimit = RememberedRowLimit(rowsPerTable: 0)
      shelves.shelves.table.untyped.context.watched.rowLimit = RememberedRowLimit(rowsPerTable: 0)
      try database.execute(sql)
    case .otherDatabase:
      try Database(path: path).execute(sql)
      try database.catchUp()
    case .stranger:
      let stranger = try WriterConnection.open(DatabaseLocation(path: path))
      stranger.recordChanges(.never)
      try stranger.run(sql)
      try database.catchUp()
    case .withSchemaChange:
      try database.write {
        try database.execute(sql)
        try database.execute("CREATE TABLE IF NOT EXISTS extra (x)")
        try database.execute("DROP TABLE extra")
      }
    }
  }

  private func freshAnswers() throws -> [String] { try Shelves(path: path).answers() }

  // MARK: Agreement with the file

  @Test(arguments: cases)
  func `live nodes and reads agree with a program that has just opened the file`(
    of test: Case
  ) throws {
    let (index, writer) = (test.fault, test.writer)
    let live = LiveShelves(shelves)
    let held = (shelves.volumes.getAll(), shelves.shelves.getAll())
    let before = try freshAnswers()
    #expect(live.answers() == before)
    for round in 0..<2 {
      try write(Self.faults[index].breaking, by: writer)
      let broken = try freshAnswers()
      #expect(broken != before, "the fault is visible")
      #expect(live.answers() == broken, "broken, round \(round)")
      #expect(try shelves.answers() == broken, "broken, round \(round)")
      try write(Self.faults[index].mending, by: writer)
      let mended = try freshAnswers()
      #expect(mended != broken, "the mending is visible")
      #expect(live.answers() == mended, "mended, round \(round)")
      #expect(try shelves.answers() == mended, "mended, round \(round)")
      #expect(shelves.volumes.getAll().isIdentical(to: held.0))
      #expect(shelves.shelves.getAll().isIdentical(to: held.1))
    }
  }

  @Test(arguments: cases)
  func `an unreadable row that was never loaded is found after it is corrected`(of test: Case)
    throws
  {
    let (index, writer) = (test.fault, test.writer)
    _ = try Database(path: path).execute(Self.faults[index].breaking)
    try database.catchUp()
    let live = LiveShelves(shelves)
    #expect(try live.answers() == freshAnswers())
    try write(Self.faults[index].mending, by: writer)
    #expect(try live.answers() == freshAnswers())
    #expect(try shelves.answers() == freshAnswers())
  }

  @Test(arguments: faults.indices)
  func `inside a write everything agrees with the write, and is as before if it is undone`(
    index: Int
  ) throws {
    let live = LiveShelves(shelves)
    let held = (shelves.volumes.getAll(), shelves.shelves.getAll())
    let before = live.answers()
    try write(Self.faults[index].breaking, by: .own)
    let broken = live.answers()
    try write(Self.faults[index].mending, by: .own)
    let mended = live.answers()
    #expect(broken != before && mended != broken)
    _ = live.told.drain()
    for isNested in [false, true] {
      let undone = {
        try database.write {
          try database.execute(Self.faults[index].breaking)
          #expect(try shelves.answers() == broken)
          let outside = Recorder<[String]>()
          try withThread { [shelves] in outside.record(try shelves.answers()) }
          #expect(outside.elements == [mended])
          try database.execute(Self.faults[index].mending)
          #expect(try shelves.answers() == mended)
          throw Stop()
        }
      }
      if isNested { try database.write { try? undone() } } else { try? undone() }
      #expect(live.answers() == mended)
      #expect(live.told.elements == [])
    }
    #expect(shelves.volumes.getAll().isIdentical(to: held.0))
    #expect(shelves.shelves.getAll().isIdentical(to: held.1))
  }

  @Test(arguments: faults.indices)
  func `a write that repairs a row finds it, and its rollback makes the row unreadable again`(
    index: Int
  ) throws {
    for isLoaded in [true, false] {
      let directory = try TemporaryDirectory()
      let path = directory.file("shelves.sqlite")
      var shelves = try Shelves(path: path, isNew: true)
      let held = isLoaded ? shelves.volumes.getAll() : []
      try shelves.database.execute(Self.faults[index].breaking)
      if !isLoaded { shelves = try Shelves(path: path) }
      let broken = try Shelves(path: path).answers()
      let mended = Recorder<[String]>()
      try? shelves.database.write {
        try shelves.database.execute(Self.faults[index].mending)
        mended.record(try shelves.answers())
        let outside = Recorder<[String]>()
        try withThread { [shelves] in outside.record(try shelves.answers()) }
        #expect(outside.elements == [broken])
        throw Stop()
      }
      #expect(try shelves.answers() == broken)
      try shelves.database.execute(Self.faults[index].mending)
      #expect(try shelves.answers() == mended.elements.first)
      withExtendedLifetime(held) {
        if isLoaded { #expect(shelves.volumes.getAll().isIdentical(to: held)) }
      }
    }
  }

  @Test(arguments: faults.indices)
  func `a snapshot shows the rows that could be read when it began`(index: Int) throws {
    let held = (shelves.volumes.getAll(), shelves.shelves.getAll())
    let before = try shelves.answers()
    let broken = Recorder<[String]>()
    let sql = Self.faults[index]
    try database.read {
      #expect(try shelves.answers() == before)
      try withThread { [shelves] in
        try shelves.database.execute(sql.breaking)
        broken.record(try shelves.answers())
      }
      #expect(try shelves.answers() == before)
      #expect(shelves.volumes.getAll().isIdentical(to: held.0))
    }
    try database.read {
      #expect(try shelves.answers() == broken.elements.first)
      try withThread { [database] in try database.execute(sql.mending) }
      #expect(try shelves.answers() == broken.elements.first)
    }
    #expect(shelves.volumes.getAll().isIdentical(to: held.0))
    #expect(shelves.shelves.getAll().isIdentical(to: held.1))
  }

  // MARK: The entity

  private func volume() throws -> Volume { try #require(shelves.volumes.get(by: "2")) }

  @Test(arguments: Writer.allCases)
  func `the entity says that its row cannot be read, and keeps its values`(writer: Writer) throws {
    let held = try volume()
    let states = Recorder<Bool>()
    let subscription = withGraphTracking {
      Computed { _ in held.isUnreadable }.onChange { states.record($0) }
    }
    try write("UPDATE volumes SET pages = 'x', title = 'new' WHERE id = '2'", by: writer)
    #expect(held.isUnreadable && !held.isDeleted)
    #expect(held.pages == 20 && held.title == "two")
    #expect(shelves.logged.elements.contains { $0.contains("the property pages cannot hold") })
    try write("UPDATE volumes SET title = 'newer' WHERE id = '2'", by: writer)
    #expect(held.isUnreadable && held.title == "two")
    try write("UPDATE volumes SET pages = 21 WHERE id = '2'", by: writer)
    #expect(!held.isUnreadable)
    #expect(held.pages == 21 && held.title == "newer")
    #expect(try volume() === held)
    #expect(states.elements == [false, true, false])
    subscription.cancel()
  }

  @Test func `inside a write and in a snapshot no property shows a placeholder`() throws {
    let held = try volume()
    try database.write {
      try database.execute("UPDATE volumes SET pages = 'x', title = 'new' WHERE id = '2'")
      #expect(held.pages == 20 && held.title == "two")
      #expect(!held.isUnreadable)
    }
    try database.read {
      try withThread { [database] in
        try database.execute("UPDATE volumes SET pages = 21 WHERE id = '2'")
      }
      #expect(held.pages == 21 && held.title == "new")
    }
  }

  @Test(arguments: [20, 21], [false, true])
  func `setting the property mends the row, also to the value that memory has`(
    pages: Int,
    isInWrite: Bool
  ) throws {
    let held = try volume()
    try database.execute("UPDATE volumes SET pages = 'x' WHERE id = '2'")
    if isInWrite { try database.write { held.pages = pages } } else { held.pages = pages }
    #expect(!held.isUnreadable && held.pages == pages)
    #expect(try volume() === held)
    #expect(
      try database.rows("SELECT pages FROM volumes WHERE id = '2'").first?[0] == pages.value
    )
  }

  @Test(arguments: [false, true])
  func `a value that SQL has broken in the same write is set again`(changesMany: Bool) throws {
    if changesMany {
      shelves.volumes.table.untyped.context.watched.rowLimit = RememberedRowLimit(rowsPerTable: 0)
    }
    let held = try volume()
    try database.write {
      try database.execute("UPDATE volumes SET pages = 'x' WHERE id = '2'")
      held.pages = 20
    }
    #expect(!held.isUnreadable && held.pages == 20)
    #expect(try database.rows("SELECT pages FROM volumes WHERE id = '2'").first?[0] == 20.value)
  }

  @Test func `an unreadable row that is deleted or written over has no entity, or another`() throws
  {
    let held = try volume()
    try database.execute("UPDATE volumes SET pages = 'x' WHERE id = '2'")
    let other = Volume(id: "2", title: "other", pages: 1, binding: .soft, weight: 0)
    shelves.volumes.add(other)
    #expect(held.isDeleted && !held.isUnreadable)
    #expect(try volume() === other)
    try database.execute("UPDATE volumes SET pages = 'x' WHERE id = '2'")
    #expect(other.isUnreadable)
    try database.execute("DELETE FROM volumes WHERE id = '2'")
    #expect(other.isDeleted && !other.isUnreadable)
    #expect(try shelves.answers() == freshAnswers())
  }

  @Test func `an entity that is added and broken in one write is unreadable`() throws {
    let added = Volume(id: "5", title: "five", pages: 5, binding: .hard, weight: 5)
    try database.write {
      shelves.volumes.add(added)
      try database.execute("UPDATE volumes SET pages = 'x' WHERE id = '5'")
      #expect(shelves.volumes.get(by: "5") == nil)
      #expect(added.pages == 5)
    }
    #expect(added.isUnreadable && added.pages == 5)
    #expect(try shelves.answers() == freshAnswers())
    try database.execute("UPDATE volumes SET pages = 6 WHERE id = '5'")
    #expect(shelves.volumes.get(by: "5") === added && added.pages == 6)
  }

  @Test func `an unreadable entity that is forgotten is found again when its row is mended`() throws
  {
    let live = LiveShelves(shelves)
    do {
      let held = try volume()
      try database.execute("UPDATE volumes SET pages = 'x' WHERE id = '2'")
      #expect(held.isUnreadable)
    }
    shelves.volumes.table.recent.forgetAll()
    #expect(try live.answers() == freshAnswers())
    try database.execute("UPDATE volumes SET pages = 21 WHERE id = '2'")
    #expect(try live.answers() == freshAnswers())
    #expect(try volume().pages == 21)
  }

  @Test func `prefetching leaves out unreadable rows, and follows them`() throws {
    try database.execute("UPDATE volumes SET pages = 'x' WHERE id = '2'")
    let all = shelves.shelves.getAll()
    try all.prefetch(.many(\.$volumes))
    #expect(all.map { $0.volumes.map(\.typedID.raw) } == [["1", "3"], ["4"]])
    try database.execute("UPDATE volumes SET pages = 21 WHERE id = '2'")
    #expect(all.map { $0.volumes.map(\.typedID.raw) } == [["1", "2", "3"], ["4"]])
  }

  @Test func `many rows that go wrong in one commit are read again once`() throws {
    try database.execute(
      """
      WITH RECURSIVE n (x) AS (SELECT 10 UNION ALL SELECT x + 1 FROM n WHERE x < 2000)
      INSERT INTO volumes SELECT x, 'n', 1, 'hard', 1, 'b' FROM n
      """
    )
    let live = LiveShelves(shelves)
    let held = shelves.volumes.getAll()
    try database.execute("UPDATE volumes SET pages = 'x' WHERE length(id) > 1")
    #expect(held.count { $0.isUnreadable } == held.count - 4)
    #expect(try live.answers() == freshAnswers())
    try database.execute("UPDATE volumes SET pages = 1 WHERE length(id) > 1")
    #expect(try live.answers() == freshAnswers())
    #expect(shelves.volumes.getAll().isIdentical(to: held))
  }
}

extension EntityStore where Element: Entity {
  fileprivate var table: EntityTable<Element> {
    guard let backing = backing as? TableBacking<Element> else {
      preconditionFailure("The store is in memory.")
    }
    return backing.table
  }
}
