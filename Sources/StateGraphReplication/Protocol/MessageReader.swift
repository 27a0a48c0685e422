/// Reads the fields of one message of the server. All numbers are big-endian.
///
/// Each read checks that the message contains the field, and throws otherwise. No read allocates
/// memory by a length that the server claims.
struct MessageReader {
  private let bytes: ArraySlice<UInt8>
  private var position: Int

  init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    position = bytes.startIndex
  }

  /// The number of bytes that have not been read.
  var remaining: Int { bytes.endIndex - position }

  mutating func byte(_ field: StaticString) throws(ReplicationError) -> UInt8 {
    guard remaining >= 1 else { throw truncated(field) }
    defer { position += 1 }
    return bytes[position]
  }

  mutating func integer<Number: FixedWidthInteger>(
    _ type: Number.Type,
    field: StaticString
  ) throws(ReplicationError) -> Number {
    let size = MemoryLayout<Number>.size
    guard remaining >= size else { throw truncated(field) }
    var number: UInt64 = 0
    for offset in 0..<size { number = number << 8 | UInt64(bytes[position + offset]) }
    position += size
    return Number(truncatingIfNeeded: number)
  }

  mutating func logPosition(_ field: StaticString) throws(ReplicationError) -> LogPosition {
    LogPosition(rawValue: try integer(UInt64.self, field: field))
  }

  /// Reads a number of elements that must not be negative.
  mutating func count<Number: FixedWidthInteger & SignedInteger>(
    _ type: Number.Type,
    field: StaticString
  ) throws(ReplicationError) -> Int {
    let number = try integer(type, field: field)
    guard number >= 0 else { throw malformed("the field \(field) is negative") }
    return Int(number)
  }

  /// Returns the next `count` bytes, which stay a part of the message.
  mutating func slice(
    _ count: Int,
    field: StaticString
  ) throws(ReplicationError) -> ArraySlice<UInt8> {
    guard count <= remaining else { throw truncated(field) }
    defer { position += count }
    return bytes[position..<(position + count)]
  }

  /// Returns all bytes that have not been read.
  mutating func rest() -> ArraySlice<UInt8> {
    defer { position = bytes.endIndex }
    return bytes[position...]
  }

  /// Reads UTF-8 text that ends with a zero byte.
  mutating func name(
    _ field: StaticString,
    maximumBytes: Int
  ) throws(ReplicationError) -> String {
    let searched = bytes[position...].prefix(maximumBytes + 1)
    guard let end = searched.firstIndex(of: 0) else {
      if remaining > maximumBytes {
        throw ReplicationError(.tooLarge, "The server sent a name (\(field)) that is too long.")
      }
      throw truncated(field)
    }
    guard let text = String(validating: bytes[position..<end], as: UTF8.self) else {
      throw malformed("the field \(field) is not UTF-8")
    }
    position = end + 1
    return text
  }

  func expectEnd() throws(ReplicationError) {
    guard remaining == 0 else { throw malformed("\(remaining) bytes follow the last field") }
  }

  func malformed(_ reason: String) -> ReplicationError {
    ReplicationError(
      .malformedMessage,
      "The server sent a replication message that breaks the protocol: \(reason), at byte "
        + "\(position - bytes.startIndex)."
    )
  }

  private func truncated(_ field: StaticString) -> ReplicationError {
    malformed("the message ends within the field \(field)")
  }
}
