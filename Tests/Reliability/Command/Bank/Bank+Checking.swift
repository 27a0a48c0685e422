import StateGraphSQLite

extension Bank {
  /// The writes that the file may contain.
  enum Expectation {
    /// Exactly the writes with these numbers.
    case exactly([Int])
    /// The writes from 1 to some number in this range.
    case through(ClosedRange<Int>)
  }

  /// Compares the file with the expected result of its writes, and returns the number of the last
  /// write.
  @discardableResult
  func check(_ database: Database, has expectation: Expectation) throws -> Int {
    try database.read {
      let integrity = try database.rows("PRAGMA integrity_check").map { $0[0] }
      guard integrity == [.text("ok")] else { throw Violation("integrity_check: \(integrity)") }
      let writes = try ledger(of: database)
      try check(writes, against: expectation)
      var (balances, ring) = Bank.opening
      for write in writes {
        for step in steps(ofWrite: write) {
          balances[step.source] -= step.amount
          balances[step.target] += step.amount
          let (first, second) = (ring[step.node], ring[ring[step.node]])
          (ring[step.node], ring[first], ring[second]) = (second, ring[second], first)
        }
      }
      guard try column("SELECT balance FROM accounts ORDER BY id", of: database) == balances else {
        throw Violation("the balances differ from those that the ledger gives")
      }
      guard try column("SELECT next FROM ring ORDER BY id", of: database) == ring else {
        throw Violation("the ring differs from the one that the ledger gives")
      }
      return writes.last ?? 0
    }
  }

  private static var opening: (balances: [Int], ring: [Int]) {
    (
      Array(repeating: openingBalance, count: accountCount),
      (0..<ringLength).map { ($0 + 1) % ringLength }
    )
  }

  /// The numbers of the writes in the ledger. Each write must have all its steps.
  private func ledger(of database: Database) throws -> [Int] {
    let rows = try database.rows(
      """
      SELECT number, step, source, target, amount, node, length(padding) FROM ledger
      ORDER BY number, step
      """
    )
    let cells = rows.map { row in row.values.map { Int($0) ?? .min } }
    var numbers: [Int] = []
    for start in stride(from: 0, to: cells.count, by: Bank.stepsPerWrite) {
      let number = cells[start][0]
      let found = cells[start..<min(start + Bank.stepsPerWrite, cells.count)]
      let expected = steps(ofWrite: number).enumerated().map { index, step in
        [number, index, step.source, step.target, step.amount, step.node, step.padding]
      }
      guard Array(found) == expected else {
        throw Violation("the ledger rows of write \(number) are incomplete or wrong")
      }
      numbers.append(number)
    }
    return numbers
  }

  private func check(_ writes: [Int], against expectation: Expectation) throws {
    switch expectation {
    case .exactly(let expected):
      guard writes == expected else {
        throw Violation("the ledger has the writes \(writes) instead of \(expected)")
      }
    case .through(let range):
      guard writes == Array(1..<writes.count + 1) else {
        throw Violation("the writes in the ledger have a gap: \(writes)")
      }
      guard range.contains(writes.count) else {
        throw Violation("the last write is \(writes.count), which is not in \(range)")
      }
    }
  }

  private func column(_ sql: SQL, of database: Database) throws -> [Int] {
    try database.rows(sql).map { Int($0[0]) ?? .min }
  }
}

extension Int {
  /// The integer of a cell, or nil.
  init?(_ value: SQLiteValue) {
    guard case .integer(let number) = value else { return nil }
    self.init(number)
  }
}
