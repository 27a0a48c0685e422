import StateGraphSQLite

/// The plan by which SQLite runs a query (<https://sqlite.org/eqp.html>).
public struct QueryPlan: Sendable, CustomStringConvertible {
  /// One line of the plan.
  public struct Step: Sendable, Hashable {
    /// The depth of the line in the tree that SQLite reports.
    public let depth: Int
    /// The description of the step by SQLite, such as `SCAN posts`.
    public let detail: String
  }

  /// The lines of the plan in SQLite's order.
  public let steps: [Step]
  /// The names of the tables that are scanned completely, with or without an index.
  public let scans: [String]
  let scannedAliases: [String]

  init(_ statement: QueryStatement, in database: Database) throws {
    try self.init(statement.sql, statement.sources, in: database)
  }

  init(_ sql: SQL, _ sources: [QuerySource] = [], in database: Database) throws {
    var depths: [SQLiteValue: Int] = [:]
    let rows = try database.withReader { connection in
      // EXPLAIN does not check whether another connection has changed the schema.
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

  /// Whether at least one step of the plan uses an index or a primary key.
  public var usesIndex: Bool {
    steps.contains { $0.detail.contains(" USING ") && !$0.detail.contains("USING AUTOMATIC") }
  }

  /// Whether SQLite has to sort rows because no index has the order of the query.
  public var sorts: Bool {
    steps.contains { $0.detail.hasPrefix("USE TEMP B-TREE FOR") && $0.detail.hasSuffix("ORDER BY") }
  }

  public var description: String {
    steps.map { String(repeating: "  ", count: $0.depth) + $0.detail }.joined(separator: "\n")
  }
}

extension QueryPlan.Step {
  /// The name of the table that the step scans; nil for other steps and for table-valued functions.
  fileprivate var scannedName: String? {
    guard detail.hasPrefix("SCAN "), !detail.contains(" VIRTUAL TABLE ") else { return nil }
    var name = detail.dropFirst(5)
    if let index = name.firstRange(of: " USING ") { name = name[..<index.lowerBound] }
    if name.hasSuffix(" LEFT-JOIN") { name = name.dropLast(10) }
    return name == "CONSTANT ROW" || name.hasPrefix("(") ? nil : String(name)
  }
}
