import CSQLite
import TestSupport
import Testing

@testable import StateGraphSQLite

/// The expected change of a statement is reported only if the preupdate hook agrees with it.
@Suite struct ExpectedChangeTests {
  private static let update = StatementText("UPDATE t SET b = 11 WHERE id = 1")

  private func database(_ more: [SQL] = []) throws -> WatchedDatabase {
    try WatchedDatabase(
      [
        "CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT, b INTEGER CHECK (b <> 13))",
        "INSERT INTO t VALUES (1, 'x', 10), (2, '', NULL)",
      ] + more,
      watching: ["t"]
    )
  }

  /// The expected update from `old` to `new`, as a caller makes it.
  private func expectation(_ old: RowImage, _ new: RowImage) -> ExpectedChange {
    let key = RowKey.value(old[0])
    return .update(ExpectedUpdate(key: key, hash: key.keyHash, old: old, new: new))
  }

  private func table(_ watched: WatchedDatabase) throws -> WatchedTable {
    guard let table = try watched.database.table("t") else { throw TestFailure("no table") }
    return try watched.database.watch(table)
  }

  private func run(
    _ text: StatementText,
    expecting change: ExpectedChange,
    in watched: WatchedDatabase,
    after statements: [SQL] = []
  ) throws -> [[String]] {
    let table = try table(watched)
    try watched.database.write {
      for statement in statements { try watched.database.execute(statement) }
      try watched.database.withWriter { writer in
        let statement = try writer.prepare(text)
        try table.expecting(change) { try statement.run() }
      }
    }
    return watched.commits.changeSets.drain().map(\.lines)
  }

  @Test func `an update is reported as it was expected`() throws {
    let watched = try database()
    let change = expectation([1.value, "x".value, 10.value], [1.value, "x".value, 11.value])
    let lines = try run(Self.update, expecting: change, in: watched)
    #expect(lines == [["t 1: (1, 'x', 10) -> (1, 'x', 11)"]])
  }

  private static let otherRows: [[SQLiteValue]] = [
    [1.value, "y".value, 10.value], [1.value, "x".value, 12.value],
    [1.value, "x".value, .real(10)], [1.value, .null, 10.value],
    [2.value, "x".value, 10.value], [1.value, .blob([120]), 10.value], [1.value, "x".value],
  ]

  @Test(arguments: otherRows)
  func `an expected change of another row is ignored`(old: [SQLiteValue]) throws {
    let watched = try database()
    let change = expectation(RowImage(old), RowImage(old.dropLast() + [99.value]))
    let lines = try run(Self.update, expecting: change, in: watched)
    #expect(lines == [["t 1: (1, 'x', 10) -> (1, 'x', 11)"]])
  }

  @Test func `earlier changes of the row in the transaction are part of the change`() throws {
    let watched = try database()
    let change = expectation([1.value, "z".value, 10.value], [1.value, "z".value, 11.value])
    let lines = try run(
      Self.update,
      expecting: change,
      in: watched,
      after: ["UPDATE t SET a = 'z' WHERE id = 1"]
    )
    #expect(lines == [["t 1: (1, 'x', 10) -> (1, 'z', 11)"]])
  }

  @Test func `a trigger that changes the row before or after is seen`() throws {
    for time in ["BEFORE", "AFTER"] {
      let watched = try database([
        .raw(
          """
          CREATE TRIGGER tr \(time) UPDATE OF b ON t
            BEGIN UPDATE t SET a = a || '!' WHERE id = old.id; END
          """
        )
      ])
      let change = expectation([1.value, "x".value, 10.value], [1.value, "x".value, 11.value])
      let lines = try run(Self.update, expecting: change, in: watched)
      #expect(lines == [["t 1: (1, 'x', 10) -> (1, 'x!', 11)"]], "\(time)")
    }
  }

  @Test func `an expected change back to the original values is no change`() throws {
    let watched = try database()
    let change = expectation([1.value, "x".value, 12.value], [1.value, "x".value, 10.value])
    let lines = try run(
      StatementText("UPDATE t SET b = 10 WHERE id = 1"),
      expecting: change,
      in: watched,
      after: ["UPDATE t SET b = 12 WHERE id = 1"]
    )
    #expect(lines == [[]])
  }

  @Test func `an expected change that is rolled back is no change`() throws {
    let watched = try database()
    let table = try table(watched)
    let change = expectation([1.value, "x".value, 10.value], [1.value, "x".value, 11.value])
    _ = try watched.database.write {
      #expect(throws: TestFailure.self) {
        try watched.database.write {
          try watched.database.withWriter { writer in
            let statement = try writer.prepare(Self.update)
            try table.expecting(change) { try statement.run() }
          }
          throw TestFailure("undo")
        }
      }
    }
    #expect(watched.commits.changeSets.drain().map(\.lines) == [[]])
  }

  @Test func `text is read right where the file is not UTF-8`() throws {
    let directory = try TemporaryDirectory()
    let path = directory.file("wide.sqlite")
    var handle: OpaquePointer?
    #expect(sqlite3_open(path, &handle) == SQLITE_OK)
    let script = """
      PRAGMA encoding = 'UTF-16le';
      CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT, b INTEGER);
      INSERT INTO t VALUES (1, 'é\u{1F600}', 10), (2, '', 1);
      """
    #expect(sqlite3_exec(handle, script, nil, nil, nil) == SQLITE_OK)
    sqlite3_close(handle)
    let database = try Database(path: path)
    #expect(try database.rows("PRAGMA encoding").first?[0] == "UTF-16le".value)
    guard let table = try database.table("t") else { throw TestFailure("no table") }
    try database.watch(table)
    let commits = CommitRecorder()
    _ = database.attach { commits }
    try database.execute("UPDATE t SET b = 11")
    #expect(
      commits.changeSets.drain().map(\.lines) == [
        [
          "t 1: (1, 'é\u{1F600}', 10) -> (1, 'é\u{1F600}', 11)",
          "t 2: (2, '', 1) -> (2, '', 11)",
        ]
      ]
    )
  }
}

/// The rows of a transaction, by key.
@Suite struct TouchedRowsTests {
  @Test func `every key is found among few and many keys, and a missing key is not found`() {
    var rows = TouchedRows()
    for number in 0..<1_000 {
      let key = RowKey.value(.integer(Int64(number)))
      #expect(rows.place(of: key) == nil)
      rows.append(
        TouchedRows.Entry(key: key, hash: key.keyHash, old: nil, new: nil, touchedAt: number)
      )
      let middle = RowKey.value(.real(Double(number / 2)))
      #expect(rows.place(of: key) == number)
      #expect(rows.place(of: middle) == number / 2)
    }
    rows.taint(since: 500)
    #expect(rows.entries.filter(\.isTainted).count == 499)
    rows.removeAll()
    #expect(rows.isEmpty)
    #expect(rows.place(of: .value(.integer(3))) == nil)
  }
}

/// Images with a column changed.
@Suite struct ReplacingTests {
  private static let values: [SQLiteValue] = [
    .null, 0.value, 1.value, 300.value, 70_000.value, Int.min.value, .real(0.5), "".value,
    "text".value, String(repeating: "é", count: 300).value, .blob([]), .blob([0, 255, 3]),
  ]

  @Test(arguments: values)
  func `replacing the value of one column keeps the values of the other columns`(value: SQLiteValue)
  {
    let image = RowImage(Self.values)
    for index in Self.values.indices {
      var expected = Self.values
      expected[index] = value
      let replaced = image.replacing(index, by: value)
      #expect(replaced.count == expected.count)
      for (column, value) in expected.enumerated() {
        #expect(replaced[column].isIdentical(to: value), "column \(column), changed \(index)")
        #expect(replaced.isIdentical(at: column, to: value))
      }
    }
    #expect(RowImage([value]).replacing(0, by: .null) == [.null])
  }
}
