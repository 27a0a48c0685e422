import Foundation
import TestSupport
import Testing

@testable import StateGraphPersistence

/// Random sets by nodes and by SQL, inside writes and outside, committed or rolled back. After each
/// step, the nodes, the computed values and the last delivered values equal plain SELECTs.
///
/// `STATEGRAPH_SEED` and `STATEGRAPH_OPERATIONS` repeat or lengthen a run.
@Suite struct CellHistoryTests {
  @Test(arguments: TestSeed.seeds(3, includesCurrent: true), [false, true])
  func `after random sets and rollbacks, every node agrees with the file`(
    seed: UInt64,
    inMemory: Bool
  ) throws {
    let count =
      ProcessInfo.processInfo.environment["STATEGRAPH_OPERATIONS"].flatMap(Int.init) ?? 300
    var history = try CellHistory(seed: seed, inMemory: inMemory)
    for number in 0..<count {
      let operation = try history.step()
      let wrong = try history.differences()
      #expect(wrong == [], "seed \(seed), operation \(number): \(operation)")
      if !wrong.isEmpty { return }
    }
  }
}

private struct CellHistory {
  static let keys = ["a", "b", "é", "e\u{301}"]
  static let users = ["ada", "bob", "eve"]

  let scene: CellScene
  var random: SeededRandom
  /// The nodes, each with a SELECT of its cell. The value is the initial one if there is no row.
  var nodes: [(node: Stored<String?>, sql: SQL)]
  let all: Computed<[String?]>
  let delivered: [Recorder<String?>]
  let deliveredAll = Recorder<[String?]>()
  let subscription: AnyCancellable

  init(seed: UInt64, inMemory: Bool) throws {
    let scene = try CellScene(inMemory: inMemory)
    self.scene = scene
    random = SeededRandom(seed: seed)
    nodes = CellHistory.keys.map { key in
      let sql: SQL = "SELECT value FROM stategraph_settings WHERE key = \(key)"
      return (scene.setting(key, "initial" as String?), sql)
    }
    nodes += CellHistory.users.map { user in
      let sql: SQL = "SELECT name FROM users WHERE id = \(user)"
      return (scene.user(user, "name", "initial" as String?), sql)
    }
    let observed = nodes.map(\.node)
    all = Computed { _ in observed.map(\.wrappedValue) }
    delivered = observed.map { _ in Recorder<String?>() }
    subscription = withGraphTracking { [delivered, all, deliveredAll] in
      for (node, recorder) in zip(observed, delivered) { node.onChange { recorder.record($0) } }
      all.onChange { deliveredAll.record($0) }
    }
  }

  mutating func step() throws -> String {
    var log: [String] = []
    let shape = Int.random(in: 0..<10, using: &random)
    switch shape {
    case 0..<5: try one(&log)
    case 5, 6:
      log.append("write")
      try? scene.database.write { for _ in 0..<4 { try one(&log) } }
    case 7:
      log.append("write, throw")
      try? scene.database.write {
        for _ in 0..<4 { try one(&log) }
        throw Stop()
      }
    default:
      log.append("write, write, throw")
      try? scene.database.write {
        try one(&log)
        try? scene.database.write {
          for _ in 0..<3 { try one(&log) }
          throw Stop()
        }
        try one(&log)
        // Inside the write, the nodes agree with SELECTs of the same thread.
        for (node, sql) in nodes {
          guard try node.wrappedValue == fresh(sql) else { throw TestFailure("inside: \(log)") }
        }
      }
    }
    return log.joined(separator: "; ")
  }

  private mutating func one(_ log: inout [String]) throws {
    let index = Int.random(in: 0..<nodes.count, using: &random)
    let text = ["x", "y", "forbidden", "[1]"].randomElement(using: &random) ?? ""
    let kind = Int.random(in: 0..<12, using: &random)
    log.append("\(kind) \(index) \(text)")
    switch kind {
    case 0..<4: nodes[index].node.wrappedValue = text
    case 4: nodes[index].node.wrappedValue = nil
    case 5: nodes[index].node.wrappedValue?.append("+")
    default: sql(kind, text)
    }
  }

  private mutating func sql(_ kind: Int, _ text: String) {
    let key = CellHistory.keys.randomElement(using: &random) ?? ""
    let user = CellHistory.users.randomElement(using: &random) ?? ""
    let statement: SQL =
      switch kind {
      case 6: "UPDATE stategraph_settings SET value = \(text) WHERE key = \(key)"
      case 7: "UPDATE users SET name = \(text) WHERE id = \(user)"
      case 8: "DELETE FROM stategraph_settings WHERE key = \(key)"
      case 9: "DELETE FROM users WHERE id = \(user)"
      case 10: "INSERT OR REPLACE INTO users (id, name) VALUES (\(user), \(text))"
      default: "UPDATE users SET name = CASE id WHEN \(user) THEN NULL ELSE \(text) END"
      }
    // The statement fails if the table is missing or a constraint is violated, possibly half-way.
    _ = try? scene.database.execute(statement)
  }

  func differences() throws -> [String] {
    var wrong: [String] = []
    var expected: [String?] = []
    for (number, (node, sql)) in nodes.enumerated() {
      let value = try fresh(sql)
      expected.append(value)
      if node.wrappedValue != value { wrong.append("node \(number)") }
      if delivered[number].elements.last != .some(value) { wrong.append("delivered \(number)") }
      let repeated = zip(delivered[number].elements, delivered[number].elements.dropFirst())
      if repeated.contains(where: { $0 == $1 }) { wrong.append("told twice \(number)") }
    }
    if all.wrappedValue != expected { wrong.append("computed") }
    if deliveredAll.elements.last != expected { wrong.append("delivered computed") }
    return wrong
  }

  private func fresh(_ sql: SQL) throws -> String? {
    // A missing table of settings has no rows.
    guard let row = try? scene.database.rows(sql).first else { return "initial" }
    switch row[0] {
    case .null: return nil
    case .text(let text): return text
    default: throw TestFailure("neither text nor NULL")
    }
  }
}
