import StateGraphSQLite
import TestSupport
import Testing

/// Random transactions on tiny domains, where everything collides with everything.
@Suite struct ChangeSetPropertyTests {
  private typealias Model = [String: [RowKey: [SQLiteValue]]]

  private static let tables: [(name: String, key: [Int]?)] = [
    ("t", [0]), ("w", [0, 1]), ("n", nil), ("k", [0]), ("c", [0]),
  ]

  private static let schema: [SQL] = [
    "CREATE TABLE t (id INTEGER PRIMARY KEY, a INTEGER UNIQUE, b CHECK (b <> 5))",
    "CREATE TABLE w (a TEXT, b INTEGER, v, PRIMARY KEY (a, b)) WITHOUT ROWID",
    "CREATE TABLE n (v, u)",
    "CREATE TABLE k (k TEXT COLLATE NOCASE PRIMARY KEY NOT NULL, v)",
    "CREATE TABLE c (id INTEGER PRIMARY KEY, t INTEGER REFERENCES t (id) ON DELETE CASCADE)",
    "CREATE TRIGGER tr AFTER UPDATE OF b ON t WHEN new.b = 3 BEGIN DELETE FROM n WHERE u = 3; END",
  ]

  private func read(_ watched: WatchedDatabase) throws -> Model {
    var model: Model = [:]
    for (name, key) in ChangeSetPropertyTests.tables {
      let rows =
        try key == nil
        ? watched.values("SELECT rowid, * FROM \(table: name)")
        : watched.values("SELECT * FROM \(table: name)")
      for row in rows {
        let image = key == nil ? Array(row.dropFirst()) : row
        model[name, default: [:]][RowKey(key.map { $0.map { row[$0] } } ?? [row[0]])] = image
      }
    }
    return model
  }

  private func apply(_ changeSet: ChangeSet, to model: inout Model) {
    for (table, changes) in changeSet.tables {
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

  private func statement(_ random: inout SeededRandom) -> String {
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

  /// Some statements, savepoints and nested writes; failures are part of it.
  private func work(
    _ watched: WatchedDatabase,
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
        try? watched.database.write {
          work(watched, &random, depth: depth + 1, log: &log)
          if Bool.random(using: &random) { throw TestFailure("inner") }
        }
        log.append("}")
        continue
      default: text = statement(&random)
      }
      log.append(text)
      _ = try? watched.database.execute(.raw(text))
    }
  }

  @Test func `applying every change set to a model gives what the file has`() throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SeededRandom(seed: seed)
    let watched = try WatchedDatabase(
      ChangeSetPropertyTests.schema,
      watching: ChangeSetPropertyTests.tables.map(\.name)
    )
    var model: Model = [:]
    var commits = 0
    for round in 0..<1500 {
      var log: [String] = []
      let before = model
      do {
        try watched.database.write { work(watched, &random, depth: 1, log: &log) }
        commits += 1
      } catch {
        #expect(watched.commits.changeSets.elements.isEmpty)
      }
      for changeSet in watched.commits.changeSets.drain() { apply(changeSet, to: &model) }
      let fresh = try read(watched)
      guard model.isIdentical(to: fresh) else {
        Issue.record(
          "seed \(seed), round \(round): \(log)\nbefore \(before)\nmodel \(model)\nfile \(fresh)"
        )
        return
      }
    }
    #expect(commits > 500, "seed \(seed)")
  }
}

extension [String: [RowKey: [SQLiteValue]]] {
  fileprivate func isIdentical(to other: Self) -> Bool {
    self == other
      && allSatisfy { table, rows in
        rows.allSatisfy { key, image in
          zip(image, other[table]?[key] ?? []).allSatisfy { $0.isIdentical(to: $1) }
        }
      }
  }
}
