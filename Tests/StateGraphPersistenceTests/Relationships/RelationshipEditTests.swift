import TestSupport
import Testing

@testable import StateGraphPersistence

@Entity(table: "shelves")
final class BookRack {
  typealias TypedIdentifierRawValue = String
  let typedID: TypedID
  @GraphComputed(inverse: \Tome.shelf) var volumes: [Tome]
  @GraphComputed(inverse: \Padlock.shelf) var locks: [Padlock]
  @GraphComputed(through: Placing.self, order: \Placing.place) var placed: [Tome]
  @GraphComputed(through: Placing.self) var known: [Tome]
}

@Entity(table: "tomes")
final class Tome {
  typealias TypedIdentifierRawValue = String
  let typedID: TypedID
  @GraphStored var title: String
  @GraphStored var shelf: BookRack?
}

@Entity(table: "locks")
final class Padlock {
  typealias TypedIdentifierRawValue = Int64
  let typedID: TypedID
  @GraphStored var shelf: BookRack
}

@Entity(table: "placings")
final class Placing {
  typealias TypedIdentifierRawValue = Int64
  let typedID: TypedID
  @GraphStored var shelf: BookRack
  @GraphStored var tome: Tome
  @GraphStored var place: Int?
}

/// A shelf with its volumes, in a file of its own.
struct RackScene {
  let directory: TemporaryDirectory
  let database: Database
  let shelves: EntityStore<BookRack>
  let volumes: EntityStore<Tome>
  let failures = Recorder<DatabaseError>()
  let shelf = BookRack(id: "s")

  init() throws {
    directory = try TemporaryDirectory()
    var configuration = Database.Configuration()
    configuration.onWriteFailure = { [failures] error in
      if let error = error as? DatabaseError { failures.record(error) }
    }
    database = try Database(path: directory.file("shelves"), configuration: configuration)
    try database.createTables(for: BookRack.self, Tome.self, Padlock.self, Placing.self)
    shelves = try EntityStore<BookRack>(database)
    volumes = try EntityStore<Tome>(database)
    _ = (try EntityStore<Padlock>(database), try EntityStore<Placing>(database))
    shelves.add(shelf)
  }

  /// New volumes without a shelf, in the store.
  func make(_ names: some Sequence<String>) throws -> [Tome] {
    let made = names.map { Tome(id: .init($0), title: $0, shelf: nil) }
    try database.write { volumes.add(made) }
    return made
  }

  /// The keys of the placed volumes, as another connection reads them.
  func placed() throws -> [String] {
    let rows = try database.rows(
      "SELECT tome_id FROM placings WHERE shelf_id = 's' ORDER BY place, tome_id, id"
    )
    return rows.compactMap { if case .text(let id) = $0[0] { id } else { nil } }
  }
}

extension [Tome] {
  fileprivate var ids: [String] { map(\.typedID.raw) }
}

@Suite struct RelationshipEditTests {
  let scene: RackScene
  var database: Database { scene.database }
  var shelf: BookRack { scene.shelf }

  init() throws { scene = try RackScene() }

  // MARK: Effects of edits

  @Test func `append sets the reference to the owner, and remove sets it to nil`() throws {
    let made = try scene.make(["b", "a"])
    shelf.$volumes.append(made[0])
    shelf.$volumes.append(contentsOf: [made[1], Tome(id: "new", title: "New", shelf: nil)])
    #expect(shelf.volumes.ids == ["a", "b", "new"])
    #expect(made.allSatisfy { $0.shelf === shelf })
    shelf.$volumes.remove(made[0])
    #expect(shelf.volumes.ids == ["a", "new"])
    #expect(made[0].shelf == nil)
    #expect(scene.failures.elements.isEmpty)
  }

  @Test func `remove does not change an entity of another owner`() throws {
    let other = BookRack(id: "o")
    scene.shelves.add(other)
    let volume = try scene.make(["a"])[0]
    other.$volumes.append(volume)
    shelf.$volumes.remove(volume)
    #expect(volume.shelf === other)
    try database.write {
      volume.shelf = shelf
      other.$volumes.remove(volume)
      #expect(volume.shelf === shelf)
      shelf.$volumes.remove(volume)
      #expect(volume.shelf == nil)
    }
    shelf.$volumes.remove(Tome(id: "detached", title: "", shelf: nil))
    scene.volumes.delete(volume.typedID)
    shelf.$volumes.remove(volume)
    #expect(scene.failures.elements.isEmpty)
  }

  @Test func `remove where the reference cannot be nil is refused`() throws {
    let lock = Padlock(id: 1, shelf: shelf)
    shelf.$locks.append(lock)
    #expect(shelf.locks.count == 1)
    shelf.$locks.remove(lock)
    #expect(scene.failures.elements.map(\.code) == [.misuse])
    #expect(throws: DatabaseError.self) { try database.write { shelf.$locks.remove(lock) } }
    #expect(shelf.locks.count == 1)
  }

  @Test func `insert and swapAt place the links of an ordered relationship`() throws {
    let made = try scene.make(["a", "b", "c", "d"])
    shelf.$placed.append(made[0])
    shelf.$placed.insert(made[1], at: 0)
    shelf.$placed.insert(made[2], at: 1)
    shelf.$placed.insert(made[3], at: 3)
    #expect(shelf.placed.ids == ["b", "c", "a", "d"])
    #expect(try scene.placed() == ["b", "c", "a", "d"])
    shelf.$placed.swapAt(0, 3)
    shelf.$placed.swapAt(2, 1)
    shelf.$placed.swapAt(1, 1)
    #expect(shelf.placed.ids == ["d", "a", "c", "b"])
    shelf.$placed.append(made[0])
    #expect(shelf.placed.ids == ["d", "a", "c", "b", "a"])
    shelf.$placed.remove(made[0])
    #expect(shelf.placed.ids == ["d", "c", "b"])
    #expect(shelf.known.ids == ["b", "c", "d"])
    #expect(scene.failures.elements.isEmpty)
  }

  @Test(arguments: [false, true])
  func `a link is inserted after the changes that the write made before it`(isOrdered: Bool) throws
  {
    let volume = Tome(id: "a", title: "closed", shelf: nil)
    scene.volumes.add(volume)
    try database.execute(
      """
      CREATE TRIGGER refuse BEFORE INSERT ON placings
      WHEN (SELECT title FROM tomes WHERE id = new.tome_id) = 'closed'
      BEGIN SELECT RAISE(ABORT, 'closed'); END
      """
    )
    try database.write {
      volume.title = "open"
      if isOrdered { shelf.$placed.append(volume) } else { shelf.$known.append(volume) }
    }
    #expect(shelf.placed.ids == ["a"])
    #expect(shelf.known.ids == ["a"])
  }

  @Test func `an index that does not exist is refused, and nothing is written`() throws {
    let made = try scene.make(["a", "b"])
    shelf.placed = [made[0]]
    shelf.$placed.insert(made[1], at: 2)
    shelf.$placed.insert(made[1], at: -1)
    shelf.$placed.swapAt(0, 1)
    shelf.$placed.swapAt(.min, 0)
    #expect(scene.failures.elements.map(\.code) == [.misuse, .misuse, .misuse, .misuse])
    #expect(shelf.placed.ids == ["a"])
  }

  @Test func `an owner without a row keeps edits in memory until it is added`() throws {
    let made = try scene.make(["a", "b", "c"])
    let draft = BookRack(id: "draft")
    draft.$placed.append(contentsOf: made)
    draft.$placed.swapAt(0, 2)
    draft.$placed.move(from: 0, to: 2)
    draft.$placed.move(from: 2, to: 0)
    draft.$placed.remove(made[1])
    draft.$placed.insert(made[1], at: 0)
    draft.$volumes.append(made[1])
    #expect(draft.placed.ids == ["b", "c", "a"])
    scene.shelves.add(draft)
    #expect(draft.placed.ids == ["b", "c", "a"])
    #expect(draft.volumes.ids == ["b"])
  }

  @Test func `an edit of a deleted owner fails`() throws {
    let volume = try scene.make(["a"])[0]
    scene.shelves.delete(shelf.typedID)
    shelf.$volumes.append(volume)
    #expect(scene.failures.elements.map(\.code) == [.deletedEntity])
    #expect(volume.shelf == nil)
  }

  @Test func `edits and reads alternate inside a write, and undone ones leave no trace`() throws {
    let made = try scene.make(["a", "b", "c"])
    shelf.placed = [made[0]]
    try? database.write {
      shelf.$placed.append(made[1])
      #expect(shelf.placed.ids == ["a", "b"])
      try? database.write {
        shelf.$placed.insert(made[2], at: 0)
        shelf.$volumes.append(made[2])
        #expect(shelf.placed.ids == ["c", "a", "b"])
        throw Stop()
      }
      #expect(shelf.placed.ids == ["a", "b"])
      #expect(shelf.volumes.isEmpty)
      try database.execute("DELETE FROM placings WHERE tome_id = 'a'")
      #expect(shelf.placed.ids == ["b"])
      shelf.$placed.append(made[2])
      #expect(shelf.placed.ids == ["b", "c"])
      throw Stop()
    }
    #expect(shelf.placed.ids == ["a"])
    #expect(try scene.placed() == ["a"])
  }

  @Test func `a statement that fails half-way leaves no trace in the write that reads`() throws {
    let made = try scene.make(["a", "b"])
    shelf.volumes = [made[0]]
    try database.write {
      #expect(shelf.volumes.ids == ["a"])
      #expect(throws: DatabaseError.self) {
        try database.execute(
          "INSERT INTO tomes (id, title, shelf_id) VALUES ('x', 'x', 's'), ('a', 'x', 's')"
        )
      }
      #expect(shelf.volumes.ids == ["a"])
      shelf.volumes.append(made[1])
      #expect(shelf.volumes.ids == ["a", "b"])
    }
    #expect(shelf.volumes.ids == ["a", "b"])
  }

  @Test func `another connection's links are ordered among ours`() throws {
    let made = try scene.make(["a", "b", "c", "d"])
    shelf.$placed.append(contentsOf: Array(made[..<2]))
    let other = try Database(path: scene.directory.file("shelves"))
    try other.execute(
      "INSERT INTO placings (shelf_id, tome_id, place) VALUES ('s', 'c', -5), ('s', 'd', NULL)"
    )
    shelf.$placed.swapAt(1, 2)
    #expect(shelf.placed.ids == ["d", "a", "c", "b"])
    shelf.$placed.insert(made[3], at: 1)
    #expect(shelf.placed.ids == ["d", "d", "a", "c", "b"])
    #expect(try scene.placed() == shelf.placed.ids)
  }

  // MARK: Costs of edits

  private func counts(_ body: () throws -> Void) rethrows -> StatementCounts {
    let before = database.statementCounts
    try body()
    return database.statementCounts - before
  }

  static let many = 600

  @Test func `appending to the array inside a write reads the rows once`() throws {
    let made = try scene.make((0..<Self.many).map { "v\($0)" })
    let cost = try counts {
      try database.write {
        for (index, volume) in made.enumerated() {
          shelf.volumes.append(volume)
          if index % 50 == 0 { #expect(shelf.volumes.count == index + 1) }
        }
      }
    }
    #expect(cost.writes == Self.many)
    #expect(cost.reads <= 2)
    #expect(shelf.volumes.ids == made.ids.sorted())
  }

  @Test func `each edit outside of a write runs one statement, and reads nothing`() throws {
    let made = try scene.make((0..<Self.many).map { "v\($0)" })
    #expect(shelf.placed.isEmpty)
    let cost = counts {
      for volume in made {
        shelf.$volumes.append(volume)
        shelf.$placed.append(volume)
      }
      for volume in made { shelf.$volumes.remove(volume) }
      for index in 0..<Self.many / 2 { shelf.$placed.swapAt(index, Self.many - 1 - index) }
      for volume in made.prefix(10) { shelf.$placed.remove(volume) }
    }
    #expect(cost == StatementCounts(reads: 0, writes: Self.many * 4 + 10))
    #expect(shelf.placed.ids == made.ids.dropFirst(10).reversed())
    #expect(shelf.volumes.isEmpty)
  }

  @Test func `appending to an array of links inside a write reads the rows once`() throws {
    let made = try scene.make((0..<Self.many).map { "v\($0)" })
    let cost = try counts {
      try database.write {
        for volume in made {
          shelf.placed.append(volume)
          shelf.known.removeAll { $0 === made[0] }
        }
      }
    }
    #expect(cost.reads <= 4)
    #expect(cost.writes == Self.many + 1)
    #expect(shelf.placed.ids == Array(made.ids.dropFirst()))
  }

  @Test func `inside a write a link leads to the object that was added over its entity`() throws {
    let made = try scene.make(["a", "b"])
    shelf.placed = made
    try database.write {
      #expect(shelf.placed.isIdentical(to: made))
      let other = Tome(id: "a", title: "other", shelf: nil)
      scene.volumes.add(other)
      #expect(shelf.placed.isIdentical(to: [other, made[1]]))
      shelf.placed.append(made[1])
      let new = Tome(id: "c", title: "new", shelf: nil)
      shelf.placed.append(new)
      #expect(shelf.placed.isIdentical(to: [other, made[1], made[1], new]))
      try? database.write {
        scene.volumes.add(Tome(id: "b", title: "undone", shelf: nil))
        shelf.placed.removeLast()
        #expect(shelf.placed.map(\.title) == ["other", "undone", "undone"])
        throw Stop()
      }
      #expect(shelf.placed.isIdentical(to: [other, made[1], made[1], new]))
      try database.execute("DELETE FROM placings WHERE tome_id = 'b'")
      #expect(shelf.placed.isIdentical(to: [other, new]))
    }
    #expect(shelf.placed.ids == ["a", "c"])
    #expect(scene.failures.elements.isEmpty)
  }

  @Test func `an array that is changed in place after an edit by the node has the edit`() throws {
    let made = try scene.make((0..<5).map { "v\($0)" })
    try database.write {
      shelf.volumes.append(made[0])
      shelf.$volumes.append(made[1])
      shelf.volumes.append(made[2])
      shelf.$volumes.remove(made[0])
      shelf.volumes.append(made[3])
      _ = try database.execute("UPDATE tomes SET shelf_id = NULL WHERE id = 'v1'")
      shelf.volumes.append(made[4])
    }
    #expect(shelf.volumes.ids == ["v2", "v3", "v4"])
  }

  @Test func `setting a relationship writes only the links that differ`() throws {
    var made = try scene.make((0..<Self.many).map { "v\($0)" })
    shelf.placed = made
    func writes(_ change: (inout [Tome]) -> Void) -> Int {
      change(&made)
      let cost = counts { shelf.placed = made }
      #expect(shelf.placed.ids == made.ids)
      return cost.writes
    }
    #expect(writes { _ in } == 0)
    #expect(writes { $0.remove(at: 300) } == 1)
    #expect(writes { $0.swapAt(10, 500) } == 2)
    #expect(writes { $0.swapAt(20, 21) } == 2)
    #expect(writes { $0.append($0.remove(at: 7)) } == 1)
    #expect(writes { $0.insert($0.remove(at: 400), at: 0) } == 1)
  }

  @Test func `inserting at one place many times moves few other links`() throws {
    let made = try scene.make((0..<Self.many).map { "v\($0)" })
    shelf.placed = Array(made[..<200])
    let cost = counts {
      for volume in made[200...] { shelf.$placed.insert(volume, at: 100) }
    }
    // If many links move apart at once, the kept rows are read again.
    #expect(cost.reads < 10)
    #expect(cost.writes < 400 * 6)
    #expect(
      shelf.placed.ids == made[..<100].map(\.typedID.raw)
        + made[200...].reversed().map(\.typedID.raw) + made[100..<200].map(\.typedID.raw)
    )
  }
}
