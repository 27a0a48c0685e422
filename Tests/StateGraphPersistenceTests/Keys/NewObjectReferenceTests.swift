import TestSupport
import Testing

@testable import StateGraphPersistence

/// Objects that refer to objects without an identifier.
@Suite struct NewObjectReferenceTests {
  let scene: KeyScene

  init() throws { scene = try KeyScene() }

  @Test func `a reference to a new object is its key once both are added in order`() throws {
    let drawer = Drawer(label: "a")
    let memo = Memo(text: "m", drawer: drawer)
    #expect(memo.drawer === drawer)
    try scene.database.write {
      scene.drawers.add(drawer)
      scene.memos.add(memo)
      #expect(memo.drawer === drawer)
    }
    #expect(memo.drawer === drawer)
    #expect(drawer.memos.first === memo)
    let stored = try scene.database.rows("SELECT drawer_id FROM memos").first?[0]
    #expect(stored == .integer(1))
  }

  @Test func `a new object is refused before the one to which it refers`() throws {
    let drawer = Drawer(label: "a")
    let memo = Memo(text: "m", drawer: drawer)
    let error = #expect(throws: DatabaseError.self) { try scene.memos.insert(memo) }
    #expect(error?.code == .misuse)
    #expect(error?.message.contains("Memo.drawer refers to a Drawer") == true)
    #expect(memo.assignedID == nil)
    #expect(memo.drawer === drawer)
    #expect(scene.memos.isEmpty)
  }

  @Test func `setting a stored object's reference to a new one fails and changes nothing`() throws {
    let memo = Memo(text: "m", drawer: nil)
    scene.memos.add(memo)
    memo.drawer = Drawer(label: "a")
    #expect(scene.failures.drain().map(\.code) == [.misuse])
    #expect(memo.drawer == nil)
    let error = #expect(throws: DatabaseError.self) {
      try scene.database.write { memo.drawer = Drawer(label: "b") }
    }
    #expect(error?.code == .misuse)
    #expect(memo.drawer == nil)
  }

  @Test func `the children of a new object are added with it`() throws {
    let drawer = Drawer(label: "a")
    let memo = Memo(text: "m", drawer: nil)
    drawer.memos.append(memo)
    drawer.badges.append(Badge(name: "red"))
    scene.drawers.add(drawer)
    #expect(scene.failures.elements.isEmpty)
    #expect(memo.id == 1)
    #expect(memo.drawer === drawer)
    #expect(drawer.badges.map(\.name) == ["red"])
  }

  @Test func `an object may refer to one of its own type`() throws {
    let outer = Drawer(label: "outer")
    let inner = Drawer(label: "inner", outer: outer)
    scene.drawers.add([outer, inner])
    #expect(inner.outer === outer)
    #expect(
      try scene.database.rows("SELECT outer_id FROM drawers WHERE id = 2")[0][0] == .integer(1)
    )
  }

  @Test func `after a rollback a relationship follows the new identifier`() throws {
    let drawer = Drawer(label: "a")
    let read = Computed { _ in drawer.memos.map(\.text) }
    #expect(throws: TestFailure.self) {
      try scene.database.write {
        scene.drawers.add(drawer)
        // Another thread reads the relationship while the object has the key 1.
        try withThread { [drawer] in #expect(drawer.memos.isEmpty) }
        throw TestFailure("undo")
      }
    }
    let other = Drawer(label: "other")
    scene.drawers.add(other)
    scene.memos.add(Memo(text: "of other", drawer: other))
    scene.drawers.add(drawer)
    #expect(drawer.memos.isEmpty)
    scene.memos.add(Memo(text: "own", drawer: drawer))
    #expect(drawer.memos.map(\.text) == ["own"])
    #expect(read.wrappedValue == ["own"])
    #expect(other.memos.map(\.text) == ["of other"])
  }

  @Test func `no row belongs to a new object in a query`() throws {
    let drawer = Drawer(label: "a")
    scene.memos.add([Memo(text: "loose", drawer: nil)])
    #expect(try scene.memos.query.where { $0.drawer == drawer }.fetch().isEmpty)
    #expect(try scene.memos.query.where { $0.drawer != drawer }.fetch().count == 1)
    #expect(try scene.memos.query.where { $0.drawer.in([drawer]) }.fetch().isEmpty)
    #expect(try scene.memos.query.where { $0.drawer == nil }.fetch().count == 1)
  }
}
