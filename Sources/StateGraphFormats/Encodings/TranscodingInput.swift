/// An input that converts the text of another input to UTF-8.
///
/// If a byte encodes no character, the output contains invalid UTF-8 instead. The CSV or JSON
/// reader then reports the exact position, and the import rejects only one record.
final class TranscodingInput: ByteInput {
  private static let chunkBytes = 32 * 1024
  /// The size of the buffer for decoded text, in bytes.
  ///
  /// One input byte becomes at most three bytes of UTF-8. An example is the euro sign of
  /// Windows-1252.
  private static let decodedBytes = 3 * chunkBytes

  private let input: any ByteInput
  private let encoding: TextEncoding
  private let raw: UnsafeMutablePointer<UInt8>
  private var rawCount = 0
  private let decoded: UnsafeMutablePointer<UInt8>
  private var decodedCount = 0
  private var position = 0
  private var reachedEnd = false

  var bytesTaken: Int64 { input.bytesTaken }

  init(_ input: any ByteInput, from encoding: TextEncoding) {
    self.input = input
    self.encoding = encoding
    raw = .allocate(capacity: Self.chunkBytes)
    decoded = .allocate(capacity: Self.decodedBytes)
  }

  deinit {
    raw.deallocate()
    decoded.deallocate()
  }

  func read(
    into target: UnsafeMutablePointer<UInt8>,
    atMost limit: Int
  ) throws(ImportError) -> Int {
    while position == decodedCount {
      guard !reachedEnd else { return 0 }
      try decodeMore()
    }
    let length = min(limit, decodedCount - position)
    target.update(from: decoded + position, count: length)
    position += length
    return length
  }

  private func decodeMore() throws(ImportError) {
    let received = try input.read(into: raw + rawCount, atMost: Self.chunkBytes - rawCount)
    rawCount += received
    reachedEnd = received == 0
    var text = UTF8Output(decoded)
    let used =
      switch encoding {
      case .utf8, .latin1: text.appendLatin1(raw, count: rawCount)
      case .windows1252: text.appendWindows1252(raw, count: rawCount)
      case .utf16, .utf16LittleEndian:
        text.appendUTF16(raw, count: rawCount, low: 0, isEnd: reachedEnd)
      case .utf16BigEndian: text.appendUTF16(raw, count: rawCount, low: 1, isEnd: reachedEnd)
      }
    // A chunk may end inside a character. The first bytes of that character stay in the buffer.
    raw.update(from: raw + used, count: rawCount - used)
    rawCount -= used
    position = 0
    decodedCount = text.count
  }
}

/// Writes decoded characters to memory as UTF-8.
///
/// The memory must have room for three bytes for each input byte. This type does not check the
/// size.
struct UTF8Output {
  /// The output byte for an input byte that encodes no character.
  ///
  /// Valid UTF-8 never contains this byte, so the readers report an error.
  private static let invalid: UInt8 = 0xFF
  private let bytes: UnsafeMutablePointer<UInt8>
  private(set) var count = 0

  init(_ bytes: UnsafeMutablePointer<UInt8>) {
    self.bytes = bytes
  }

  /// Appends ISO 8859-1 text as UTF-8. Returns the number of input bytes that were decoded.
  mutating func appendLatin1(_ raw: UnsafeMutablePointer<UInt8>, count: Int) -> Int {
    for index in 0..<count { append(UInt32(raw[index])) }
    return count
  }

  mutating func appendWindows1252(_ raw: UnsafeMutablePointer<UInt8>, count: Int) -> Int {
    for index in 0..<count {
      let byte = raw[index]
      guard byte & 0xE0 == 0x80 else {
        append(UInt32(byte))
        continue
      }
      let value = Self.windows1252[Int(byte & 0x1F)]
      if value == 0 { appendByte(Self.invalid) } else { append(UInt32(value)) }
    }
    return count
  }

  /// Appends UTF-16 text as UTF-8. Returns the number of input bytes that were decoded.
  ///
  /// Half of a surrogate pair becomes three bytes of invalid UTF-8. The readers then report an
  /// error.
  ///
  /// - Parameters:
  ///   - low: The index of the less significant byte in each two-byte unit: 0 or 1.
  ///   - isEnd: Whether the input ends after these bytes. If true, an incomplete last character is
  ///     an error. If false, the caller passes its bytes again in the next call.
  mutating func appendUTF16(
    _ raw: UnsafeMutablePointer<UInt8>,
    count: Int,
    low: Int,
    isEnd: Bool
  ) -> Int {
    func unit(_ index: Int) -> UInt32 {
      UInt32(raw[index + 1 - low]) << 8 | UInt32(raw[index + low])
    }
    var index = 0
    while index + 1 < count {
      let first = unit(index)
      if first & 0xFC00 == 0xD800 {
        guard index + 3 < count || isEnd else { return index }
        if index + 3 < count, unit(index + 2) & 0xFC00 == 0xDC00 {
          append(0x10000 + ((first & 0x3FF) << 10 | (unit(index + 2) & 0x3FF)))
          index += 4
          continue
        }
      }
      append(first)
      index += 2
    }
    if isEnd, index < count {
      appendByte(Self.invalid)
      return count
    }
    return index
  }

  private mutating func appendByte(_ byte: UInt8) {
    bytes[count] = byte
    count += 1
  }

  private mutating func append(_ value: UInt32) {
    func continuation(_ shift: UInt32) -> UInt8 { UInt8(0x80 | (value >> shift) & 0x3F) }
    switch value {
    case ..<0x80:
      appendByte(UInt8(value))
    case ..<0x800:
      appendByte(UInt8(0xC0 | value >> 6))
      appendByte(continuation(0))
    case ..<0x10000:
      appendByte(UInt8(0xE0 | value >> 12))
      appendByte(continuation(6))
      appendByte(continuation(0))
    default:
      appendByte(UInt8(0xF0 | value >> 18))
      appendByte(continuation(12))
      appendByte(continuation(6))
      appendByte(continuation(0))
    }
  }

  /// The characters for the bytes from 0x80 to 0x9F. Zero means that the byte encodes no
  /// character.
  private static let windows1252: [UInt16] = [
    0x20AC, 0, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021,
    0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0, 0x017D, 0,
    0, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
    0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0, 0x017E, 0x0178,
  ]
}
