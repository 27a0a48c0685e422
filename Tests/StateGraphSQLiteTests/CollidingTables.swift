import StateGraphSQLite
import TestSupport
import Testing

/// Small tables with frequent conflicts, random work on them, and a model that change sets update.
enum CollidingTables {
  typealias Model = [String: [RowKey: [SQLiteValue]]]

  static let tables: [(name: String, key: [Int]?)] = [
    ("t", [0]), ("w", [0, 1]), ("n", nil), ("k", [0]), ("c", [0]),
  ]

  static let schema: [SQL] = [
    "CREATE TABLE t (id INTEGER PRIMARY KEY, a INTEGER UNIQUE, b CHECK (b <> 5))",
    "CREATE TABLE w (a TEXT, b INTEGER, v, PRIMARY KEY (a, b)) WITHOUT ROWID",
    "CREATE TABLE n (v, u)",
    "CREATE TABLE k (k TEXT COLLATE NOCASE PRIMARY KEY NOT NULL, v)",
    "CREATE TABLE c (id INTEGER PRIMARY KEY, t INTEGER REFERENCES t (id) ON DELETE CASCADE)",
    "CREATE TRIGGER tr AFTER UPDATE OF b ON t WHEN new.b = 3 BEGIN DELETE FROM n WHERE u = 3; END",
  ]

  static func read(_ database: Database) throws -> Model {
    var model: Model = [:]
    for (name, key) in tables {
      let rows: [[SQLiteValue]] =
        try key == nil
        ? database.rows("SELECT rowid, * FROM \(table: name)").map(\.values)
        : database.rows("SELECT * FROM \(table: name)").map(\.values)
      for row in rows {
        let image = key == nil ? Array(row.dropFirst()) : row
        model[name, default: [:]][RowKey(key.map { $0.map { row[$0] } } ?? [row[0]])] = image
      }
    }
    return model
  }

  static func apply(_ changeSet: ChangeSet, to model: inout Model) {
    for (name, changes) in changeSet.tables {
      let table = name.string
      guard case .rows(let rows) = changes else {
        Issue.record("\(table) was reset")
        continue
      }
      for row in rows {
        #expect(
          row.old.map(Array.init) == model[table]?[row.key],
          "the image before, of \(table) \(row.key)"
        )
        model[table, default: [:]][row.key] = row.new.map(Array.init)
      }
    }
    model = model.filter { !$0.value.isEmpty }
  }

  private static func statement(_ random: inout SeededRandom) -> String {
    func number() -> Int { Int.random(in: 0...4, using: &random) }
    func value() -> String {
      ["0", "1", "2", "3", "5", "1.0", "'x'", "NULL"].randomElement(using: &random) ?? "0"
    }
    func text() -> String { ["'a'", "'A'", "'b'", "'B'"].randomElement(using: &random) ?? "'a'" }
    let or =
      ["", "", "", "OR REPLACE", "OR IGNORE", "OR FAIL", "OR ABORT"].randomElement(using: &random)
      ?? ""
    let rollback = Int.random(in: 0..<60, using: &random) == 0 ? "OR ROLLBACK" : or
    switch Int.random(in: 0..<18, using: &random) {
    case 0, 1: return "INSERT \(rollback) INTO t VALUES (\(number()), \(number()), \(value()))"
    case 2:
      return "UPDATE \(rollback) t SET a = \(number()), b = \(value()) WHERE id >= \(number())"
    case 3: return "UPDATE \(or) t SET id = \(number()) WHERE id = \(number())"
    case 4: return "DELETE FROM t WHERE id = \(number())"
    case 5: return "INSERT \(or) INTO w VALUES (\(text()), \(number()), \(value()))"
    case 6: return "UPDATE \(or) w SET b = \(number()), v = \(value()) WHERE a = \(text())"
    case 7: return "DELETE FROM w WHERE b = \(number())"
    case 8: return "INSERT INTO n VALUES (\(value()), \(number()))"
    case 9: return "UPDATE \(or) n SET rowid = \(number()) WHERE u = \(number())"
    case 10: return "UPDATE n SET v = \(value()) WHERE u = \(number())"
    case 11: return "DELETE FROM \(Bool.random(using: &random) ? "n" : "w")"
    case 12: return "INSERT \(or) INTO k VALUES (\(text()), \(value()))"
    case 13: return "UPDATE \(or) k SET k = \(text()), v = \(value()) WHERE k = \(text())"
    case 14: return "INSERT \(or) INTO c VALUES (\(number()), \(number()))"
    case 15: return "INSERT INTO t SELECT b, u, v FROM (SELECT u AS b, u, v FROM n) LIMIT 3"
    case 16:
      return "INSERT INTO t VALUES (\(number()), \(number()), \(value())) "
        + "ON CONFLICT (id) DO UPDATE SET b = excluded.b"
    default: return "DELETE FROM k WHERE v IS \(value())"
    }
  }

  /// Random statements, savepoints and nested writes. Some of them fail by design.
  static func work(
    _ database: Database,
    _ random: inout SeededRandom,
    depth: Int,
    log: inout [String]
  ) {
    for _ in 0..<Int.random(in: 1...8, using: &random) {
      let text: String
      switch Int.random(in: 0..<12, using: &random) {
      case 0: text = "SAVEPOINT s\(Int.random(in: 0...1, using: &random))"
      case 1: text = "ROLLBACK TO s\(Int.random(in: 0...1, using: &random))"
      case 2: text = "RELEASE s\(Int.random(in: 0...1, using: &random))"
      case 3 where depth < 3:
        log.append("{")
        try? database.write {
          work(database, &random, depth: depth + 1, log: &log)
          if Bool.random(using: &random) { throw TestFailure("inner") }
        }
        log.append("}")
        continue
      default: text = statement(&random)
      }
      log.append(text)
      _ = try? database.execute(.raw(text))
    }
  }
}

extension [String: [RowKey: [SQLiteValue]]] {
  func isIdentical(to other: Self) -> Bool {
    self == other
      && allSatisfy { table, rows in
        rows.allSatisfy { key, image in
          zip(image, other[table]?[key] ?? []).allSatisfy { $0.isIdentical(to: $1) }
        }
      }
  }
}
