import StateGraphPersistence
import TestSupport

/// One transaction of a history: statements, some of which fail or are rolled back.
enum LiveStep {
  case statement(String)
  case transaction([LiveStep], undone: Bool)

  var script: String {
    switch self {
    case .statement(let sql): return sql + ";"
    case .transaction(let steps, let undone):
      let inner = steps.map(\.script).joined(separator: "\n  ")
      return "write {\n  \(inner)\n} \(undone ? "undone" : "")"
    }
  }

  /// Returns whether no part failed or was rolled back. Some statements violate constraints on
  /// purpose, and the next statement continues.
  @discardableResult
  func perform(on database: Database) -> Bool {
    switch self {
    case .statement(let sql):
      return (try? database.execute(.raw(sql))) != nil
    case .transaction(let steps, let undone):
      var isComplete = !undone
      try? database.write {
        for step in steps where !step.perform(on: database) { isComplete = false }
        if undone { throw Undone() }
      }
      return isComplete
    }
  }

  var isSchemaChange: Bool { script.contains("ALTER TABLE") }

  /// Whether old row images may from now on not distinguish NULL from the default of a column, so
  /// that the table has to be read again.
  var addsNullableDefault: Bool { script.contains("INTEGER DEFAULT 42") }

  private struct Undone: Error {}
}

extension LiveStep {
  static func random(_ random: inout SeededRandom, depth: Int = 0) -> LiveStep {
    if depth < 3, Int.random(in: 0..<4, using: &random) == 0 {
      let count = Int.random(in: 1...5, using: &random)
      let steps = (0..<count).map { _ in LiveStep.random(&random, depth: depth + 1) }
      return .transaction(steps, undone: Int.random(in: 0..<4, using: &random) == 0)
    }
    return .statement(sql(&random))
  }

  private static func sql(_ random: inout SeededRandom) -> String {
    func number(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &random) }
    func maybe(_ bound: Int) -> String { number(bound + 1) == bound ? "NULL" : "\(number(bound))" }
    func weight() -> String { number(4) == 0 ? "NULL" : "\(number(5)).0" }
    let name = "'\(LiveScene.names.randomElement(using: &random) ?? "")'"
    let (id, other, bin, rank) = (number(10), number(10), maybe(4), maybe(5))
    let row = "(\(id), \(rank), \(bin), \(weight()), \(name), NULL)"
    let things = "things (id, rank, bin_id, weight, name, note)"
    let (low, high) = (min(id, other), max(id, other))
    switch number(25) {
    case 0, 1, 2: return "INSERT INTO \(things) VALUES \(row)"
    case 3: return "INSERT OR REPLACE INTO \(things) VALUES \(row)"
    case 4: return "INSERT OR IGNORE INTO \(things) VALUES \(row)"
    case 5:
      return """
        INSERT INTO \(things) VALUES \(row)
        ON CONFLICT (id) DO UPDATE SET weight = 3.0, rank = \(rank)
        """
    case 6: return "UPDATE things SET rank = \(rank) WHERE id = \(id)"
    case 7: return "UPDATE things SET name = \(name) WHERE id BETWEEN \(low) AND \(high)"
    case 8: return "UPDATE things SET bin_id = \(bin) WHERE id BETWEEN \(low) AND \(high)"
    case 9: return "UPDATE OR FAIL things SET rank = rank + 1 WHERE id >= \(id)"
    case 10: return "UPDATE things SET rank = rank - 1 WHERE id >= \(id)"
    case 11: return "UPDATE OR REPLACE things SET id = \(other) WHERE id = \(id)"
    case 12: return "UPDATE things SET id = \(other) WHERE id = \(id)"
    case 13: return "UPDATE things SET weight = \(weight()) WHERE id = \(id)"
    case 14: return "UPDATE things SET name = name, note = 'seen'"
    case 15: return "DELETE FROM things WHERE id = \(id)"
    case 16: return "DELETE FROM things WHERE id BETWEEN \(low) AND \(high)"
    case 17: return number(4) == 0 ? "DELETE FROM things" : "DELETE FROM stickers"
    case 18:
      return """
        INSERT OR IGNORE INTO \(things)
        SELECT id + 5, NULL, bin_id, weight, name, NULL FROM things WHERE id < 5
        """
    case 19: return "INSERT INTO stickers VALUES (NULL, \(id), \(number(3)), \(number(3)))"
    case 20 where number(8) == 0:
      let type = number(2) == 0 ? "INTEGER" : "INTEGER NOT NULL"
      return "ALTER TABLE things ADD COLUMN extra\(number(1_000)) \(type) DEFAULT 42"
    case 20, 21: return "UPDATE stickers SET mark_id = \(number(3)), place = \(number(3))"
    case 22:
      return "UPDATE bins SET label = '\(["x", "y", "z"][number(3)])' WHERE id <= \(number(4))"
    case 23: return "UPDATE marks SET name = '\(["m", "n"][number(2)])' WHERE id >= \(number(3))"
    default: return "DELETE FROM stickers WHERE thing_id = \(id)"
    }
  }
}
