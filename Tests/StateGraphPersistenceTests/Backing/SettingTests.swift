import TestSupport
import Testing

@testable import StateGraphPersistence

@Suite struct SettingTests {
  let scene: CellScene
  var database: Database { scene.database }

  init() throws { scene = try CellScene() }

  @Test func `a node without a row answers with its initial value and makes no table`() throws {
    let theme = scene.setting("theme", "light")
    let isDark = Computed { _ in theme.wrappedValue == "dark" }
    #expect(theme.wrappedValue == "light")
    #expect(!isDark.wrappedValue)
    #expect(try !scene.hasSettings)
  }

  @Test func `a set is in the file when it returns`() throws {
    scene.setting("theme", "light").wrappedValue = "dark"
    #expect(try scene.stored("theme") == .text("dark"))
    let other = try scene.reopened()
    let node = Stored(wrappedValue: "light", backed: .sqlite(key: "theme", in: other))
    #expect(node.wrappedValue == "dark")
  }

  @Test func `the first set creates the table and notifies nodes that found no table`() throws {
    let (theme, size) = (scene.setting("theme", "light"), scene.setting("size", 1))
    let (themes, sizes) = (Recorder<String>(), Recorder<Int>())
    let subscription = withGraphTracking {
      theme.onChange { themes.record($0) }
      size.onChange { sizes.record($0) }
    }
    theme.wrappedValue = "dark"
    size.wrappedValue = 2
    #expect(themes.elements == ["light", "dark"])
    #expect(sizes.elements == [1, 2])
    subscription.cancel()
  }

  @Test func `a read runs one SELECT, and no further SELECT while nothing changes`() throws {
    let theme = scene.setting("theme", "light")
    theme.wrappedValue = "dark"
    let other = scene.setting("other", 0)
    other.wrappedValue = 1
    #expect(theme.wrappedValue == "dark")
    let again = scene.setting("theme", "light")
    let count = scene.statements {
      for _ in 0..<100 { #expect(theme.wrappedValue == "dark") }
      #expect(again.wrappedValue == "dark")
    }
    #expect(count == [0, 0])
    // The SELECTs read the new row back, once for the value that the column stored and once at the
    // commit.
    #expect(scene.statements { other.wrappedValue = 2 } == [2, 1])
    #expect(scene.statements { _ = theme.wrappedValue } == [0, 0])
  }

  @Test func `a set of the value that is there writes nothing`() throws {
    let theme = scene.setting("theme", "light")
    theme.wrappedValue = "dark"
    #expect(theme.wrappedValue == "dark")
    #expect(scene.statements { theme.wrappedValue = "dark" } == [0, 0])
    try database.write {
      theme.wrappedValue = "blue"
      #expect(scene.statements { theme.wrappedValue = "blue" }[1] == 0)
    }
    // An equal value in different text is not overwritten.
    let list = scene.setting("list", [1])
    list.wrappedValue = [1, 2]
    try database.execute("UPDATE stategraph_settings SET value = '[1, 2]' WHERE key = 'list'")
    list.wrappedValue = [1, 2]
    #expect(try scene.stored("list") == .text("[1, 2]"))
  }

  @Test func `setting the initial value stores it and calls no observer`() throws {
    let count = scene.setting("count", 5)
    let values = Recorder<Int>()
    let subscription = withGraphTracking { count.onChange { values.record($0) } }
    count.wrappedValue = 5
    #expect(try scene.stored("count") == .integer(5))
    #expect(values.elements == [5])
    subscription.cancel()
  }

  @Test func `a change by SQL wakes an observer, a computed and a group once each`() throws {
    let theme = scene.setting("theme", "light")
    theme.wrappedValue = "dark"
    let (values, runs, groups) = (Recorder<String>(), Recorder<Int>(), Recorder<String>())
    let length = Computed { _ in
      runs.record(0)
      return theme.wrappedValue.count
    }
    let subscription = withGraphTracking {
      theme.onChange { values.record($0) }
      length.onChange { _ in }
      withGraphTrackingGroup { groups.record(theme.wrappedValue) }
    }
    let elements = { (values.drain(), runs.drain().count, groups.drain()) }
    _ = elements()
    try database.execute("UPDATE stategraph_settings SET value = 'orange' WHERE key = 'theme'")
    #expect(elements() == (["orange"], 1, ["orange"]))
    try database.execute("DELETE FROM stategraph_settings")
    #expect(elements() == (["light"], 1, ["light"]))
    // These are commits with the initial value, with another key, and with a value that returns to
    // the old one within the write.
    try database.execute("INSERT INTO stategraph_settings VALUES ('theme', 'light')")
    try database.execute("INSERT INTO stategraph_settings VALUES ('themes', 'dark')")
    try database.execute("UPDATE stategraph_settings SET value = 'x' WHERE key = 'themes'")
    try database.write {
      theme.wrappedValue = "passing"
      theme.wrappedValue = "light"
    }
    #expect(elements() == ([], 0, []))
    subscription.cancel()
  }

  @Test func `two nodes over one key are one to their dependents`() throws {
    let (first, second) = (scene.setting("name", ""), scene.setting("name", ""))
    let length = Computed { _ in second.wrappedValue.count }
    let values = Recorder<String>()
    let subscription = withGraphTracking { second.onChange { values.record($0) } }
    #expect(length.wrappedValue == 0)
    first.wrappedValue = "Ada"
    #expect(length.wrappedValue == 3)
    #expect(values.elements == ["", "Ada"])
    #expect(scene.cells.count == 1)
    subscription.cancel()
  }

  @Test func `two nodes with different initial values are each notified of their own changes`()
    throws
  {
    let (one, two) = (scene.setting("number", 1), scene.setting("number", 2))
    let (ones, twos) = (Recorder<Int>(), Recorder<Int>())
    let subscription = withGraphTracking {
      one.onChange { ones.record($0) }
      two.onChange { twos.record($0) }
    }
    one.wrappedValue = 1
    #expect(ones.elements == [1])
    #expect(twos.elements == [2, 1])
    subscription.cancel()
  }

  @Test func `keys differ where their bytes do`() throws {
    let keys = ["", " ", "é", "e\u{301}", "a\0b", "a", "A", "'; DROP TABLE users --"]
    for (number, key) in keys.enumerated() { scene.setting(key, -1).wrappedValue = number }
    for (number, key) in keys.enumerated() {
      #expect(scene.setting(key, -1).wrappedValue == number, "\(key)")
    }
    #expect(scene.failures.elements.isEmpty)
  }

  @Test func `nil is stored as NULL, which is not absent`() throws {
    let name = scene.setting("name", "initial" as String?)
    #expect(name.wrappedValue == "initial")
    name.wrappedValue = nil
    #expect(name.wrappedValue == nil)
    #expect(try scene.stored("name") == .null)
    try database.execute("DELETE FROM stategraph_settings")
    #expect(name.wrappedValue == "initial")
  }

  @Test func `an unused cell is released, and a used node keeps the database`() throws {
    weak var database: Database?
    var node: Stored<Int>?
    // The directory has to outlive the scene, because a write to a deleted file fails.
    let directory: TemporaryDirectory
    do {
      let scene = try CellScene()
      (directory, database) = (scene.directory, scene.database)
      node = scene.setting("count", 0)
      #expect(scene.cells.count == 1)
      scene.setting("other", 0).wrappedValue = 1
      #expect(scene.cells.count == 1)
      #expect(scene.cells.slotCount(in: "stategraph_settings") == 1)
      // A dependent node keeps a cell alive without its node.
      let computed = Computed { [setting = scene.setting("third", 1)] _ in setting.wrappedValue }
      #expect(computed.wrappedValue == 1)
      #expect(scene.cells.count == 2)
      withExtendedLifetime(computed) {}
    }
    node?.wrappedValue = 1
    #expect(node?.wrappedValue == 1)
    #expect(database != nil)
    node = nil
    waitForRelease { database == nil }
    #expect(database == nil)
    withExtendedLifetime(directory) {}
  }

  @Test func `a stored list is changed in place, and a binding sets the stored value`() throws {
    let list = scene.setting("list", [Int]())
    list.wrappedValue.append(1)
    list.wrappedValue.append(2)
    #expect(try scene.stored("list") == .text("[1,2]"))
    list.binding.wrappedValue = []
    #expect(try scene.stored("list") == .text("[]"))
  }

  @Test func `a sequence of values ends with the newest`() async throws {
    let count = scene.setting("count", 0)
    count.wrappedValue = 1
    var iterator = count.values.makeAsyncIterator()
    #expect(await iterator.next() == 1)
    try database.execute("UPDATE stategraph_settings SET value = 7")
    #expect(await iterator.next() == 7)
  }

  @Test func `the trace of a set names the changed cell and its dependents`() throws {
    let node = Stored(
      wrappedValue: 0,
      backed: .sqlite(key: "count", in: database),
      name: "Counter.count"
    )
    let double = Computed(name: "double") { _ in node.wrappedValue * 2 }
    let subscription = withGraphTracking { double.onChange { _ in } }
    let trace = withGraphTrace { node.wrappedValue = 1 }
    #expect(trace.description.contains("database cell"))
    #expect(trace.description.contains("double"))
    subscription.cancel()
  }
}
