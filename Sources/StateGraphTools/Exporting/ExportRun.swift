import StateGraphFormats
import StateGraphImport
import StateGraphSQLite

/// Writes the tables of one export. ``Exporter`` creates it inside of a read transaction, so all
/// rows come from the same commit, even if other connections write at the same time.
final class ExportRun {
  let connection: Connection
  let rules: ValueRules
  private(set) var report = ExportReport()
  private let request: ExportRequest
  private let tables: [TableSchema]
  private let progress: (ExportProgress) -> ImportDecision
  private var rowCount = 0
  /// Counts the rows that a nested export has written. It is nil until the first table is exported,
  /// and always nil if the export is not nested.
  private var exported: ExportedRows?

  init(
    _ request: ExportRequest,
    on connection: Connection,
    all tables: [TableSchema],
    progress: @escaping (ExportProgress) -> ImportDecision
  ) {
    self.request = request
    self.connection = connection
    self.tables = tables
    self.progress = progress
    rules = .exact(request.blobs)
  }

  func export(_ table: TableSchema, to target: ExportTargets.Target) throws {
    let output = target.output
    let start = output.byteCount
    let rows =
      request.isNested
      ? try exportNested(table, to: output)
      : try exportFlat(table, to: output)
    report.tables.append(
      ExportedTable(
        table: table.name,
        path: target.path,
        rows: rows,
        bytes: output.byteCount - start
      )
    )
  }

  func note(_ text: String) {
    if !report.notes.contains(text) { report.notes.append(text) }
  }

  private func exportFlat(_ table: TableSchema, to output: ByteOutput) throws -> Int {
    let columns = table.columns.filter { $0.generation == .none }
    let statement = try connection.prepare(
      """
      SELECT \(columns: columns.map(\.name)) FROM main.\(table: table.name) \(table.keyOrder)
      """
    )
    defer { statement.reset() }
    let names = columns.map(\.name)
    guard request.format.isJSON else {
      return try exportDelimited(statement, table: table, columns: columns, to: output)
    }
    let keys = names.map { JSONKey($0) }
    var values = UnrestoredValues(table, columns: columns, as: request.format)
    return try exportJSON(statement, table: table, to: output) { row in
      report.losses += values.losses(in: statement)
      for (index, key) in keys.enumerated() {
        try output.append(index == 0 ? "{" : ",")
        try output.append(key.text)
        do {
          try output.appendJSON(statement, column: index, rules: rules)
        } catch let problem as ValueProblem {
          throw problem.error(table: table.name, column: names[index], row: row)
        }
      }
      try output.append(keys.isEmpty ? "{}" : "}")
    }
  }

  private func exportDelimited(
    _ statement: Statement,
    table: TableSchema,
    columns: [ColumnSchema],
    to output: ByteOutput
  ) throws -> Int {
    let text = DelimitedText(
      separator: UInt8(ascii: request.format == .tsv ? "\t" : ","),
      lineEnd: request.lineEnd,
      rules: rules
    )
    try text.appendHeader(columns.map(\.name), to: output)
    var untyped = columns.indices.filter {
      columns[$0].affinity == .blob && !columns[$0].declaredType.contains("BLOB")
    }
    var values = UnrestoredValues(table, columns: columns, as: request.format)
    var rows = 0
    while try statement.step() {
      rows += 1
      untyped.removeAll { noteNumber(statement, index: $0, column: columns[$0], table: table) }
      report.losses += values.losses(in: statement)
      try text.appendRow(statement, columns: columns.indices, to: output) { problem, index in
        problem.error(table: table.name, column: columns[index].name, row: rows)
      }
      try didWriteRow(of: table)
    }
    if values.needsBase64 { note("import restores the bytes with --blobs base64") }
    return rows
  }

  /// Writes all rows of a table as JSON, each on its own line, and returns the number of rows. For
  /// the format `json`, the rows are the elements of one array.
  ///
  /// - Parameter record: Writes the current row as one record. It receives the number of the row,
  ///   counted from 1.
  func exportJSON(
    _ statement: Statement,
    table: TableSchema,
    to output: ByteOutput,
    record: (Int) throws -> Void
  ) throws -> Int {
    let isArray = request.format == .json
    var rows = 0
    if isArray { try output.append("[") }
    while try statement.step() {
      if isArray { try output.append(rows == 0 ? "\n" : ",\n") }
      rows += 1
      try record(rows)
      if !isArray { try output.append("\n") }
      try didWriteRow(of: table)
    }
    if isArray { try output.append(rows == 0 ? "]\n" : "\n]\n") }
    return rows
  }

  private func exportNested(_ table: TableSchema, to output: ByteOutput) throws -> Int {
    let plan = ImportPlan(tables)
    guard let index = plan.tableIndex(table.name) else { return 0 }
    let nesting = NestingPlan(plan, root: index)
    for text in nesting.notes { note(text) }
    let exported = try exported ?? ExportedRows()
    self.exported = exported
    exported.noteRoot(index)
    return try NestedExport(nesting, in: self, noting: exported).export(to: output)
  }

  /// Compares the written rows with the tables, and adds the rows that a nested export does not
  /// contain to the report. Considers the tables that foreign keys connect with the exported
  /// tables. The exporter calls this function after the last table.
  func countLeftOut() throws {
    guard let exported else { return }
    let plan = ImportPlan(tables)
    for table in plan.connected(with: request.tables.compactMap { plan.tableIndex($0) }) {
      guard let count = try exported.count(of: table) else { continue }
      let name = plan.tables[table].name
      let total = try connection.firstValue("SELECT count(*) FROM main.\(table: name)")
      guard case .integer(let rows)? = total, rows > count else { continue }
      report.leftOut.append(LeftOutRows(table: name, rows: Int(rows - count)))
    }
  }

  /// Returns whether the value is a number in a column without a declared type. If true, the
  /// function adds a note for the user, because CSV does not distinguish such a number from text.
  private func noteNumber(
    _ statement: Statement,
    index: Int,
    column: ColumnSchema,
    table: TableSchema
  ) -> Bool {
    let kind = statement.storageClass(at: index)
    guard kind == .integer || kind == .real else { return false }
    note(
      "column \(printable(column.name)) of \(printable(table.name)) has no declared type: its "
        + "numbers are text in CSV, and numbers in JSON"
    )
    return true
  }

  private func didWriteRow(of table: TableSchema) throws(InspectionError) {
    rowCount += 1
    guard rowCount.isMultiple(of: 1_000) else { return }
    if progress(ExportProgress(table: table.name, rows: rowCount)) == .stop {
      throw InspectionError(.interrupted, "interrupted; no file was created")
    }
  }
}
