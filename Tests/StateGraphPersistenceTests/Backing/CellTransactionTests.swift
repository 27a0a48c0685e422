import SampleDomains
import TestSupport
import Testing

@testable import StateGraphPersistence

@Suite struct CellTransactionTests {
  let scene: CellScene
  let theme: Stored<String>
  let name: Stored<String>
  var database: Database { scene.database }

  init() throws {
    scene = try CellScene()
    theme = scene.setting("theme", "light")
    theme.wrappedValue = "dark"
    name = scene.user("ada", "name", "")
  }

  @Test func `a write sees its own values, and other threads see the last commit`() throws {
    let greeting = Computed { [name, theme] _ in "\(name.wrappedValue) \(theme.wrappedValue)" }
    #expect(greeting.wrappedValue == "Ada dark")
    try database.write {
      name.wrappedValue = "Countess"
      try database.execute("UPDATE stategraph_settings SET value = 'blue'")
      #expect(name.wrappedValue == "Countess")
      #expect(theme.wrappedValue == "blue")
      #expect(greeting.wrappedValue == "Countess blue")
      let seen = Recorder<String>()
      try withThread { [name, theme] in
        seen.record(name.wrappedValue)
        seen.record(theme.wrappedValue)
        seen.record(greeting.wrappedValue)
      }
      #expect(seen.elements == ["Ada", "dark", "Ada dark"])
    }
    #expect(greeting.wrappedValue == "Countess blue")
  }

  @Test func `a thread that reads first while another one writes gets the last commit`() throws {
    try database.write {
      name.wrappedValue = "Countess"
      let seen = Recorder<String>()
      try withThread { [name] in seen.record(name.wrappedValue) }
      #expect(seen.elements == ["Ada"])
    }
    #expect(name.wrappedValue == "Countess")
  }

  @Test func `a write that throws changes nothing and calls no observer`() throws {
    let values = Recorder<String>()
    let subscription = withGraphTracking {
      name.onChange { values.record($0) }
      theme.onChange { values.record($0) }
    }
    #expect(throws: Stop.self) {
      try database.write {
        name.wrappedValue = "x"
        theme.wrappedValue = "x"
        throw Stop()
      }
    }
    #expect(name.wrappedValue == "Ada")
    #expect(theme.wrappedValue == "dark")
    #expect(values.elements == ["Ada", "dark"])
    subscription.cancel()
  }

  @Test func `an inner write that throws is undone alone`() throws {
    let values = Recorder<String>()
    let subscription = withGraphTracking { name.onChange { values.record($0) } }
    try database.write {
      name.wrappedValue = "outer"
      try? database.write {
        name.wrappedValue = "inner"
        theme.wrappedValue = "inner"
        throw Stop()
      }
      #expect(name.wrappedValue == "outer")
      #expect(theme.wrappedValue == "dark")
    }
    #expect(name.wrappedValue == "outer")
    #expect(theme.wrappedValue == "dark")
    #expect(values.elements == ["Ada", "outer"])
    subscription.cancel()
  }

  @Test func `the first setting of a write that is undone is undone with its table`() throws {
    let scene = try CellScene()
    let theme = scene.setting("theme", "light")
    let values = Recorder<String>()
    let subscription = withGraphTracking { theme.onChange { values.record($0) } }
    #expect(throws: Stop.self) {
      try scene.database.write {
        theme.wrappedValue = "dark"
        // These nodes are made inside the write, where the table exists.
        #expect(scene.setting("theme", "").wrappedValue == "dark")
        #expect(scene.setting("new", 3).wrappedValue == 3)
        throw Stop()
      }
    }
    #expect(try !scene.hasSettings)
    #expect(theme.wrappedValue == "light")
    theme.wrappedValue = "dark"
    #expect(values.elements == ["light", "dark"])
    subscription.cancel()
  }

  @Test func `many cells set in one write are one notification`() throws {
    let age = scene.user("ada", "age", 0)
    let runs = Recorder<String>()
    let both = Computed { [name, theme] _ in
      "\(name.wrappedValue) \(theme.wrappedValue) \(age.wrappedValue)"
    }
    let subscription = withGraphTracking { both.onChange { runs.record($0) } }
    try database.write {
      name.wrappedValue = "B"
      theme.wrappedValue = "B"
      age.wrappedValue = 1
    }
    #expect(runs.elements == ["Ada dark 36", "B B 1"])
    subscription.cancel()
  }

  @Test func `a change that a savepoint rolled back is not visible`() throws {
    let values = Recorder<String>()
    let subscription = withGraphTracking { name.onChange { values.record($0) } }
    try database.write {
      try database.execute("SAVEPOINT s")
      name.wrappedValue = "undone"
      try database.execute("ROLLBACK TO s")
      try database.execute("RELEASE s")
      try database.execute("UPDATE users SET age = 1")
    }
    #expect(name.wrappedValue == "Ada")
    #expect(values.elements == ["Ada"])
    subscription.cancel()
  }

  @Test func `a cell and an entity's property of one column agree`() throws {
    let social = try SocialDatabase()
    try social.database.execute("INSERT INTO users (id, name) VALUES ('ada', 'Ada')")
    let ada = try #require(social.users.get(by: "ada"))
    let name = Stored(
      wrappedValue: "",
      backed: .sqlite(table: "users", column: "name", id: "ada", in: social.database)
    )
    let names = Recorder<String>()
    let subscription = withGraphTracking { name.onChange { names.record($0) } }
    ada.name = "B"
    name.wrappedValue = "C"
    #expect(ada.name == "C")
    #expect(names.elements == ["Ada", "B", "C"])
    social.users.delete("ada")
    #expect(names.elements == ["Ada", "B", "C", ""])
    subscription.cancel()
  }

  @Test func `a write with more changes than the log holds is followed`() throws {
    #expect(name.wrappedValue == "Ada")
    try database.write {
      for number in 0..<66_000 {
        try database.execute("INSERT INTO users (id, name) VALUES (\("u\(number)"), 'x')")
      }
      try database.execute("UPDATE users SET name = 'busy' WHERE id = 'ada'")
    }
    #expect(name.wrappedValue == "busy")
  }

  @Test func `a database in memory behaves the same`() throws {
    let memory = try CellScene(inMemory: true)
    let (name, theme) = (memory.user("ada", "name", ""), memory.setting("theme", "light"))
    name.wrappedValue = "B"
    theme.wrappedValue = "dark"
    try? memory.database.write {
      name.wrappedValue = "C"
      theme.wrappedValue = "x"
      throw Stop()
    }
    #expect(name.wrappedValue == "B")
    #expect(theme.wrappedValue == "dark")
    #expect(memory.failures.elements.isEmpty)
  }
}
