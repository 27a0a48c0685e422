import StateGraphRows
import StateGraphSQLite

/// A request for the rows to which one row refers, and which refer to it.
struct RelationsRequest: Sendable {
  let schema: String
  private let table: String
  private let key: [WholeValue]

  /// How long all counts together may take. One count may take half of the rest, so that a table
  /// without an index does not use the time of all others.
  static let countTime = Duration.milliseconds(100)

  init(body: [UInt8]) throws(StudioError) {
    var object = try RequestObject(body: body)
    schema = try object.text("schema")
    table = try object.text("table")
    guard let values = try object.optionalArray("key") else { throw .invalidRequest }
    key = try PageRequest.whole(values)
    try object.requireEnd()
  }

  /// - Parameter time: How long all counts together may take.
  func json(
    _ schema: StudioSchema,
    on connection: Connection,
    within time: Duration = countTime
  ) throws -> [UInt8] {
    let table = try schema.table(table)
    let row = try RelatedRow(table, key: key, on: connection)
    let counter = RowCounter(connection, until: ContinuousClock.now.advanced(by: time))
    return try JSONBuilder.answer { writer in
      writer.key("references")
      try writer.array(of: table.schema.foreignKeys) { writer, key in
        try write(key, of: row, schema: schema, counter: counter, to: &writer)
      }
      writer.key("referencedBy")
      try writer.array(of: schema.references(to: table)) { writer, reference in
        let values = row.values(of: reference.key.referencedColumns)
        try writer.object { writer in
          writer.member("table", text: reference.table.schema.name)
          writer.member("id", integer: reference.key.id)
          writer.member("columns", texts: reference.key.columns)
          writer.key("values")
          writer.array(of: values) { $1.write(to: &$0) }
          writer.key("count")
          let columns = reference.key.columns
          let count = try counter.count(reference.table, columns: columns, values: values)
          if let count { count.write(to: &writer) } else { writer.null() }
        }
      }
    }
  }

  private func write(
    _ key: ForeignKeySchema,
    of row: RelatedRow,
    schema: StudioSchema,
    counter: RowCounter,
    to writer: inout JSONBuilder
  ) throws {
    let values = row.values(of: key.columns)
    let target = schema.table(referencedAs: key.referencedTable)
    var count: RowPage.Count? = RowPage.Count(value: 0, isExact: true)
    if let target {
      count = try counter.count(target, columns: key.referencedColumns, values: values, upTo: 1)
    }
    writer.object { writer in
      writer.member("id", integer: key.id)
      writer.member("table", text: target?.schema.name ?? key.referencedTable)
      writer.member("columns", texts: key.columns)
      writer.member("targetColumns", texts: key.referencedColumns)
      writer.key("values")
      writer.array(of: values) { $1.write(to: &$0) }
      writer.key("exists")
      if let count { writer.raw((count.value > 0 ? "true" : "false").utf8) } else { writer.null() }
    }
  }
}

/// Counts the rows of references on a connection, until all counts have used their time.
private struct RowCounter {
  private let connection: Connection
  private let end: ContinuousClock.Instant

  init(_ connection: Connection, until end: ContinuousClock.Instant) {
    (self.connection, self.end) = (connection, end)
  }

  /// Counts the rows with these values, up to `limit`. A NULL refers to no row.
  ///
  /// - Returns: `nil` if the count took too long, because no index has the columns.
  func count(
    _ table: StudioTable,
    columns: [String],
    values: [WholeValue],
    upTo limit: Int64 = 1000
  ) throws -> RowPage.Count? {
    guard columns.count == values.count, !values.contains(where: \.isNull) else {
      return RowPage.Count(value: 0, isExact: true)
    }
    let condition = zip(columns, values).map { name, value -> SQL in
      "\(column: name) = \(value.sql)"
    }.joined(separator: " AND ")
    do {
      let rest = ContinuousClock.now.duration(to: end)
      return try StatementDeadline(after: rest / 2).run(on: connection) {
        let found = try connection.firstValue(
          """
          SELECT count(*) FROM (SELECT 1 FROM main.\(table: table.schema.name)
          WHERE \(condition) LIMIT \(limit + 1))
          """
        )
        guard case .integer(let count) = found else { return nil }
        return RowPage.Count(value: Int(min(count, limit)), isExact: count <= limit)
      }
    } catch let error as DatabaseError where error.code == .interrupted {
      return nil
    }
  }
}

/// The values of one row that take part in references.
struct RelatedRow {
  private let columns: [String]
  private let found: [WholeValue]

  /// Reads the row.
  ///
  /// - Throws: ``StudioError/rowMissing`` if no row has the key.
  init(_ table: StudioTable, key: [WholeValue], on connection: Connection) throws {
    columns = table.schema.columns.map(\.name)
    let statement = try table.row(key: key, on: connection)
    defer { statement.reset() }
    guard try statement.step() else { throw StudioError.rowMissing }
    found = columns.indices.map { WholeValue(statement, column: $0) }
  }

  /// Returns the values of columns, in which the case of ASCII letters does not matter.
  func values(of names: [String]) -> [WholeValue] {
    names.map { name in
      columns.firstIndex { $0.isSameName(as: name) }.map { found[$0] } ?? .value(.null)
    }
  }
}
