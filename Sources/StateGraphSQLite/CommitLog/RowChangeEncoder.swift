/// Encodes counts, texts and changed rows as bytes, for the commit log and the outbox.
///
/// ``RowChangeDecoder`` describes the format.
struct RowChangeEncoder {
  var bytes: [UInt8] = []

  mutating func append(_ row: RowChange) {
    bytes.append((row.old == nil ? 0 : 1) | (row.new == nil ? 0 : 2))
    append(row.key)
    if let old = row.old { append(old, since: nil) }
    if let new = row.new { append(new, since: row.old) }
  }

  mutating func append(_ key: RowKey) {
    let key = key.values
    append(key.count)
    for value in key { value.withCell { append($0) } }
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

  mutating func append(_ text: [UInt8]) {
    append(text.count)
    bytes += text
  }

  mutating func appendWord(_ word: UInt64) {
    withUnsafeBytes(of: word.littleEndian) { bytes.append(contentsOf: $0) }
  }

  /// Appends a count with seven bits in each byte, the lowest bits first.
  ///
  /// The high bit of a byte is set if another byte follows.
  mutating func append(_ count: Int) {
    var rest = UInt64(count)
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }
}
