/// The text encoding of an input, determined from its first bytes.
struct EncodingSignature {
  /// The number of bytes that are necessary to recognise a byte order mark.
  ///
  /// An import from a slow pipe waits for these bytes, so the number is small.
  static let requiredBytes = 4

  let encoding: TextEncoding
  /// The length of the byte order mark in bytes, or zero if the input has none.
  let markBytes: Int

  /// Determines the encoding from the first bytes of the input `name`.
  ///
  /// - Parameter wanted: The encoding that the user specifies. If nil, the first bytes determine
  ///   the encoding.
  /// - Throws: If the byte order mark contradicts `wanted`, or if the input is binary, compressed
  ///   or UTF-32.
  init(_ prefix: [UInt8], wanted: TextEncoding?, name: String) throws(ImportError) {
    do throws(ImportError) {
      try Self.refuseOthers(prefix)
      (encoding, markBytes) = try Self.find(prefix, wanted: wanted)
    } catch {
      throw error.located(at: InputPlace(file: name, line: 1, column: 1, byteOffset: 0))
    }
  }

  private static func find(
    _ prefix: [UInt8],
    wanted: TextEncoding?
  ) throws(ImportError) -> (TextEncoding, markBytes: Int) {
    guard let mark = marks.first(where: { prefix.starts(with: $0.bytes) }) else {
      return (try encodingWithoutMark(prefix, wanted: wanted), 0)
    }
    guard wanted == nil || wanted == mark.encoding || (wanted == .utf16 && mark.bytes.count == 2)
    else {
      throw ImportError(
        .unsupportedEncoding,
        "the input begins with the byte order mark of \(mark.encoding.title), "
          + "and the encoding asked for is \(wanted?.title ?? "")",
        remedy: "Leave out --encoding"
      )
    }
    return (mark.encoding, mark.bytes.count)
  }

  private static let marks: [(bytes: [UInt8], encoding: TextEncoding)] = [
    ([0xEF, 0xBB, 0xBF], .utf8), ([0xFF, 0xFE], .utf16LittleEndian),
    ([0xFE, 0xFF], .utf16BigEndian),
  ]

  /// The first bytes of unsupported file formats, each with the texts of its error message.
  private static let others: [(bytes: [UInt8], what: String, remedy: String)] = [
    ([0x1F, 0x8B], "compressed twice", "Decompress it once with gunzip"),
    ([0x50, 0x4B, 3, 4], "a ZIP archive or a spreadsheet", "Unpack it, or save the sheet as CSV"),
    ([0x28, 0xB5, 0x2F, 0xFD], "compressed with zstd", "Decompress it: unzstd FILE"),
    ([0xFD, 0x37, 0x7A, 0x58, 0x5A], "compressed with xz", "Decompress it: unxz -k FILE"),
    ([0x42, 0x5A, 0x68], "compressed with bzip2", "Decompress it: bunzip2 -k FILE"),
    (Array("SQLite format 3\0".utf8), "a SQLite database", "Export its tables as CSV or JSON"),
    (Array("PAR1".utf8), "Parquet", "Convert it to CSV, for example with DuckDB or pandas"),
    (Array("Obj\u{1}".utf8), "Avro", "Convert it to JSON lines, for example with avro-tools"),
    (
      Array("ARROW1".utf8), "an Arrow or Feather file", "Convert it to CSV, for example with pandas"
    ),
    (Array("%PDF-".utf8), "a PDF document", "Export the data as CSV"),
    ([0xD0, 0xCF, 0x11, 0xE0], "an Excel workbook", "Save the sheet as CSV"),
    ([0xFF, 0xFE, 0, 0], "UTF-32", "Convert it: iconv -f UTF-32 -t UTF-8"),
    ([0, 0, 0xFE, 0xFF], "UTF-32", "Convert it: iconv -f UTF-32 -t UTF-8"),
  ]

  private static func refuseOthers(_ prefix: [UInt8]) throws(ImportError) {
    var found = others.first { other in
      // A text could also begin with "BZh" or "PAR1". In a bzip2 file, a digit follows these
      // letters, and in a Parquet file a control character.
      prefix.starts(with: other.bytes) && (other.bytes.count != 3 || isBzip2(prefix))
        && (other.what != "Parquet" || prefix.count > 4 && prefix[4] < 0x20)
    }
    let zeros = prefix.prefix(4).map { $0 == 0 }
    if zeros == [false, true, true, true] || zeros == [true, true, true, false] {
      found = found ?? others.last
    }
    guard let found else { return }
    throw ImportError(
      .unsupportedEncoding,
      "the input is \(found.what), not text in an encoding that can be read",
      remedy: found.remedy
    )
  }

  private static func isBzip2(_ prefix: [UInt8]) -> Bool {
    prefix.count > 4 && (0x31...0x39).contains(prefix[3]) && prefix[4] == 0x31
  }

  private static func encodingWithoutMark(
    _ prefix: [UInt8],
    wanted: TextEncoding?
  ) throws(ImportError) -> TextEncoding {
    if let wanted, wanted != .utf16 { return wanted }
    if let byteOrder = byteOrder(of: prefix) { return byteOrder }
    guard wanted == nil else {
      throw ImportError(
        .cannotSniff,
        "the first bytes do not show the byte order of UTF-16",
        remedy: "Pass --encoding utf-16le or utf-16be"
      )
    }
    // This check rejects inputs with a NUL in the first four bytes, or with many NUL bytes. For a
    // single later NUL, the CSV or JSON reader reports the line and column.
    let zeros = prefix.count { $0 == 0 }
    guard !prefix.prefix(requiredBytes).contains(0), zeros < 8 || zeros * 10 <= prefix.count
    else {
      throw ImportError(
        .unsupportedEncoding,
        "the input is binary, not text",
        remedy: "If it is text, pass its encoding with --encoding"
      )
    }
    return .utf8
  }

  /// Returns the byte order of UTF-16 text, or nil for other text.
  ///
  /// In UTF-16, one of the two bytes of an ASCII character is zero. Many zeros at odd offsets
  /// mean little endian, and many at even offsets mean big endian.
  private static func byteOrder(of prefix: [UInt8]) -> TextEncoding? {
    let units = prefix.count / 2
    guard units > 0 else { return nil }
    var zeros = [0, 0]
    for index in 0..<2 * units where prefix[index] == 0 { zeros[index & 1] += 1 }
    // A character outside ASCII can have a zero byte at the other offset, as U+0100 does. Up to a
    // quarter as many zeros are therefore allowed there.
    guard 4 * min(zeros[0], zeros[1]) <= max(zeros[0], zeros[1]) else { return nil }
    // In a short text, more than a third of the characters must be ASCII, so that a single NUL does
    // not make the text UTF-16. In a long text, most letters may be outside ASCII, so one ASCII
    // character in 16 is enough.
    let many = units < 64 ? units / 3 : units / 16
    guard max(zeros[0], zeros[1]) > many else { return nil }
    return zeros[1] > zeros[0] ? .utf16LittleEndian : .utf16BigEndian
  }
}
