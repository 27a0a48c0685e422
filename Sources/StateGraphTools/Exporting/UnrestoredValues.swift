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

  init(_ table: TableSchema, columns: [ColumnSchema], as format: ExportFormat) {
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
      guard !expected[index].contains(StorageClasses(kind)) else { continue }
      // One clause is enough about integers and reals, which are both numbers.
      let isNumber = kind == .integer || kind == .real
      expected[index].formUnion(isNumber ? [.integer, .real] : StorageClasses(kind))
      losses.append(loss(of: kind, in: columns[index]))
    }
    return losses
  }

  private func loss(of kind: StorageClass, in column: ColumnSchema) -> String {
    let values =
      switch kind {
      case .null: "NULL"
      case .blob: "bytes"
      case .text: "text"
      case .integer, .real: "numbers"
      }
    let declared =
      kind == .null
      ? "a part of the key"
      : column.declaredType.isEmpty
        ? "which has no declared type" : "declared \(column.declaredType)"
    return "column \(printable(column.name)) of \(printable(table.name)), \(declared), contains "
      + values + ", which import " + remedy(for: StorageClasses(kind), in: column)
  }

  private func remedy(for kind: StorageClasses, in column: ColumnSchema) -> String {
    if Self.restored(column, of: table, as: format, anyType: true).contains(kind) {
      return "restores only with --any-type"
    }
    let isLost = "does not restore from this format"
    if Self.restored(column, of: table, as: .json).contains(kind) {
      return isLost + "; export it as JSON"
    }
    return Self.restored(column, of: table, as: .json, anyType: true).contains(kind)
      ? isLost + "; export it as JSON, and import that with --any-type" : isLost
  }

  /// Returns the storage classes of a column that import restores.
  ///
  /// - Parameter anyType: Whether import stores any value in any column.
  private static func restored(
    _ column: ColumnSchema,
    of table: TableSchema,
    as format: ExportFormat,
    anyType: Bool = false
  ) -> StorageClasses {
    let isKey = table.primaryKey.contains { $0.isSameName(as: column.name) }
    let null: StorageClasses = isKey && !table.isRowID(column) ? [] : .null
    let isUntyped = column.declaredType.isEmpty || (table.isStrict && column.declaredType == "ANY")
    // A note of its own names the numbers of such a column in CSV.
    if isUntyped || (anyType && format.isJSON && !table.isRowID(column)) {
      let kinds: StorageClasses = [.integer, .real, .text]
      return format.isJSON ? kinds.union([.blob, null]) : kinds.union(null)
    }
    var kinds: StorageClasses =
      switch column.meantAffinity {
      case .integer where !anyType: [.integer]
      case .real where !anyType: [.integer, .real]
      case .integer, .real, .numeric: [.integer, .real, .text]
      case .text: [.text]
      case .blob where !format.isJSON || column.declaredType == "BLOB" || column.isOfGeometry:
        [.blob]
      case .blob: [.integer, .real, .text, .blob]
      }
    if format.isJSON, column.declaredType != "INTEGER" { kinds.insert(.blob) }
    let isBoolean = ["BOOL", "BOOLEAN"].contains(column.declaredType)
    if !format.isJSON, isBoolean, !anyType { kinds.remove(.text) }
    return kinds.union(null)
  }
}
