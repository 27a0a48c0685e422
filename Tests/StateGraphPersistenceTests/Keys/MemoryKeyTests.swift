import TestSupport
import Testing

@testable import StateGraphPersistence

/// Identifiers that a store in memory makes.
@Suite struct MemoryKeyTests {
  let drawers = EntityStore<Drawer>()

  @Test func `a store in memory makes the next identifier`() throws {
    let (first, second) = (Drawer(label: "a"), Drawer(label: "b"))
    drawers.add(first)
    try drawers.insert(second)
    #expect([first.id, second.id] == [1, 2])
    #expect(drawers.get(by: 2) === second)
    drawers.add([Drawer(id: 10, label: "c"), Drawer(label: "d")])
    #expect(drawers.getAll().map(\.typedID.raw) == [1, 2, 10, 11])
    drawers.delete(11)
    let next = Drawer(label: "e")
    drawers.add(next)
    #expect(next.id == 12)
  }

  @Test func `a reader of a store in memory follows`() {
    let first = Computed { [drawers] _ in drawers.get(by: 1)?.label }
    #expect(first.wrappedValue == nil)
    drawers.add(Drawer(label: "a"))
    #expect(first.wrappedValue == "a")
  }

  @Test func `after the largest identifier a free one is used`() {
    drawers.add([Drawer(id: Int.max, label: "last"), Drawer(id: 1, label: "first")])
    let (one, two) = (Drawer(label: "a"), Drawer(label: "b"))
    drawers.add([one, two])
    #expect([one.id, two.id] == [2, 3])
    #expect(drawers.count == 4)
  }

  @Test func `an object that is added again keeps its identifier, also in another store`() throws {
    let drawer = Drawer(label: "a")
    drawers.add(Drawer(label: "first"))
    drawers.add(drawer)
    drawers.add(drawer)
    #expect(drawer.id == 2)
    #expect(drawers.count == 2)
    let scene = try KeyScene()
    scene.drawers.add(drawer)
    #expect(drawer.id == 2)
    #expect(try scene.labels() == [2: "a"])
  }

  @Test func `threads that add one object give it one identifier`() throws {
    for _ in 0..<50 {
      let drawer = Drawer(label: "a")
      let threads = (0..<4).map { _ in BackgroundThread { [drawers] in drawers.add(drawer) } }
      for thread in threads { try thread.join() }
      #expect(drawers.get(by: drawer.id) === drawer)
    }
    #expect(drawers.count == 50)
  }
}
