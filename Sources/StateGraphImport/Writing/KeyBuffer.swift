import Glibc
import StateGraphFormats

/// The key of a row, encoded as bytes so that keys can be compared and hashed quickly.
///
/// The encoding of each value contains its type and its length. Two keys therefore have the same
/// bytes only if all their values are equal. One buffer encodes many keys, one after another, and
/// reuses its memory.
struct KeyBuffer: Equatable, ExpressibleByArrayLiteral {
  /// The memory of the buffer. The encoded key is in its first `count` bytes.
  ///
  /// The array never shrinks, so the next key usually needs no memory allocation.
  private var storage: [UInt8] = []
  private var count = 0

  private enum Tag: UInt8 {
    case integer = 1
    case real
    case text
    case blob
  }

  init() {}

  /// Creates a key from bytes that are already encoded. The empty literal `[]` means "no key".
  init(arrayLiteral bytes: UInt8...) {
    storage = bytes
    count = bytes.count
  }

  /// The number of bytes before the content of each encoded value.
  ///
  /// The first byte is the type. The other eight bytes are a number, or the length of a text or
  /// BLOB.
  private static let headBytes = 9

  /// A copy of the encoded key. The copy does not change if this buffer encodes another key.
  var bytes: [UInt8] { withBytes { Array($0) } }

  @inline(__always)
  func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    storage.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
  }

  func hasBytes(_ other: ArraySlice<UInt8>) -> Bool {
    other.withUnsafeBytes { hasBytes($0) }
  }

  private func hasBytes(_ other: UnsafeRawBufferPointer) -> Bool {
    guard other.count == count else { return false }
    return withBytes { own in
      guard let left = own.baseAddress, let right = other.baseAddress else { return true }
      return memcmp(left, right, own.count) == 0
    }
  }

  static func == (left: KeyBuffer, right: KeyBuffer) -> Bool {
    right.withBytes { left.hasBytes($0) }
  }

  /// Replaces the content of this buffer with the key in the columns `indexes`.
  ///
  /// Returns false and leaves the buffer empty if one of these columns is NULL or has no value.
  mutating func encode(_ cells: [Cell], indexes: [Int]) -> Bool {
    count = 0
    var length = 0
    for index in indexes {
      guard cells[index].hasValue else { return false }
      length += Self.length(of: cells[index])
    }
    makeRoom(for: length)
    storage.withUnsafeMutableBytes { target in
      for index in indexes { Self.write(cells[index], to: target, at: &count) }
    }
    return true
  }

  /// Replaces the content of this buffer with all values of a row.
  ///
  /// Each value is preceded by the index of its column. Two rows with the same values in different
  /// columns therefore have different bytes.
  mutating func encodeValues(of cells: [Cell]) {
    var length = 0
    for cell in cells where cell.hasValue { length += Self.headBytes + Self.length(of: cell) }
    makeRoom(for: length)
    storage.withUnsafeMutableBytes { target in
      for index in cells.indices where cells[index].hasValue {
        Self.write(.integer, word: UInt64(index), to: target, at: &count)
        Self.write(cells[index], to: target, at: &count)
      }
    }
  }

  /// Replaces the content of this buffer with the names and values of a JSON object's members.
  ///
  /// Returns false if a value is an object or an array, because this encoding cannot represent
  /// nested values.
  mutating func encode(_ members: [JSONMember]) -> Bool {
    var length = 0
    for index in members.indices {
      length += Self.headBytes + members[index].key.utf8.count
      switch members[index].value.content {
      case .object, .array: return false
      case .string(let text): length += Self.headBytes + text.utf8.count
      case .number(let text): length += 2 * Self.headBytes + text.utf8.count
      default: length += Self.headBytes
      }
    }
    makeRoom(for: length)
    storage.withUnsafeMutableBytes { target in
      for index in members.indices {
        Self.write(members[index].key, to: target, at: &count)
        Self.write(members[index].value.content, to: target, at: &count)
      }
    }
    return true
  }

  private mutating func makeRoom(for length: Int) {
    count = 0
    guard length > storage.count else { return }
    storage = [UInt8](repeating: 0, count: max(length, 2 * storage.count, 64))
  }

  /// Returns the values from which a key was encoded.
  ///
  /// `bytes` must be the result of ``encode(_:indexes:)``.
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
      case .blob:
        cells.append(.blob(Array(rest.prefix(Int(word)))))
        rest = rest.dropFirst(Int(word))
      }
    }
    return cells
  }
}

// MARK: - The bytes of a value

extension KeyBuffer {
  private static func length(of cell: Cell) -> Int {
    switch cell {
    case .absent, .null: 0
    case .integer, .real: headBytes
    case .text(let text): headBytes + text.utf8.count
    case .bytes(let text): headBytes + text.count
    case .blob(let bytes): headBytes + bytes.count
    }
  }

  private static func write(
    _ cell: Cell,
    to target: UnsafeMutableRawBufferPointer,
    at offset: inout Int
  ) {
    switch cell {
    case .absent, .null: break
    case .integer(let integer):
      write(.integer, word: UInt64(bitPattern: integer), to: target, at: &offset)
    case .real(let real): write(.real, word: real.bitPattern, to: target, at: &offset)
    case .text(let text): write(text, to: target, at: &offset)
    case .bytes(let text): write(text, to: target, at: &offset)
    case .blob(let bytes): bytes.withUnsafeBytes { write($0, as: .blob, to: target, at: &offset) }
    }
  }

  private static func write(
    _ content: JSONValue.Content,
    to target: UnsafeMutableRawBufferPointer,
    at offset: inout Int
  ) {
    switch content {
    case .string(let text): write(text, to: target, at: &offset)
    case .integer(let integer):
      write(.integer, word: UInt64(bitPattern: integer), to: target, at: &offset)
    case .real(let real): write(.real, word: real.bitPattern, to: target, at: &offset)
    // No column value uses the type bytes 0x10 to 0x12. The bytes of a boolean, null or the text of
    // a number are therefore unique.
    case .number(let text):
      write(0x12, word: 0, to: target, at: &offset)
      write(text, to: target, at: &offset)
    case .boolean(let boolean): write(0x10, word: boolean ? 1 : 0, to: target, at: &offset)
    case .null, .object, .array: write(0x11, word: 0, to: target, at: &offset)
    }
  }

  @inline(__always)
  private static func write(
    _ text: String,
    to target: UnsafeMutableRawBufferPointer,
    at offset: inout Int
  ) {
    var text = text
    text.withUTF8 { write(UnsafeRawBufferPointer($0), to: target, at: &offset) }
  }

  @inline(__always)
  private static func write(
    _ text: UnsafeRawBufferPointer,
    as tag: Tag = .text,
    to target: UnsafeMutableRawBufferPointer,
    at offset: inout Int
  ) {
    write(tag, word: UInt64(text.count), to: target, at: &offset)
    guard let source = text.baseAddress else { return }
    UnsafeMutableRawBufferPointer(rebasing: target[offset..<(offset + text.count)])
      .copyMemory(from: UnsafeRawBufferPointer(start: source, count: text.count))
    offset += text.count
  }

  @inline(__always)
  private static func write(
    _ tag: Tag,
    word: UInt64,
    to target: UnsafeMutableRawBufferPointer,
    at offset: inout Int
  ) {
    write(tag.rawValue, word: word, to: target, at: &offset)
  }

  @inline(__always)
  private static func write(
    _ tag: UInt8,
    word: UInt64,
    to target: UnsafeMutableRawBufferPointer,
    at offset: inout Int
  ) {
    target.storeBytes(of: tag, toByteOffset: offset, as: UInt8.self)
    target.storeBytes(of: word.littleEndian, toByteOffset: offset + 1, as: UInt64.self)
    offset += headBytes
  }
}
