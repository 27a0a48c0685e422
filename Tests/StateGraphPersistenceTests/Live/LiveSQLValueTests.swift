import SampleDomains
import StateGraphCore
import StateGraphTesting
import TestSupport
import Testing

@testable import StateGraphPersistence

/// Live SQL as values, as decoded types and as entities.
@Suite(.database(.social)) struct LiveSQLValueTests {
  let scene: LiveSQLScene
  var database: Database { scene.database }

  init() throws { scene = try LiveSQLScene() }

  struct Row: Decodable, Equatable, Sendable {
    let x: String
    let y: Int
  }

  @Test func `rows are decoded, and only after they have changed`() throws {
    let node = try database.live(Row.self, sql: "SELECT x, y FROM a ORDER BY id LIMIT 1")
    #expect(node.wrappedValue == [Row(x: "one", y: 10)])
    let calls = Recorder<[Row]>()
    let subscription = withGraphTracking { node.onChange { calls.record($0) } }
    _ = calls.drain()
    try database.execute("UPDATE a SET x = 'new' WHERE id = 3")
    #expect(calls.drain().isEmpty)
    try database.execute("UPDATE a SET y = 11")
    #expect(calls.drain() == [[Row(x: "one", y: 11)]])
    subscription.cancel()
  }

  @Test func `a row that cannot be decoded empties the node until it can`() throws {
    let node = try database.live(Row.self, sql: "SELECT x, y FROM a WHERE id = 1")
    try database.execute("UPDATE a SET y = 'text' WHERE id = 1")
    #expect(node.wrappedValue == [])
    try database.execute("UPDATE a SET y = 12 WHERE id = 1")
    #expect(node.wrappedValue == [Row(x: "one", y: 12)])
  }

  @Test func `the first column as values, or as one value`() throws {
    let all = try database.liveValues(Int.self, sql: "SELECT y FROM a ORDER BY id")
    let optional = try database.liveValues(Int?.self, sql: "SELECT y FROM a ORDER BY id")
    let sum = try database.liveValue(Int.self, sql: "SELECT sum(y) FROM a")
    #expect(all.wrappedValue == [10, 20, 30])
    #expect(sum.wrappedValue == 60)
    try database.execute("UPDATE a SET y = NULL WHERE id = 2")
    #expect(all.wrappedValue == [])
    #expect(optional.wrappedValue == [10, nil, 30])
    #expect(sum.wrappedValue == 40)
    try database.execute("DELETE FROM a")
    #expect(all.wrappedValue == [] && sum.wrappedValue == nil)
  }

  @Test func `entities whose keys the SQL returns`() throws {
    let social = try SocialDatabase(.current)
    let ada = User(id: "ada", name: "Ada")
    let ben = User(id: "ben", name: "Ben")
    try social.database.write {
      social.users.add(ada)
      social.users.add(ben)
    }
    let node = try social.users.query(
      sql: "SELECT id FROM users WHERE length(name) = \(3) ORDER BY name DESC"
    ).live
    #expect(node.wrappedValue.map(\.typedID) == ["ben", "ada"])
    #expect(node.wrappedValue.first === ben)
    let calls = Recorder<[String]>()
    let subscription = withGraphTracking { node.onChange { calls.record($0.map(\.name)) } }
    _ = calls.drain()
    ada.bio = "Mathematician"
    ben.name = "Bob"
    #expect(calls.drain().isEmpty)
    ben.name = "Zoe the second"
    #expect(calls.drain() == [["Ada"]])
    social.users.delete("ada")
    #expect(calls.drain() == [[]])
    try social.database.execute("INSERT INTO users (id, name) VALUES ('eve', 'Eve')")
    #expect(calls.drain() == [["Eve"]])
    subscription.cancel()
  }

  @Test func `keys of another table follow which rows have entities`() throws {
    let social = try SocialDatabase(.current)
    try social.database.execute("CREATE TABLE chosen (id TEXT)")
    try social.database.execute("INSERT INTO chosen VALUES ('eve')")
    let node = try social.users.query(sql: "SELECT id FROM chosen").live
    #expect(node.wrappedValue.isEmpty)
    social.users.add(User(id: "eve", name: "Eve"))
    #expect(node.wrappedValue.map(\.name) == ["Eve"])
    social.users.delete("eve")
    #expect(node.wrappedValue.isEmpty)
  }

  @Test func `a query of entities without the key, or of a store in memory`() throws {
    let social = try SocialDatabase(.current)
    social.users.add(User(id: "ada", name: "Ada"))
    #expect(try social.users.query(sql: "SELECT name FROM users").live.wrappedValue.isEmpty)
    let error = #expect(throws: DatabaseError.self) {
      try EntityStore<User>().query(sql: "SELECT id FROM users").live
    }
    #expect(error?.code == .misuse)
  }

  @Test func `SQL inside a Computed is a dependency`() throws {
    let limit = Stored(wrappedValue: 15)
    let database = database
    let names = Computed { _ in
      let sql: SQL = "SELECT x FROM a WHERE y > \(limit.wrappedValue) ORDER BY id"
      return (try? database.liveValues(String.self, sql: sql).wrappedValue) ?? []
    }
    #expect(names.wrappedValue == ["two", "three"])
    try database.execute("UPDATE a SET y = 16 WHERE id = 1")
    #expect(names.wrappedValue == ["one", "two", "three"])
    limit.wrappedValue = 25
    #expect(names.wrappedValue == ["three"])
    #expect(scene.graph.liveStatements.count == 1)
  }
}
