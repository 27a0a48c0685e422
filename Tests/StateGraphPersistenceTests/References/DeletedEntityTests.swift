import StateGraphPersistence
import TestSupport
import Testing

/// Entities whose row was deleted. SQLite gives the key of the last row to the next one, so the key
/// of a deleted entity may be that of another row.
@Suite struct DeletedEntityTests {
  let scene: KeyScene
  let first = Drawer(label: "first")
  let gone = Drawer(label: "gone")
  let heir = Drawer(label: "heir")
  let memo = Memo(text: "memo", drawer: nil)
  var database: Database { scene.database }

  init() throws {
    scene = try KeyScene()
    scene.drawers.add([first, gone])
    scene.memos.add(memo)
    scene.drawers.delete(2)
    scene.drawers.add(heir)
    try #require(gone.isDeleted && heir.id == 2)
  }

  /// A failed assignment is passed to `onWriteFailure` once, and no row has changed.
  private func expectRefusal() throws {
    #expect(scene.failures.drain().map(\.code) == [.deletedEntity])
    #expect(memo.drawer == nil)
    #expect(heir.memos.isEmpty)
    #expect(try database.rows("SELECT * FROM memos WHERE drawer_id IS NOT NULL").isEmpty)
    #expect(try database.rows("SELECT * FROM drawer_badges").isEmpty)
  }

  // MARK: References

  @Test func `a reference to it is refused, and nothing is written`() throws {
    let before = database.statementCounts
    memo.drawer = gone
    #expect((database.statementCounts - before).writes == 0)
    try expectRefusal()
    memo.$drawer.wrappedValue = gone
    try expectRefusal()
  }

  @Test func `a reference to it is refused although it already has the key`() throws {
    memo.drawer = heir
    memo.drawer = gone
    #expect(scene.failures.drain().map(\.code) == [.deletedEntity])
    #expect(memo.drawer === heir)
  }

  @Test func `a reference to it undoes the write that sets it`() throws {
    let error = #expect(throws: DatabaseError.self) {
      try database.write {
        memo.text = "undone"
        memo.drawer = gone
      }
    }
    #expect(error?.code == .deletedEntity)
    #expect(memo.text == "memo")
    #expect(memo.drawer == nil)
  }

  @Test func `the write that deletes it refuses a reference to it`() throws {
    try database.write {
      scene.drawers.delete(2)
      let error = #expect(throws: DatabaseError.self) {
        try database.write { memo.drawer = heir }
      }
      #expect(error?.code == .deletedEntity)
      let next = Drawer(label: "next")
      scene.drawers.add(next)
      #expect(next.id == 2)
      let second = #expect(throws: DatabaseError.self) {
        try database.write { memo.drawer = heir }
      }
      #expect(second?.code == .deletedEntity)
      memo.drawer = next
    }
    #expect(memo.drawer?.label == "next")
  }

  @Test func `an undone deletion leaves it usable`() throws {
    try? database.write {
      try? database.write {
        scene.drawers.delete(2)
        throw CancellationError()
      }
      memo.drawer = heir
    }
    #expect(memo.drawer === heir)
  }

  @Test func `an entity that the write has added or changed is usable`() throws {
    try database.write {
      heir.label = "changed"
      let new = Drawer(label: "new")
      scene.drawers.add(new)
      memo.drawer = new
      try scene.memos.insert(Memo(text: "x", drawer: heir))
    }
    #expect(memo.drawer?.label == "new")
    #expect(heir.memos.count == 1)
  }

  @Test func `a reference is refused after another process has deleted the row`() throws {
    let other = try EntityStore<Drawer>(Database(path: scene.directory.file("keys.sqlite")))
    other.delete(2)
    memo.drawer = heir
    other.add(Drawer(label: "of the other process"))
    memo.drawer = heir
    #expect(scene.failures.drain().map(\.code) == [.deletedEntity, .deletedEntity])
    #expect(memo.drawer == nil)
  }

  @Test func `a new row that refers to it is refused`() throws {
    let new = Memo(text: "new", drawer: gone)
    scene.memos.add(new)
    try expectRefusal()
    let error = #expect(throws: DatabaseError.self) { try scene.memos.insert(new) }
    #expect(error?.code == .deletedEntity)
    #expect(scene.memos.count == 1)
  }

  @Test func `a reference by several columns is refused`() throws {
    let lines = try EntityStore<DrawerLine>(database)
    let error = #expect(throws: DatabaseError.self) {
      try lines.insert(DrawerLine(drawer: gone, place: 1, text: ""))
    }
    #expect(error?.code == .deletedEntity)
    #expect(lines.isEmpty)
  }

  // MARK: Relationships

  @Test func `its relationships are empty, and cannot be edited`() throws {
    memo.drawer = heir
    #expect(gone.memos.isEmpty)
    gone.memos = []
    gone.memos = [memo]
    gone.$memos.append(memo)
    gone.memos.append(memo)
    gone.$memos.remove(memo)
    #expect(scene.failures.drain().map(\.code) == Array(repeating: .deletedEntity, count: 5))
    #expect(memo.drawer === heir)
    #expect(heir.memos.count == 1)
  }

  @Test func `the write that deletes it refuses an edit of its relationship`() throws {
    memo.drawer = first
    for deletesByStore in [true, false] {
      let error = #expect(throws: DatabaseError.self) {
        try database.write {
          if deletesByStore {
            scene.drawers.delete(2)
          } else {
            try database.execute("DELETE FROM drawers WHERE id = 2")
          }
          scene.drawers.add(Drawer(label: "next"))
          heir.memos = [memo]
        }
      }
      #expect(error?.code == .deletedEntity)
    }
    #expect(memo.drawer === first)
  }

  @Test func `links to it are neither added nor removed`() throws {
    let badges = try EntityStore<Badge>(database)
    let (badge, goneBadge) = (Badge(name: "a"), Badge(name: "b"))
    badges.add([badge, goneBadge])
    heir.badges = [badge]
    badges.delete(goneBadge.typedID)
    heir.badges.append(goneBadge)
    heir.badges = [goneBadge]
    heir.$badges.append(goneBadge)
    gone.badges = [badge]
    #expect(scene.failures.drain().map(\.code) == Array(repeating: .deletedEntity, count: 4))
    heir.$badges.remove(goneBadge)
    #expect(scene.failures.elements.isEmpty)
    #expect(heir.badges.map(\.name) == ["a"])
  }

  @Test func `a snapshot from before the deletion still has its relationships`() throws {
    memo.drawer = heir
    try database.read {
      try withThread { [memos = scene.memos, drawers = scene.drawers] in
        memos.delete(1)
        drawers.delete(2)
      }
      #expect(heir.memos.map(\.text) == ["memo"])
    }
    #expect(heir.memos.isEmpty)
  }

  // MARK: Queries

  private static let conditions: [@Sendable (QueryRow<Memo>, Drawer) -> QueryCondition] = [
    { $0.drawer == $1 }, { $0.drawer != $1 }, { $0.drawer.in([$1]) },
    { $0.text == "x" || $0.drawer == $1 }, { row, drawer in !(row.drawer.outer == drawer) },
  ]

  @Test(arguments: conditions.indices)
  func `a condition with it throws when the query is read`(index: Int) throws {
    let query = scene.memos.query.where { Self.conditions[index]($0, gone) }
    let error = #expect(throws: DatabaseError.self) { try query.fetch() }
    #expect(error?.code == .deletedEntity)
    #expect(query.live.wrappedValue.isEmpty)
    _ = try scene.memos.query.where { Self.conditions[index]($0, heir) }.fetch()
  }

  @Test(arguments: conditions.indices)
  func `a query that was made before the deletion does not find the row that has its key`(
    index: Int
  ) throws {
    let query = scene.memos.query.where { Self.conditions[index]($0, heir) }
    let node = query.live
    let count = Computed { _ in try? query.fetchCount() }
    memo.drawer = heir
    _ = (node.wrappedValue.count, count.wrappedValue)
    memo.drawer = nil
    scene.drawers.delete(2)
    let next = Drawer(label: "next")
    scene.drawers.add(next)
    try #require(next.id == 2)
    memo.drawer = next
    #expect(node.wrappedValue.isEmpty)
    #expect(count.wrappedValue == .some(nil))
    #expect(throws: DatabaseError.self) { try query.fetch() }
    #expect(throws: DatabaseError.self) { try query.delete() }
    #expect(memo.drawer === next)
  }

  @Test func `deleting it again does not delete the row that has its key`() throws {
    #expect(!scene.drawers.delete(gone))
    #expect(try !scene.drawers.remove(gone))
    #expect(try !scene.drawers.remove(Drawer(label: "new")))
    #expect(!heir.isDeleted)
    #expect(scene.drawers.delete(heir))
    #expect(heir.isDeleted)
    #expect(try scene.drawers.remove(first))
    #expect(scene.drawers.isEmpty)
    #expect(scene.failures.elements.isEmpty)
  }

  @Test func `an update by a query does not refer to it`() throws {
    let error = #expect(throws: DatabaseError.self) {
      try scene.memos.query.update { $0.set(\.drawer, to: gone) }
    }
    #expect(error?.code == .deletedEntity)
    #expect(memo.drawer == nil)
  }
}
