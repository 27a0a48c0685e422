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
    switch key {
    case .value(let value):
      append(1)
      value.withCell { append($0) }
    case .values(let values):
      append(values.count)
      for value in values { value.withCell { append($0) } }
    }
  }

  private mutating func append(_ image: RowImage, since old: RowImage?) {
    append(image.count)
    let size = image.payloadSize + image.count * RowCellEncoder.overhead
    withExtendedLifetime((image, old)) {
      encode(atMost: size) { encoder in
        for index in 0..<image.count {
          let cell = image.cell(at: index)
          if let old, index < old.count, old.cell(at: index).isIdentical(to: cell) {
            encoder.append(ChangeSetFormat.unchanged)
          } else {
            encoder.append(cell)
          }
        }
      }
    }
  }

  private mutating func append(_ cell: RowCell) {
    encode(atMost: cell.byteCount + RowCellEncoder.overhead) { $0.append(cell) }
  }

  /// Appends the cells that `body` encodes, which need at most `size` bytes.
  private mutating func encode(atMost size: Int, _ body: (inout RowCellEncoder) -> Void) {
    withUnsafeTemporaryAllocation(byteCount: size, alignment: 1) { memory in
      guard let start = memory.baseAddress else { return }
      var encoder = RowCellEncoder(writingTo: start)
      body(&encoder)
      bytes.append(contentsOf: UnsafeRawBufferPointer(start: start, count: encoder.byteCount))
    }
  }

  mutating func append(_ text: String) {
    append(text.utf8.count)
    bytes.append(contentsOf: text.utf8)
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
