import StateGraphFormats
import StateGraphImport
import StateGraphSQLite
import StateGraphTools

/// A database in memory that has the tables of the extracted database, and holds the masked rows
/// before they are written to files.
///
/// The constraints of its tables check each masked row before a file is written. The copy also puts
/// the rows in the order of their masked keys.
final class MaskedCopy {
  private let tables: [TableSchema]
  private let plan: MaskPlan
  private let connection: WriterConnection

  /// - Parameters:
  ///   - tables: The tables of the extracted database.
  ///   - objects: The statements that create these tables and their indexes.
  ///   - plan: The mask of each column.
  init(_ tables: [TableSchema], objects: [SchemaObject], plan: MaskPlan) throws {
    self.tables = tables
    self.plan = plan
    connection = try WriterConnection.open(.memory)
    // If tables refer to each other in a cycle, some rows refer to rows that are inserted later.
    try connection.run("PRAGMA foreign_keys = OFF")
    try connection.beginWrite()
    // Triggers are left out, because they would change rows. Views have no rows of their own.
    let names = tables.map(\.name) + tables.flatMap { $0.indexes.map(\.name) }
    for kind in ["table", "index"] {
      for object in objects
      where object.kind == kind && !object.sql.isEmpty
        && names.contains(where: { $0.hasSameBytes(as: object.name) })
      {
        try connection.copyingSchema { () throws(DatabaseError) in
          try connection.run(SQL(text: object.sql))
        }
      }
    }
  }

  /// Inserts the masked rows, and checks their references.
  ///
  /// - Parameters:
  ///   - original: The connection to the extracted database.
  ///   - source: Gets the index of a table, and returns the FROM clause that selects its rows. The
  ///     clause must name the table `t`.
  ///   - progress: A function that is called after every thousand rows of a table with the table's
  ///     name and the number of its rows so far. It can stop the extraction.
  /// - Throws: ``MaskError`` if a constraint refuses a masked row.
  func fill(
    from original: Connection,
    source: (Int) -> SQL,
    progress: (String, Int) -> ImportDecision
  ) throws {
    for number in tables.indices {
      let table = tables[number]
      let columns = plan.columns[number]
      let order = table.rowOrder("t")
      let values = columns.map { "t.\(column: $0.name)" as SQL } + columns.compactMap(\.owner)
      let statement = try original.prepare(
        """
        SELECT \(values, separator: ", ") FROM \(source(number))
        \(order.text.isEmpty ? "" : "ORDER BY \(order)" as SQL)
        """
      )
      defer { statement.reset() }
      let insertion = try insertion(into: table)
      var rowCount = 0
      while try statement.step() {
        try insert(maskedRow(of: statement, number), with: insertion, into: number)
        rowCount += 1
        if rowCount.isMultiple(of: 1_000), progress(table.name, rowCount) == .stop {
          throw InspectionError(.interrupted, "interrupted; nothing was written")
        }
      }
    }
    try requireReferences()
  }

  /// Writes the masked rows to the files of a fixture. Call it after
  /// ``fill(from:source:progress:)``.
  func write(to output: StagedFolder) throws -> ExtractReport {
    try FixtureWriter(tables, on: connection).write(to: output) {
      "main.\(table: tables[$0].name) AS t"
    }
  }

  private func insertion(into table: TableSchema) throws -> Statement {
    let names = table.columns.filter { $0.generation == .none }.map(\.name)
    let places = [SQL](repeating: "?", count: names.count)
    let sql: SQL = """
      INSERT INTO main.\(table: table.name) (\(columns: names)) VALUES (\(places, separator: ", "))
      """
    return try connection.prepare(sql.text)
  }

  private func maskedRow(of statement: Statement, _ table: Int) throws -> [FixtureValue] {
    let columns = plan.columns[table]
    var ownerPlace = columns.count
    return try columns.enumerated().map { index, column in
      var owner: String?
      if column.owner != nil {
        owner = statement.text(at: ownerPlace)
        ownerPlace += 1
      }
      let value = FixtureValue(statement, column: index)
      if !column.isNamed { try requireNumber(value, in: column.name, of: table) }
      switch value {
      case .value(let value): return .value(column.mask.masked(value, owner: owner))
      case .invalidText(let bytes):
        return column.mask.masked(invalidText: bytes).map { .invalidText($0) } ?? .value(.null)
      }
    }
  }

  /// Checks a value of a column without a mask. Such a column is declared as a column of numbers,
  /// but SQLite can store text in it nevertheless, and this text may be secret.
  private func requireNumber(_ value: FixtureValue, in column: String, of table: Int) throws {
    switch value {
    case .value(.null), .value(.integer), .value(.real): return
    case .value(.text), .value(.blob), .invalidText:
      throw MaskError(
        .unnamedColumn,
        "\(plan.path) does not name \(printable(tables[table].name)).\(printable(column)), which "
          + "contains text or bytes although its type is a number, and nothing was written",
        remedy: "Give it a mask, or keep if its values may be published"
      )
    }
  }

  private func insert(
    _ row: [FixtureValue],
    with insertion: Statement,
    into table: Int
  ) throws {
    do throws(DatabaseError) {
      for (index, value) in row.enumerated() {
        switch value {
        case .value(let value): try insertion.bind(value, at: index + 1)
        case .invalidText(let bytes): try insertion.bindText(copying: bytes, at: index + 1)
        }
      }
      try insertion.run()
    } catch {
      throw MaskRefusal(tables[table], columns: plan.columns[table], on: connection).error(
        for: error,
        row
      )
    }
  }

  private func requireReferences() throws {
    guard let (child, parent) = try BrokenReferences.pairs(on: connection).first else { return }
    throw MaskError(
      .refusedRow,
      "a masked row of \(printable(child)) refers to no masked row of \(printable(parent)), and "
        + "nothing was written",
      remedy: "Give the columns of the foreign key a mask that keeps values different, such as text"
    )
  }
}
