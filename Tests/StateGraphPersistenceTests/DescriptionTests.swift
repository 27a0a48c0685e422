import Foundation
import SampleDomains
import TestSupport
import Testing

@testable import StateGraphPersistence

/// Entities and differences as text.
@Suite struct DescriptionTests {
  let scene: KeyScene

  init() throws { scene = try KeyScene() }

  @Test func `an entity prints as a call of its initialiser`() {
    let drawer = Drawer(label: "a \"b\"\n")
    #expect("\(drawer)" == #"Drawer(label: "a \"b\"\n", outer: nil)"#)
    scene.drawers.add(drawer)
    #expect("\(drawer)" == #"Drawer(1, label: "a \"b\"\n", outer: nil)"#)
    #expect(String(reflecting: drawer) == "\(drawer)")
    #expect("\(Badge(id: UUID.placeholder, name: "x"))".hasPrefix("Badge(\"00000000-"))
  }

  @Test func `values print as their columns have them`() {
    let drawer = Drawer(id: 7, label: "a")
    let receipt = Receipt(id: "r", drawer: drawer, isPaid: true, scan: [1, 2, 3])
    #expect("\(receipt)" == #"Receipt("r", drawer: Drawer(7), isPaid: true, scan: 3 bytes)"#)
    #expect(
      "\(Memo(id: 1, text: "", drawer: Drawer(label: "x")))"
        == #"Memo(1, text: "", drawer: Drawer())"#
    )
    let line = DrawerLine(drawer: drawer, place: 2, text: "\0é")
    #expect("\(line)" == #"DrawerLine(drawer: Drawer(7), place: 2, text: "\0é")"#)
    let stamp = Stamp(cents: 50)
    stamp.worth = .infinity
    #expect("\(stamp)" == "Stamp(worth: inf)")
  }

  @Test func `a long text is shortened`() {
    let memo = Memo(text: String(repeating: "x", count: 1 << 20), drawer: nil)
    #expect("\(memo)" == "Memo(text: \"\(String(repeating: "x", count: 100))\"…, drawer: nil)")
  }

  @Test func `printing loads no related row and runs no statement`() throws {
    try scene.database.execute("INSERT INTO drawers (id, label) VALUES (3, 'a')")
    try scene.database.execute("INSERT INTO memos (number, text, drawer_id) VALUES (1, 'm', 3)")
    let memo = try #require(scene.memos.get(by: 1))
    let before = scene.database.statementCounter.readCount
    #expect("\(memo)" == #"Memo(1, text: "m", drawer: Drawer(3))"#)
    var dumped = ""
    dump(memo, to: &dumped)
    #expect(scene.database.statementCounter.readCount == before)
    #expect(dumped.contains("- id: 1\n"), "\(dumped)")
    #expect(dumped.contains("- text: \"m\"\n"), "\(dumped)")
    #expect(dumped.contains("drawer: Drawer(3)"), "\(dumped)")
  }

  @Test func `a Computed that prints depends on nothing that it printed`() {
    let drawer = Drawer(label: "a")
    scene.drawers.add(drawer)
    let runs = Recorder<String>()
    let text = Computed { _ in
      let text = "\(drawer)"
      runs.record(text)
      return text
    }
    #expect(text.wrappedValue == #"Drawer(1, label: "a", outer: nil)"#)
    drawer.label = "b"
    _ = text.wrappedValue
    #expect(runs.elements.count == 1)
    #expect("\(drawer)" == #"Drawer(1, label: "b", outer: nil)"#)
  }

  @Test func `inside a write the values of the write are printed, and afterwards the committed`()
    throws
  {
    let drawer = Drawer(label: "a")
    scene.drawers.add(drawer)
    #expect(throws: TestFailure.self) {
      try scene.database.write {
        drawer.label = "b"
        #expect("\(drawer)" == #"Drawer(1, label: "b", outer: nil)"#)
        try withThread { #expect("\(drawer)" == #"Drawer(1, label: "a", outer: nil)"#) }
        throw TestFailure("undo")
      }
    }
    #expect("\(drawer)" == #"Drawer(1, label: "a", outer: nil)"#)
  }

  @Test func `a deleted entity prints its last values`() {
    let drawer = Drawer(label: "a")
    scene.drawers.add(drawer)
    scene.drawers.delete(1)
    #expect("\(drawer)" == #"Drawer(1, label: "a", outer: nil) (deleted)"#)
  }

  @Test func `the substitute for a missing row prints`() throws {
    try scene.database.execute("INSERT INTO drawers (id, label) VALUES (3, 'a')")
    let receipts = try EntityStore<Receipt>(scene.database)
    receipts.add(Receipt(id: "r", drawer: try #require(scene.drawers.get(by: 3))))
    let other = try WriterConnection.open(
      DatabaseLocation(path: scene.directory.file("keys.sqlite"))
    )
    try other.run("PRAGMA foreign_keys = OFF")
    try other.run("DELETE FROM drawers")
    let receipt = try #require(receipts.get(by: "r"))
    #expect(receipt.drawer.isDeleted)
    #expect(receipt.drawer.id == 3)
    #expect("\(receipt.drawer)" == #"Drawer(3, label: "", outer: nil) (deleted)"#)
  }

  @Test func `the description of a difference lists only its changes`() {
    let (a, b, c) = (
      Drawer(id: 1, label: "a"), Drawer(id: 2, label: "b"), Drawer(id: 3, label: "c")
    )
    #expect("\(LiveDifference(from: [a], to: [a]))" == "LiveDifference()")
    #expect(
      "\(LiveDifference(from: [a], to: [b]))"
        == #"LiveDifference(removals: [0], insertions: [0: Drawer(2, label: "b", outer: nil)])"#
    )
    let moved = "\(LiveDifference(from: [a, b, c], to: [c, a, b]))"
    #expect(moved == #"LiveDifference(moves: [2 to 0: Drawer(3, label: "c", outer: nil)])"#)
  }

  @Test func `a column that is named description is no description`() throws {
    let parcel = Parcel(id: 1, description: "heavy")
    #expect("\(parcel)" == #"Parcel(1, description: "heavy")"#)
  }
}

@Entity(id: Int.self)
private final class Parcel {
  @GraphStored var description: String
}
