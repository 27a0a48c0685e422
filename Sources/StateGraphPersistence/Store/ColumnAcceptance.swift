import StateGraphSQLite

/// Whether the properties of an entity can hold what a row holds.
///
/// For the common types the storage class says it; the others are asked, which may be user code.
struct ColumnAcceptance: Sendable {
  private let columns: [EntityColumn]
  /// For each column of the definition the classes that need no asking.
  private let plain: [StorageClasses]
  /// The columns that user code is asked about.
  let askingColumns: [Int]

  init(_ definition: EntityDefinition) {
    columns = definition.columns
    plain = columns.map(\.plainClasses)
    let columns = columns
    askingColumns = columns.indices.filter { columns[$0].asksUser }
  }

  /// Whether the storage classes alone say that the properties can hold what the image does. Calls
  /// no user code.
  func isPlain(_ image: RowImage) -> Bool {
    image.hasClasses(of: plain, from: image.count - plain.count)
  }

  /// The index of the first column of the definition whose property cannot hold what the image
  /// does, or nil where all can. No lock held: may call user code.
  func firstRefused(_ image: RowImage) -> Int? {
    firstRefused(image) { columns[$0].accepts($1) }
  }

  /// The same, where `accepts` answers for the columns that user code would be asked about.
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
  /// The storage classes all of whose values the property can hold.
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
