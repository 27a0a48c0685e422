/// Encodes the changes of a commit as bytes for the commit log, which other processes read.
///
/// ``ChangeSetDecoder`` describes the format.
struct ChangeSetEncoder {
  /// The default limit for the encoded changes of one table, in bytes.
  ///
  /// If the changes need more bytes, the log records only that any row may have changed. Other
  /// processes then read the complete table again.
  static let bytesPerTableLimit = 4 << 20

  private(set) var bytes: [UInt8] = []
  /// The limit for the encoded changes of each table, in bytes. Tests use a smaller limit than the
  /// default.
  private let tableLimit: Int

  /// - Parameters:
  ///   - changeSet: The changes.
  ///   - tableLimit: The maximum number of bytes for the changes of each table.
  ///   - header: Bytes that precede the encoded changes.
  init(
    _ changeSet: ChangeSet,
    bytesPerTable tableLimit: Int = bytesPerTableLimit,
    after header: [UInt8] = []
  ) {
    self.tableLimit = tableLimit
    bytes = header
    bytes.append(ChangeSetFormat.version)
    bytes.append(changeSet.schemaChanged ? 1 : 0)
    append(changeSet.tables.count)
    // Sort the tables by name, so that equal change sets are encoded as equal bytes.
    let tables = changeSet.tables.sorted { $0.key < $1.key }
    for (name, changes) in tables {
      append(Array(name.string.utf8))
      append(changes)
    }
  }

  private mutating func append(_ changes: TableChanges) {
    switch changes {
    case .reset: bytes.append(ChangeSetFormat.reset)
    case .updates(let columns):
      bytes.append(ChangeSetFormat.updates)
      appendWord(columns.word)
    case .rows(let rows):
      let start = bytes.count
      bytes.append(ChangeSetFormat.rows)
      append(rows.count)
      for row in rows {
        append(row)
        guard bytes.count - start > tableLimit else { continue }
        bytes.removeSubrange(start...)
        return bytes.append(ChangeSetFormat.reset)
      }
    }
  }

  private mutating func append(_ row: RowChange) {
    bytes.append((row.old == nil ? 0 : 1) | (row.new == nil ? 0 : 2))
    let key = row.key.values
    append(key.count)
    for value in key { value.withCell { append($0) } }
    if let old = row.old { append(old, since: nil) }
    if let new = row.new { append(new, since: row.old) }
  }

  private mutating func append(_ image: RowImage, since old: RowImage?) {
    append(image.count)
    for index in image.indices {
      if let old, index < old.count, old.isIdentical(at: index, to: image) {
        bytes.append(ChangeSetFormat.unchanged)
      } else {
        withExtendedLifetime(image) { append(image.cell(at: index)) }
      }
    }
  }

  private mutating func append(_ cell: RowCell) {
    bytes.append(UInt8(cell.storageClass.rawValue))
    switch cell.storageClass {
    case .null: break
    case .integer, .real: appendWord(cell.bits)
    case .text, .blob:
      append(cell.byteCount)
      bytes.append(contentsOf: cell.buffer)
    }
  }

  private mutating func append(_ text: [UInt8]) {
    append(text.count)
    bytes += text
  }

  private mutating func appendWord(_ word: UInt64) {
    withUnsafeBytes(of: word.littleEndian) { bytes.append(contentsOf: $0) }
  }

  /// Appends a count with seven bits in each byte, the lowest bits first.
  ///
  /// The high bit of a byte is set if another byte follows.
  private mutating func append(_ count: Int) {
    var rest = UInt64(count)
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }
}
