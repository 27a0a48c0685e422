import TestSupport
import Testing

@testable import StateGraphPersistence

/// To-many relationships whose inverse has no setter.
@Suite struct ReadOnlyRelationshipTests {
  let scene: KeyScene
  let lines: EntityStore<DrawerLine>
  let drawer = Drawer(label: "a")

  init() throws {
    scene = try KeyScene()
    lines = try EntityStore<DrawerLine>(scene.database)
    scene.drawers.add([drawer, Drawer(label: "b")])
  }

  @Test func `the rows of a composite key are in key order, and follow commits without SQL`() throws
  {
    lines.add([2, 1].map { DrawerLine(drawer: drawer, place: $0, text: "\($0)") })
    let texts = Computed { [drawer] _ in drawer.lines.map(\.text) }
    #expect(texts.wrappedValue == ["1", "2"])
    let before = scene.database.statementCounter.readCount
    let new = DrawerLine(drawer: drawer, place: 0, text: "0")
    lines.add(new)
    #expect(texts.wrappedValue == ["0", "1", "2"])
    lines.delete(.init(CompositeKey(1, 1)))
    #expect(texts.wrappedValue == ["0", "2"])
    #expect(scene.database.statementCounter.readCount == before)
    #expect(drawer.lines.first === new)
  }

  @Test func `SQL may move a row although no property can`() throws {
    lines.add(DrawerLine(drawer: drawer, place: 1, text: "x"))
    let other = try #require(scene.drawers.get(by: 2))
    #expect(drawer.lines.count == 1)
    #expect(other.lines.isEmpty)
    try scene.database.execute("UPDATE drawer_lines SET drawer_id = 2")
    #expect(drawer.lines.isEmpty)
    #expect(other.lines.map(\.text) == ["x"])
  }

  @Test func `an object without a row has no related objects`() {
    #expect(Drawer(label: "new").lines.isEmpty)
  }

  @Test func `an inverse with a private setter is read`() throws {
    let receipts = try EntityStore<Receipt>(scene.database)
    let receipt = Receipt(drawer: drawer)
    receipts.add(receipt)
    #expect(drawer.receipts.map(\.typedID) == [receipt.typedID])
  }

  @Test func `the rows are loaded for many owners at once, and queried`() throws {
    lines.add(DrawerLine(drawer: drawer, place: 1, text: "x"))
    let all = scene.drawers.getAll()
    try all.prefetch(.many(\.$lines))
    let before = scene.database.statementCounter.readCount
    #expect(all.map { $0.lines.count } == [1, 0])
    #expect(scene.database.statementCounter.readCount == before)
    let query = scene.drawers.query.where { $0.lines.exists { $0.text == "x" } }
    #expect(try query.fetch().map(\.label) == ["a"])
  }
}
