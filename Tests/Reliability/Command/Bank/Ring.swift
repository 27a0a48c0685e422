import StateGraphSQLite

/// A table whose rows form a circle. A step that is lost, doubled or out of order leaves a
/// different circle, or no circle.
enum Ring {
  /// Swaps the two rows that follow `node`.
  static func turn(behind node: Int, in database: Database) throws {
    let first = try next(of: node, in: database)
    let second = try next(of: first, in: database)
    let third = try next(of: second, in: database)
    try database.execute("UPDATE ring SET next = \(second) WHERE id = \(node)")
    try database.execute("UPDATE ring SET next = \(third) WHERE id = \(first)")
    try database.execute("UPDATE ring SET next = \(first) WHERE id = \(second)")
  }

  private static func next(of node: Int, in database: Database) throws -> Int {
    let rows = try database.rows("SELECT next FROM ring WHERE id = \(node)")
    guard let row = rows.first, case .integer(let next) = row[0] else {
      throw Violation("the ring has no member \(node)")
    }
    return Int(next)
  }
}
