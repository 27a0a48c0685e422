import StateGraphFormats
import StateGraphSQLite

/// Finds the values of one table that import does not restore from the written file, because their
/// storage class is not that of the column's declared type. SQLite stores such values in tables
/// that are not STRICT.
struct UnrestoredValues {
  private let table: TableSchema
  private let columns: [ColumnSchema]
  private let format: ExportFormat
  /// One element for each column: the storage classes that import restores, or that were reported.
  private var expected: [StorageClasses]
  /// Whether the file contains bytes that only `import --blobs base64` restores.
  private(set) var needsBase64 = false

  init(_ table: TableSchema, _ columns: [ColumnSchema], as format: ExportFormat) {
    (self.table, self.columns, self.format) = (table, columns, format)
    expected = columns.map { Self.restored($0, of: table, as: format) }
  }

  /// Returns a clause about each value of the current row that is the first of its kind in its
  /// column.
  mutating func losses(in statement: Statement) -> [String] {
    var losses: [String] = []
    for index in columns.indices {
      let kind = statement.storageClass(at: index)
      if kind == .blob, !format.isJSON { needsBase64 = true }
      guard kind != .null, !expected[index].contains(StorageClasses(kind)) else { continue }
      expected[index].insert(StorageClasses(kind))
      losses.append(loss(of: kind, in: columns[index]))
    }
    return losses
  }

  private func loss(of kind: StorageClass, in column: ColumnSchema) -> String {
    let values =
      switch kind {
      case .blob: "bytes"
      case .text: "text"
      case .integer, .real, .null: "numbers"
      }
    let declared =
      column.declaredType.isEmpty ? "which has no declared type" : "declared \(column.declaredType)"
    let isInJSON = Self.restored(column, of: table, as: .json).contains(StorageClasses(kind))
    return "column \(printable(column.name)) of \(printable(table.name)), \(declared), contains "
      + values + ", which import does not restore from this format"
      + (isInJSON && !format.isJSON ? "; export it as JSON" : "")
  }

  /// Returns the storage classes of a column that import restores.
  private static func restored(
    _ column: ColumnSchema,
    of table: TableSchema,
    as format: ExportFormat
  ) -> StorageClasses {
    let isUntyped = column.declaredType.isEmpty || (table.isStrict && column.declaredType == "ANY")
    // A note of its own names the numbers of such a column in CSV.
    if isUntyped {
      return format.isJSON ? [.integer, .real, .text, .blob] : [.integer, .real, .text]
    }
    var kinds: StorageClasses =
      switch column.affinity {
      case .integer: [.integer]
      case .real: [.integer, .real]
      case .numeric: [.integer, .real, .text]
      case .text: [.text]
      case .blob where column.declaredType == "BLOB" || !format.isJSON: [.blob]
      case .blob: [.integer, .real, .text, .blob]
      }
    if format.isJSON, column.declaredType != "INTEGER" { kinds.insert(.blob) }
    if !format.isJSON, ["BOOL", "BOOLEAN"].contains(column.declaredType) { kinds.remove(.text) }
    return kinds
  }
}
