/// The special byte values in an encoded `ChangeSet`, which lists the rows that a commit changed.
enum ChangeSetFormat {
  /// The version of the format, the first byte of an encoded change set.
  ///
  /// A reader that does not support the version treats the changes of the commit as unknown.
  static let version: UInt8 = 1
  static let reset: UInt8 = 0
  static let updates: UInt8 = 1
  static let rows: UInt8 = 2
  /// The byte that stands for a column's storage class and value in the new image of a row, if the
  /// column has the same value as in the old image.
  static let unchanged: UInt8 = 5
}

/// Decodes a `ChangeSet`, which lists the rows that a commit changed.
///
/// Another process has written the encoded change set to the commit log. The format is:
///
///     change set: version, 1 if the schema changed or else 0, table count, tables
///     table:      name, changes
///     changes:    0 (any row may have changed) | 1, updated columns | 2, row count, rows
///
/// ``RowChangeDecoder`` describes the counts, the names and the rows.
///
/// Any program may have written the bytes, so every count and tag is checked.
struct ChangeSetDecoder {
  /// Thrown if the bytes are not a valid change set.
  typealias Malformed = RowChangeDecoder.Malformed

  private var input: RowChangeDecoder

  /// Decodes a change set. Throws if a byte is not valid.
  ///
  /// - Parameter bytes: The encoded change set. The memory must stay valid during the call.
  static func decode(_ bytes: UnsafeRawBufferPointer) throws(Malformed) -> ChangeSet {
    var decoder = ChangeSetDecoder(input: RowChangeDecoder(bytes))
    return try decoder.changeSet()
  }

  private mutating func changeSet() throws(Malformed) -> ChangeSet {
    guard try input.byte() == ChangeSetFormat.version else { throw Malformed() }
    var changeSet = ChangeSet()
    changeSet.schemaChanged = try input.byte() != 0
    for _ in 0..<(try input.count()) {
      let name = try input.text()
      changeSet.tables[ByteText(name)] = try changes()
    }
    guard input.isAtEnd else { throw Malformed() }
    return changeSet
  }

  private mutating func changes() throws(Malformed) -> TableChanges {
    switch try input.byte() {
    case ChangeSetFormat.reset: return .reset
    case ChangeSetFormat.updates: return .updates(ColumnMask(word: try input.word()))
    case ChangeSetFormat.rows:
      let count = try input.count()
      var rows: [RowChange] = []
      // Each encoded row has at least four bytes. With this limit, a wrong count cannot reserve
      // more memory than the input's size allows.
      rows.reserveCapacity(min(count, input.remainingByteCount / 4))
      for _ in 0..<count { rows.append(try input.row()) }
      return .rows(rows)
    default: throw Malformed()
    }
  }
}
