/// The bytes of a key: its cells one after another, each with its storage class and length, so that
/// two keys have the same bytes only if their cells are the same.
struct KeyBuffer {
  private(set) var bytes: [UInt8] = []

  private enum Tag: UInt8 {
    case integer = 1
    case real
    case text
  }

  /// A tag and a word.
  private static let headBytes = 9

  init() {
    bytes.reserveCapacity(64)
  }

  /// Replaces the key with these cells of a row. Returns false where one of them has no value:
  /// there is no key then.
  mutating func encode(_ cells: [Cell], _ indexes: [Int]) -> Bool {
    bytes.removeAll(keepingCapacity: true)
    for index in indexes {
      guard cells[index].hasValue else { return false }
      append(cells[index])
    }
    return true
  }

  /// Replaces the key with every value of a row, each behind the number of its column.
  mutating func encodeValues(of cells: [Cell]) {
    bytes.removeAll(keepingCapacity: true)
    for index in cells.indices where cells[index].hasValue {
      append(.integer, UInt64(index))
      append(cells[index])
    }
  }

  private mutating func append(_ cell: Cell) {
    switch cell {
    case .absent, .null: break
    case .integer(let integer): append(.integer, UInt64(bitPattern: integer))
    case .real(let real): append(.real, real.bitPattern)
    case .text(var text): text.withUTF8 { append(UnsafeRawBufferPointer($0)) }
    case .bytes(let text): append(text)
    }
  }

  private mutating func append(_ tag: Tag, _ word: UInt64) {
    // One call for tag and word: appending is dear by the call, not by the byte.
    withUnsafeTemporaryAllocation(byteCount: 16, alignment: 8) { head in
      head.storeBytes(of: tag.rawValue, as: UInt8.self)
      head.storeBytes(of: word.littleEndian, toByteOffset: 1, as: UInt64.self)
      bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: head[..<Self.headBytes]))
    }
  }

  private mutating func append(_ text: UnsafeRawBufferPointer) {
    append(.text, UInt64(text.count))
    bytes.append(contentsOf: text)
  }

  /// The cells of an encoded key.
  static func decode(_ bytes: [UInt8]) -> [Cell] {
    var cells: [Cell] = []
    var rest = bytes[...]
    while let first = rest.first, let tag = Tag(rawValue: first), rest.count >= headBytes {
      var word: UInt64 = 0
      for byte in rest.dropFirst().prefix(8).reversed() { word = word << 8 | UInt64(byte) }
      rest = rest.dropFirst(headBytes)
      switch tag {
      case .integer: cells.append(.integer(Int64(bitPattern: word)))
      case .real: cells.append(.real(Double(bitPattern: word)))
      case .text:
        let count = Int(word)
        cells.append(.text(String(decoding: rest.prefix(count), as: UTF8.self)))
        rest = rest.dropFirst(count)
      }
    }
    return cells
  }
}
