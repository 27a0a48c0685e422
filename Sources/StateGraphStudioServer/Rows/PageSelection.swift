import StateGraphRows
import StateGraphSQLite

/// The result columns of a SELECT of rows, and the reading of its rows.
///
/// After the shown columns follow: for each column of large blobs whether the value is large, the
/// rowid if there is such a column, the columns of the order, the columns of the key, and the tie
/// breakers if these are other columns.
struct PageSelection {
  /// SQLite returns at most 2,000 columns. A page of more columns must name those that it wants.
  private static let columnLimit = 1900
  /// Blobs over this size in bytes are not read with the row.
  private static let largeBlob = 4096

  let columns: [ColumnSchema]
  private let table: StudioTable
  private let order: PageOrder
  /// Whether the values are complete.
  private let isWhole: Bool
  /// The indexes of the columns whose large blobs are not read with the row.
  private let blobColumns: [Int]

  init(
    _ names: [String]?,
    of table: StudioTable,
    order: PageOrder,
    isWhole: Bool = false
  ) throws(StudioError) {
    (self.table, self.order, self.isWhole) = (table, order, isWhole)
    var columns: [ColumnSchema] = []
    if let names {
      for name in names { columns.append(try table.column(name)) }
    } else {
      columns = table.schema.columns
    }
    self.columns = Array(columns.prefix(PageSelection.columnLimit))
    let mayHaveLargeBlobs = table.kind == .table && table.rowID != nil && columns.count < 600
    blobColumns =
      mayHaveLargeBlobs && !isWhole
      ? self.columns.indices.filter {
        columns[$0].affinity == .blob && columns[$0].generation == .none
      } : []
  }

  /// The part of the SELECT before WHERE.
  var sql: SQL {
    var results: [SQL] = columns.enumerated().map { index, column in
      guard blobColumns.contains(index) else { return "\(column: column.name)" }
      // SQLite finds the type and the size of a blob without reading its bytes.
      return """
        CASE WHEN \(isLarge(column)) THEN NULL ELSE \(column: column.name) END
        """
    }
    results += blobColumns.map { isLarge(columns[$0]) }
    if !blobColumns.isEmpty, let rowID = table.rowID { results.append("\(column: rowID)") }
    results += order.columns.map { "\(column: $0.name)" }
    results += table.key.map { "\(column: $0.name)" }
    if table.hasOwnTies { results += table.tieBreakers.map { "\(column: $0.name)" } }
    return "SELECT \(results, separator: ", ") FROM main.\(table: table.schema.name)"
  }

  private func isLarge(_ column: ColumnSchema) -> SQL {
    let limit = Int64(PageSelection.largeBlob)
    return """
      typeof(\(column: column.name)) = 'blob' AND length(\(column: column.name)) > \(limit)
      """
  }

  private var orderStart: Int {
    columns.count + blobColumns.count + (blobColumns.isEmpty ? 0 : 1)
  }

  /// Returns the statement's current row for the page.
  func row(_ statement: Statement, on connection: Connection) throws(DatabaseError) -> ShownRow {
    var row = ShownRow(key: key(statement), tie: tie(statement))
    for index in columns.indices {
      guard let place = blobColumns.firstIndex(of: index),
        statement.integer(at: columns.count + place) == 1
      else {
        row.append(
          isWhole
            ? WholeValue.json(statement, column: index) : ShownValue.json(statement, column: index)
        )
        continue
      }
      let range = try ValueRange(
        table: table.schema.name,
        column: columns[index].name,
        rowID: statement.integer(at: columns.count + blobColumns.count),
        from: 0,
        atMost: ShownValue.blobLimit,
        on: connection
      )
      row.append(ShownValue.tagged("$blob", bytes: range.bytes, size: range.size))
    }
    return row
  }

  /// Returns the values of the order in the statement's current row.
  func cursor(_ statement: Statement) -> [WholeValue] {
    order.columns.indices.map { WholeValue(statement, column: orderStart + $0) }
  }

  private func key(_ statement: Statement) -> [UInt8] {
    var writer = JSONBuilder()
    guard !table.key.isEmpty else {
      writer.null()
      return writer.bytes
    }
    let start = orderStart + order.columns.count
    writer.array(of: table.key.indices) { writer, index in
      WholeValue(statement, column: start + index).write(to: &writer)
    }
    return writer.bytes
  }

  private func tie(_ statement: Statement) -> [UInt8]? {
    guard table.hasOwnTies else { return nil }
    let start = orderStart + order.columns.count + table.key.count
    var writer = JSONBuilder()
    writer.array(of: table.tieBreakers.indices) { writer, index in
      WholeValue(statement, column: start + index).write(to: &writer)
    }
    return writer.bytes
  }
}
