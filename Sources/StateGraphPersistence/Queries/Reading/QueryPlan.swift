import StateGraphSQLite

/// How SQLite is going to run a query (<https://sqlite.org/eqp.html>).
public struct QueryPlan: Sendable, CustomStringConvertible {
  /// One line of the plan.
  public struct Step: Sendable, Hashable {
    /// How deep it lies in the tree.
    public let depth: Int
    /// What SQLite says of it.
    public let detail: String
  }

  /// The plan in SQLite's order.
  public let steps: [Step]
  /// The tables that are read from end to end, by way of an index or not.
  public let scans: [String]
  let scannedAliases: [String]

  init(_ statement: QueryStatement, in database: Database) throws {
    try self.init(statement.sql, statement.sources, in: database)
  }

  init(_ sql: SQL, _ sources: [QuerySource] = [], in database: Database) throws {
    var depths: [SQLiteValue: Int] = [:]
    let rows = try database.withReader { connection in
      // EXPLAIN does not look whether the schema has changed since this connection read it.
      _ = try connection.firstValue("SELECT 1 FROM sqlite_schema LIMIT 1")
      return try connection.rows("EXPLAIN QUERY PLAN \(sql)")
    }
    steps = rows.compactMap { row in
      guard case .text(let detail) = row[3] else { return nil }
      let depth = depths[row[1]].map { $0 + 1 } ?? 0
      depths[row[0]] = depth
      return Step(depth: depth, detail: detail)
    }
    scannedAliases = steps.compactMap(\.scannedName)
    scans = scannedAliases.map { alias in
      sources.first { $0.alias == alias }?.definition.table ?? alias
    }
  }

  /// Whether an index or a primary key is used for any of it.
  public var usesIndex: Bool {
    steps.contains { $0.detail.contains(" USING ") && !$0.detail.contains("USING AUTOMATIC") }
  }

  /// Whether rows are sorted because no index has them in the order.
  public var sorts: Bool {
    steps.contains { $0.detail.hasPrefix("USE TEMP B-TREE FOR") && $0.detail.hasSuffix("ORDER BY") }
  }

  public var description: String {
    steps.map { String(repeating: "  ", count: $0.depth) + $0.detail }.joined(separator: "\n")
  }
}

extension QueryPlan.Step {
  /// The name of a table that is read whole. A table-valued function is none.
  fileprivate var scannedName: String? {
    guard detail.hasPrefix("SCAN "), !detail.contains(" VIRTUAL TABLE ") else { return nil }
    var name = detail.dropFirst(5)
    if let index = name.firstRange(of: " USING ") { name = name[..<index.lowerBound] }
    if name.hasSuffix(" LEFT-JOIN") { name = name.dropLast(10) }
    return name == "CONSTANT ROW" || name.hasPrefix("(") ? nil : String(name)
  }
}
