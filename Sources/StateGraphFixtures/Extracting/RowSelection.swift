import StateGraphFormats
import StateGraphSQLite
import StateGraphTools

/// Finds the rows of an extraction: the first rows, their children, and the parents of both.
///
/// If a row refers to another row, the other row is its *parent*, and the row is a *child* of this
/// parent. The selection takes the parents of every taken row. It takes children of the first rows
/// and of other children. It does not take other children of a parent, because an order would
/// otherwise fetch all orders of its products.
final class RowSelection {
  private let request: ExtractRequest
  private let tables: [TableSchema]
  private let connection: Connection
  /// One element for each table: all rows of the table that were taken.
  private var taken: [TakenRows] = []
  /// One element for each table: the first rows or the children that were taken from it. These are
  /// the rows whose children are taken, too. It is nil if the request names the table for neither.
  private var owners: [TakenRows?]
  private var parentSteps: [ParentStep] = []
  private var childSteps: [(step: ChildStep, table: Int)] = []

  init(
    _ request: ExtractRequest,
    tables: [TableSchema],
    on connection: Connection
  ) throws {
    self.request = request
    self.tables = tables
    self.connection = connection
    owners = tables.map { _ in nil }
    for (index, table) in tables.enumerated() {
      taken.append(
        try TakenRows(of: table, name: "stategraph_extract_\(index)", on: connection)
      )
    }
    for (index, table) in tables.enumerated() {
      for key in table.foreignKeys {
        let parent = self.index(of: key.referencedTable)
        parentSteps.append(
          try ParentStep(
            key,
            from: taken[index],
            to: parent.map { taken[$0] },
            name: "stategraph_extract_values_\(index)_\(key.id)",
            on: connection
          )
        )
      }
    }
    try addOwners(of: required(request.table))
    for child in request.children { try addOwners(of: required(child.table)) }
    for child in request.children { try addChildSteps(child) }
  }

  /// Takes the first rows, and follows all references until no further row is found.
  func run() throws {
    try takeFirstRows()
    var isChanged = true
    while isChanged {
      isChanged = false
      for (step, table) in childSteps {
        guard let owners = owners[table] else { continue }
        let last = try owners.lastNumber()
        if try step.run() { isChanged = true }
        try taken[table].insert(owners, after: last)
      }
      for step in parentSteps where try step.run() { isChanged = true }
    }
  }

  /// Returns the content of a FROM clause that selects the taken rows of a table, under the name
  /// `t`.
  func source(of table: Int) -> SQL { taken[table].joined(as: "t") }

  private func index(of name: String) -> Int? {
    tables.firstIndex { $0.name.isSameName(as: name) }
  }

  private func required(_ name: String) throws -> Int {
    let table = try TableLookup(tables).table(name)
    return index(of: table.name) ?? 0
  }

  private func addOwners(of table: Int) throws {
    guard owners[table] == nil else { return }
    let name = "stategraph_extract_owners_\(table)"
    owners[table] = try TakenRows(of: tables[table], name: name, on: connection)
  }
}

// MARK: - The first rows

extension RowSelection {
  private func takeFirstRows() throws {
    let table = try required(request.table)
    guard let owners = owners[table] else { return }
    let statement = try firstRows(of: owners)
    defer { statement.reset() }
    let insertion = try owners.insertion()
    while try reading({ try statement.step() }) {
      for column in owners.key.indices {
        try insertion.bind(statement.value(at: column), at: column + 1)
      }
      try insertion.run()
    }
    try taken[table].insert(owners, after: 0)
  }

  /// Compiles the SELECT that returns the keys of the first rows. The condition of the user is part
  /// of the statement, and must not write.
  private func firstRows(of rows: TakenRows) throws -> Statement {
    let name = rows.table.name
    var sql: SQL = "SELECT \(rows.key, separator: ", ") FROM main.\(table: name)"
    if let condition = request.condition {
      // If the condition ends with an SQL comment, the line feed ends this comment.
      sql = "\(sql) WHERE (\(SQL.raw(condition))\n)"
    }
    sql = "\(sql) ORDER BY \(rows.table.rowOrder("\(table: name)"))"
    if let limit = request.limit { sql = "\(sql) LIMIT \(limit)" }
    let statement = try reading {
      try connection.refusing([.setting, .foreignKeySwitch]) { try connection.prepare(sql) }
    }
    guard statement.isReadOnly else {
      throw InspectionError(
        .refusedWrite,
        "the condition writes to the database",
        remedy: "Write a condition that only reads"
      )
    }
    return statement
  }

  /// Runs `body`. If the condition of the user causes an error, throws `.invalidQuery` in its
  /// place.
  private func reading<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as DatabaseError {
      let isFaultOfUser = [.invalidSQL, .misuse, .tooBig].contains(error.code)
      guard request.condition != nil, isFaultOfUser else { throw error }
      throw InspectionError(
        .invalidQuery,
        "the condition is no SQL expression: "
          + (error.message.last == "." ? String(error.message.dropLast()) : error.message)
      )
    }
  }
}

// MARK: - Children

extension RowSelection {
  /// Adds a step for each foreign key of a child table through which its rows are found.
  ///
  /// If the child table refers neither to the table of the first rows nor to another child table,
  /// its rows are found through the taken parents to which they refer. For example, an extraction
  /// of orders takes their customers as parents, and can take the addresses of these customers.
  private func addChildSteps(_ child: ExtractRequest.Children) throws {
    let table = try required(child.table)
    guard let children = owners[table] else { return }
    let keys = tables[table].foreignKeys.filter { $0.referencedColumns.count == $0.columns.count }
      .compactMap { key in index(of: key.referencedTable).map { (key, $0) } }
    var steps = keys.compactMap { key, parent in owners[parent].map { (key, $0) } }
    if steps.isEmpty {
      let reachable = parentTables(without: table)
      steps = keys.filter { reachable.contains($0.1) }.map { ($0.0, taken[$0.1]) }
    }
    guard !steps.isEmpty else {
      throw InspectionError(
        .misuse,
        "\(printable(tables[table].name)) refers to no table of the extraction",
        remedy: "Name a table whose rows refer to \(printable(request.table))"
      )
    }
    for (key, owners) in steps {
      let step = ChildStep(key, from: owners, to: children, limit: child.limit)
      childSteps.append((step, table))
    }
  }

  /// Returns the indices of the tables of the first rows and the children, and of all tables to
  /// which they refer directly or through other tables.
  ///
  /// - Parameter child: The index of a table whose own references do not count.
  private func parentTables(without child: Int) -> Set<Int> {
    var found = Set(owners.indices.filter { owners[$0] != nil && $0 != child })
    var waiting = Array(found)
    while let table = waiting.popLast() {
      for key in tables[table].foreignKeys {
        guard let parent = index(of: key.referencedTable), found.insert(parent).inserted else {
          continue
        }
        waiting.append(parent)
      }
    }
    return found
  }
}

extension TableSchema {
  /// Returns the columns of an ORDER BY clause that puts the rows of an extraction in a fixed
  /// order: the primary key, and after it the rowid.
  ///
  /// The rowid is needed because several rows can have NULL in their primary key.
  func rowOrder(_ alias: SQL) -> SQL {
    var columns = primaryKey
    if hasRowID, let rowIDName { columns.append(rowIDName) }
    return columns.map { "\(alias).\(column: $0)" as SQL }.joined(separator: ", ")
  }
}
