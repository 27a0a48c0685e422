import StateGraphSQLite

/// Decides which SQLite values each property of an entity can hold.
///
/// For common types, the storage class of the value decides. For other types, the type's conversion
/// is called, which may be user code.
struct ColumnAcceptance: Sendable {
  private let columns: [EntityColumn]
  /// For each column of the definition, the storage classes whose values the property can always
  /// hold.
  private let plain: [StorageClasses]
  /// The indexes of the columns whose conversion is user code.
  let askingColumns: [Int]

  init(_ definition: EntityDefinition) {
    columns = definition.columns
    plain = columns.map(\.plainClasses)
    let columns = columns
    askingColumns = columns.indices.filter { columns[$0].asksUser }
  }

  /// Whether the storage classes alone show that the properties can hold the image's values. Calls
  /// no user code.
  func isPlain(_ image: RowImage) -> Bool {
    image.hasClasses(of: plain, from: image.count - plain.count)
  }

  /// The index of the first column of the definition whose property cannot hold the image's value;
  /// nil if all can. May call user code: call without a lock.
  func firstRefused(_ image: RowImage) -> Int? {
    firstRefused(image) { columns[$0].accepts($1) }
  }

  /// Returns the same index as `firstRefused(_:)`, but calls `accepts` instead of the user's
  /// conversions.
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
  /// The storage classes whose values the property can always hold.
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
