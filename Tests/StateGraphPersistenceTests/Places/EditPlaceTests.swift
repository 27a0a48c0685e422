import TestSupport
import Testing

@testable import StateGraphPersistence
@testable import StateGraphSQLite

/// A change of the relationships of a shelf, in each form that the library offers.
private enum RelationshipChange: CaseIterable, Sendable {
  case append, appendMany, insert, remove, swap, arrayAppend, arrayRemove, arraySwap
}

/// A shelf with volumes whose keys are strange texts, some of them in its relationships.
private struct EditScene: PlacedScene {
  let path: String
  let kind: RelationshipChange
  /// How many links ``RelationshipChange/appendMany`` adds.
  let count: Int
  let database: Database
  let shelves: EntityStore<BookRack>
  let volumes: EntityStore<Tome>

  init(path: String, _ kind: RelationshipChange, count: Int = 0) throws {
    (self.path, self.kind, self.count) = (path, kind, count)
    database = try Database(path: path)
    try database.createTables(for: BookRack.self, Tome.self, Padlock.self, Placing.self)
    shelves = try EntityStore<BookRack>(database)
    volumes = try EntityStore<Tome>(database)
    _ = (try EntityStore<Padlock>(database), try EntityStore<Placing>(database))
  }

  /// Adds the shelf and the volumes, and puts the first four volumes on the shelf.
  func fill() throws {
    try database.write {
      let shelf = BookRack(id: "s")
      shelves.add(shelf)
      let made = StrangeText.all.map { Tome(id: .init($0), title: "", shelf: nil) }
      volumes.add(made)
      shelf.placed = Array(made[..<4])
      shelf.volumes = Array(made[..<4])
    }
  }

  func opened() throws -> EditScene { try EditScene(path: path, kind, count: count) }

  /// The labels of the placed volumes, of the members, and of the linked volumes without an order.
  func answers() throws -> [String] {
    guard let shelf = shelves.get(by: "s") else { return [] }
    return [shelf.placed, shelf.volumes, shelf.known].map { volumes in
      let labels = volumes.map { StrangeText.label($0.typedID.raw) }
      return labels.count > 20
        ? "\(labels.count): \(labels.prefix(6)) \(labels.suffix(2))"
        : labels.joined(separator: " ")
    }
  }

  func volume(_ index: Int) throws -> Tome {
    try #require(volumes.get(by: .init(StrangeText.all[index])))
  }

  func change() throws {
    let shelf = try #require(shelves.get(by: "s"))
    let (first, fourth, last) = (try volume(0), try volume(3), try volume(5))
    try database.write {
      switch kind {
      case .append:
        shelf.$placed.append(last)
        shelf.$volumes.append(last)
      case .appendMany:
        // A link for each of so many keys of a megabyte would fill the disk.
        let many = Array(repeating: try volume(4), count: count)
        shelf.$placed.append(contentsOf: many)
        shelf.$volumes.append(contentsOf: many)
      case .insert:
        shelf.$placed.insert(last, at: 1)
        shelf.$volumes.insert(last, at: 0)
      case .remove:
        shelf.$placed.remove(fourth)
        shelf.$volumes.remove(fourth)
      case .swap: shelf.$placed.swapAt(0, 3)
      case .arrayAppend:
        shelf.placed.append(last)
        shelf.volumes.append(last)
      case .arrayRemove:
        shelf.placed.removeAll { $0 === fourth }
        shelf.volumes.removeAll { $0 === fourth }
      case .arraySwap:
        shelf.placed[0] = fourth
        shelf.placed[3] = first
      }
    }
  }

  var changeOfStranger: [SQL] {
    let (first, fourth, last) = (StrangeText.all[0], StrangeText.all[3], StrangeText.all[5])
    let place: (String, String) -> SQL = { volume, place in
      """
      INSERT INTO placings (shelf_id, tome_id, place) SELECT 's', \(volume), \(SQL.raw(place))
      FROM placings
      """
    }
    let join: SQL = "UPDATE tomes SET shelf_id = 's' WHERE id = \(last)"
    switch kind {
    case .append, .arrayAppend: return [place(last, "max(place) + 1"), join]
    case .appendMany:
      if count == 0 { return [] }
      let many = StrangeText.all[4]
      return [
        """
        WITH RECURSIVE n (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < \(count))
        INSERT INTO placings (shelf_id, tome_id, place)
        SELECT 's', \(many), (SELECT max(place) FROM placings) + x FROM n
        """, "UPDATE tomes SET shelf_id = 's' WHERE id = \(many)",
      ]
    case .insert:
      return ["UPDATE placings SET place = place * 10", place(last, "min(place) + 1"), join]
    case .remove, .arrayRemove:
      return [
        "DELETE FROM placings WHERE tome_id = \(fourth)",
        "UPDATE tomes SET shelf_id = NULL WHERE id = \(fourth)",
      ]
    case .swap, .arraySwap:
      return [
        """
        UPDATE placings SET tome_id = iif(tome_id = \(first), \(fourth), \(first))
        WHERE tome_id IN (\(first), \(fourth))
        """
      ]
    }
  }

  /// The answers before the change and after it.
  var expected: (before: [String], after: [String]) {
    let before = ["<0> <1> <2> <3>", "<0> <1> <2> <3>", "<0> <1> <2> <3>"]
    let with = "<0> <1> <2> <3> <5>"
    let after =
      switch kind {
      case .append, .arrayAppend: [with, with, with]
      case .appendMany where count == 0: before
      case .appendMany: many
      case .insert: ["<0> <5> <1> <2> <3>", with, with]
      case .remove, .arrayRemove: ["<0> <1> <2>", "<0> <1> <2>", "<0> <1> <2>"]
      case .swap, .arraySwap: ["<3> <1> <2> <0>", before[1], before[2]]
      }
    return (before, after)
  }

  /// The answers after ``RelationshipChange/appendMany``. The key <4> is before the key <3>.
  private var many: [String] {
    let (byPlace, byKey) = ("<0> <1> <2> <3> <4>", "<0> <1> <2> <4> <3>")
    if count == 1 { return [byPlace, byKey, byKey] }
    let start = ["<0>", "<1>", "<2>"]
    return [
      "\(count + 4): \(start + ["<3>", "<4>", "<4>"]) \(["<4>", "<4>"])", byKey,
      "\(count + 4): \(start + ["<4>", "<4>", "<4>"]) \(["<4>", "<3>"])",
    ]
  }
}

/// Changes of relationships, in each place.
@Suite struct EditPlaceTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func check(_ kind: RelationshipChange, _ count: Int, _ place: ChangePlace) throws {
    let path = directory.file("\(kind) \(count) \(place).sqlite")
    let scene = try EditScene(path: path, kind, count: count)
    try scene.fill()
    let (before, after) = scene.expected
    try place.check(scene, before: before, after: after)
    #expect(try scene.database.rows("PRAGMA foreign_key_check").isEmpty)
  }

  @Test(arguments: ChangePlace.allCases)
  func `each change of a relationship is the same in each place`(place: ChangePlace) throws {
    for kind in RelationshipChange.allCases where kind != .appendMany {
      try check(kind, 0, place)
    }
  }

  @Test(arguments: PlaceCase.all)
  func `any number of entities is appended in each place`(test: PlaceCase) throws {
    try check(.appendMany, test.count, test.place)
  }

  @Test func `a parent with a million children gets one and loses one`() throws {
    let path = directory.file("million.sqlite")
    try EditScene(path: path, .append).fill()
    let stranger = try WriterConnection.open(DatabaseLocation(path: path))
    stranger.recordChanges(.never)
    try stranger.run(
      """
      WITH RECURSIVE n (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < 1000000)
      INSERT INTO tomes (id, title, shelf_id) SELECT 'row ' || x, '', 's' FROM n
      """
    )
    let scene = try EditScene(path: path, .append)
    let database = scene.database
    let shelf = try #require(scene.shelves.get(by: "s"))
    let (member, other) = (try scene.volume(3), try scene.volume(5))
    let edit: @Sendable () throws -> Void = {
      shelf.$volumes.append(other)
      shelf.$volumes.remove(member)
    }
    let counter = database.statementCounter
    let count: () throws -> [Int?] = {
      [
        try database.fetchValue(Int.self, "SELECT count(*) FROM tomes WHERE shelf_id = 's'"),
        member.shelf === shelf ? 1 : 0, other.shelf === shelf ? 1 : 0,
      ]
    }
    #expect(try count() == [1_000_004, 1, 0])
    try database.write {
      try? database.write {
        let before = counter.readCount
        try edit()
        #expect(counter.readCount == before)
        #expect(try count() == [1_000_004, 0, 1])
        throw Stop()
      }
      let undone = try count()
      #expect(undone == [1_000_004, 1, 0])
    }
    try database.read {
      try withThread(edit)
      #expect(try count() == [1_000_004, 1, 0])
    }
    #expect(try count() == [1_000_004, 0, 1])
  }
}
