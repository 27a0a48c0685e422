import StateGraphSQLite

/// The steps by which SQLite runs a query, as reported by EXPLAIN QUERY PLAN
/// (<https://sqlite.org/eqp.html>).
public struct QueryPlan: Sendable, CustomStringConvertible {
  /// One line of the report, which describes a step such as the scan of a table.
  public struct Step: Sendable, Hashable {
    /// The depth of the step in the tree of steps. The depth is 0 for the outermost steps.
    public let depth: Int
    /// SQLite's description of the step, such as `SCAN posts`.
    public let detail: String
  }

  /// The steps in the order in which SQLite reports them. A nested step follows its outer step.
  public let steps: [Step]
  /// The names of the tables from which SQLite reads all rows, with or without an index.
  public let scans: [String]
  let scannedAliases: [String]

  init(_ statement: QueryStatement, in database: Database) throws {
    try self.init(statement.sql, sources: statement.sources, in: database)
  }

  init(_ sql: SQL, sources: [QuerySource] = [], in database: Database) throws {
    var depths: [SQLiteValue: Int] = [:]
    let rows = try database.withReader { connection in
      // EXPLAIN does not notice that another connection has changed the schema. After this SELECT,
      // SQLite has the current schema.
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
      sources.first { $0.alias.hasSameBytes(as: alias) }?.definition.table ?? alias
    }
  }

  /// Whether at least one step uses an index or a primary key.
  ///
  /// An index that SQLite builds only for this query does not count.
  public var usesIndex: Bool {
    steps.contains { $0.detail.contains(" USING ") && !$0.detail.contains("USING AUTOMATIC") }
  }

  /// Whether SQLite has to sort the rows, because no index has the order of the query.
  public var sorts: Bool {
    steps.contains { $0.detail.hasPrefix("USE TEMP B-TREE FOR") && $0.detail.hasSuffix("ORDER BY") }
  }

  public var description: String {
    steps.map { String(repeating: "  ", count: $0.depth) + $0.detail }.joined(separator: "\n")
  }
}

extension QueryPlan.Step {
  /// The name or alias of the table that the step scans.
  ///
  /// The value is nil for other steps and for table-valued functions.
  fileprivate var scannedName: String? {
    guard detail.hasPrefix("SCAN "), !detail.contains(" VIRTUAL TABLE ") else { return nil }
    var name = detail.dropFirst(5)
    if let index = name.firstRange(of: " USING ") { name = name[..<index.lowerBound] }
    if name.hasSuffix(" LEFT-JOIN") { name = name.dropLast(10) }
    return name == "CONSTANT ROW" || name.hasPrefix("(") ? nil : String(name)
  }
}
