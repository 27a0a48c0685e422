import TestSupport
import Testing

@testable import StateGraphPersistence
@testable import StateGraphSQLite

@Entity(id: String.self, table: "branches")
final class Branch {
  @GraphStored var note: String
  @GraphComputed(inverse: \Leaf.branch) var leaves: [Leaf]
}

@Entity(id: Int.self, table: "leaves")
final class Leaf {
  @GraphStored var branch: Branch?
}

/// Branches whose keys are strange texts, each with one leaf. The queries have lists that contain
/// some of the keys among many others.
private struct ListScene: PlacedScene {
  let path: String
  /// The number of values in each list.
  let length: Int
  /// The keys of the branches. SQLite copies the text of a megabyte for most values of a list that
  /// it compares with it, so a long list is tested without this text.
  private let texts: [String]
  let database: Database
  let branches: EntityStore<Branch>
  let leaves: EntityStore<Leaf>
  private let named: Query<Branch>
  private let referring: Query<Leaf>
  private let growing: Query<Branch>

  init(path: String, length: Int) throws {
    (self.path, self.length) = (path, length)
    database = try Database(path: path)
    try database.createTables(for: Branch.self, Leaf.self)
    branches = try EntityStore<Branch>(database)
    leaves = try EntityStore<Leaf>(database)
    texts = length > 64 ? Array(StrangeText.all.dropLast()) : StrangeText.all
    let keys = texts.prefix(length) + Self.others(length - texts.count)
    named = branches.query.where { $0.id.in(keys.map { Branch.TypedID($0) }) }
    referring = leaves.query.where { $0.branch.id.in(keys.map { Branch.TypedID($0) }) }
    let numbers = (0..<length).map { Leaf.TypedID($0) }
    growing = branches.query.where { $0.leaves.exists { $0.id.in(numbers) } }
  }

  /// Texts that no row has.
  private static func others(_ length: Int) -> [String] {
    (0..<max(0, length)).map { "other \($0)" }
  }

  func fill() throws {
    try database.write {
      for (number, key) in texts.enumerated() {
        let branch = Branch(id: .init(key), note: "")
        branches.add(branch)
        leaves.add(Leaf(id: .init(number), branch: branch))
      }
    }
  }

  func opened() throws -> ListScene { try ListScene(path: path, length: length) }

  func answers() throws -> [String] {
    try [named, growing].map { query in
      try query.fetch().map { StrangeText.label($0.typedID.raw) }.joined(separator: " ")
    } + ["\(try referring.fetchCount())", "\(try growing.fetchCount())"] + prefetched()
  }

  /// The numbers of leaves after a prefetch of as many owners.
  private func prefetched() throws -> [String] {
    let owners = branches.getAll()
    let many = (0..<length).map { owners[$0 % owners.count] }
    try many.prefetch(.many(\.$leaves))
    return ["\(many.prefix(owners.count).map(\.leaves.count))"]
  }

  func change() throws {
    try database.write {
      try leaves.remove(0)
      leaves.get(by: 3)?.branch = branches.get(by: "")
      branches.add(Branch(id: "other 0", note: ""))
      _ = try branches.query.where { $0.id == .init("a\0c") }.update { $0.set(\.note, to: "new") }
    }
  }

  var changeOfStranger: [SQL] {
    [
      "DELETE FROM leaves WHERE id = 0", "UPDATE leaves SET branch_id = '' WHERE id = 3",
      "INSERT INTO branches (id, note) VALUES ('other 0', '')",
      "UPDATE branches SET note = 'new' WHERE id = \("a\0c")",
    ]
  }
}

/// Lists of `in`, of `exists` and of `prefetch`, in each place.
@Suite struct ListPlaceTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func scene(_ length: Int) throws -> ListScene {
    let scene = try ListScene(path: directory.file("branches.sqlite"), length: length)
    try scene.fill()
    return scene
  }

  /// The answers for a list of no value, of one value, of all strange texts, and for a longer list.
  private func answers(_ length: Int) -> (before: [String], after: [String]) {
    switch length {
    case 0: (["", "", "0", "0", "[]"], ["", "", "0", "0", "[]"])
    case 1: (["<0>", "<0>", "1", "1", "[1]"], ["<0>", "", "1", "0", "[1]"])
    case 6:
      (
        ["<0> <1> <2> <4> <3> <5>", "<0> <1> <2> <4> <3> <5>", "6", "6", "[1, 1, 1, 1, 1, 1]"],
        ["<0> <1> <2> <4> <3> <5>", "<0> <1> <2> <4> <5>", "5", "5", "[1, 1, 1, 1, 0, 0]"]
      )
    default:
      (
        ["<0> <1> <2> <4> <3>", "<0> <1> <2> <4> <3>", "5", "5", "[1, 1, 1, 1, 1]"],
        ["<0> <1> <2> <4> <3> other 0", "<0> <1> <2> <4>", "4", "4", "[1, 1, 1, 1, 0, 0]"]
      )
    }
  }

  @Test(arguments: ChangePlace.allCases)
  func `a list with a text of a megabyte finds the same rows in each place`(
    place: ChangePlace
  ) throws {
    let (before, after) = answers(6)
    try place.check(scene(6), before: before, after: after)
  }

  @Test(arguments: PlaceCase.all)
  func `a list of any length finds the same rows in each place`(test: PlaceCase) throws {
    let (before, after) = answers(test.count)
    try test.place.check(scene(test.count), before: before, after: after)
  }

  @Test func `a million values find the same rows in a write, in a snapshot and on a thread`()
    throws
  {
    let (before, after) = answers(1_000_000)
    let scene = try scene(1_000_000)
    #expect(try scene.answers() == before)
    try? scene.database.write {
      try scene.database.write { try scene.change() }
      #expect(try scene.answers() == after)
      throw Stop()
    }
    try scene.database.read {
      try withThread { try scene.change() }
      #expect(try scene.answers() == before)
    }
    try withThread {
      let found = try scene.answers()
      #expect(found == after)
    }
  }
}
