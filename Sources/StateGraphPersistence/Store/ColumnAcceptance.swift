import StateGraphSQLite

/// Decides which SQLite values each property of an entity can hold.
///
/// For common types, the storage class of the value decides. For other types, the column's
/// conversion decides, which may be user code.
struct ColumnAcceptance: Sendable {
  private let columns: [EntityColumn]
  /// One element for each column of the definition: the storage classes, such as TEXT, of the
  /// values that the property can always hold. Empty if a conversion must decide for each value.
  private let plain: [StorageClasses]
  /// The indexes of the columns whose conversion is user code, which must not run under a lock.
  let askingColumns: [Int]

  init(_ definition: EntityDefinition) {
    columns = definition.columns
    plain = columns.map(\.plainClasses)
    let columns = columns
    askingColumns = columns.indices.filter { columns[$0].asksUser }
  }

  /// Returns whether the properties can hold the values of a row, decided only by the storage
  /// classes of the values.
  ///
  /// Returns false if a conversion must decide. Calls no user code, so a lock may be held.
  func isPlain(_ image: RowImage) -> Bool {
    image.hasClasses(of: plain, from: image.count - plain.count)
  }

  /// Returns the index of the first column whose property cannot hold the value in the row image.
  ///
  /// Returns `nil` if the properties can hold all values. May call user code, so no lock may be
  /// held.
  ///
  /// - Parameters:
  ///   - image: The row to check.
  ///   - known: A row of the same table that the properties can hold, or nil. User code is not
  ///     called for a value that this row also has.
  func firstRefused(_ image: RowImage, knowing known: RowImage? = nil) -> Int? {
    let first = image.count - plain.count
    return firstRefused(image) { column, value in
      if let known, known.isIdentical(at: first + column, to: image) { return true }
      return columns[column].accepts(value)
    }
  }

  /// Returns whether a change may have replaced a value that a property cannot hold.
  ///
  /// Calls no user code, so a lock may be held. If only user code can decide, returns true.
  func mayRefuse(_ old: RowImage, replacedBy new: RowImage) -> Bool {
    let first = old.count - plain.count
    return plain.indices.contains { index in
      let storageClass = old.storageClass(at: first + index)
      if plain[index].contains(StorageClasses(storageClass)) { return false }
      if old.isIdentical(at: first + index, to: new) { return false }
      return columns[index].asksUser || !columns[index].accepts(old[first + index])
    }
  }

  /// Returns the index of the first column whose value `accepts` refuses. Calls `accepts` in place
  /// of the user's conversions.
  func firstRefused(
    _ image: RowImage,
    asking accepts: (_ column: Int, _ value: SQLiteValue) -> Bool
  ) -> Int? {
    let first = image.count - plain.count
    for index in plain.indices {
      let storageClass = image.storageClass(at: first + index)
      if plain[index].contains(StorageClasses(storageClass)) { continue }
      let (column, value) = (columns[index], image[first + index])
      if !(column.asksUser ? accepts(index, value) : column.accepts(value)) { return index }
    }
    return nil
  }
}

extension EntityColumn {
  /// The storage classes of the values that the property can always hold.
  ///
  /// Empty if the property's conversion must be called for each value.
  fileprivate var plainClasses: StorageClasses {
    switch valueType {
    case is String.Type: .text
    case is Int64.Type, is Int.Type: .integer
    case is Double.Type: .real
    case is [UInt8].Type: .blob
    case is String?.Type: [.text, .null]
    case is Int64?.Type, is Int?.Type: [.integer, .null]
    case is Double?.Type: [.real, .null]
    case is [UInt8]?.Type: [.blob, .null]
    default: []
    }
  }
}
