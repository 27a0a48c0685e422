/// What the first bytes of an input say about its encoding.
enum InputSignature {
  /// The number of bytes that must be present before `textStart` can tell; few, so that a pipe
  /// with a slow writer is not kept waiting.
  static let longestBytes = 4

  /// The index of the first byte of text. Throws when the input is not UTF-8 text.
  static func textStart(
    _ prefix: ArraySlice<UInt8>,
    name: String
  ) throws(ImportError) -> Int {
    func refusal(_ kind: String, _ remedy: String) -> ImportError {
      let place = InputPlace(file: name, line: 1, column: 1, byteOffset: 0)
      return ImportError(
        .unsupportedEncoding,
        "the input is \(kind), not UTF-8 text",
        remedy: remedy,
        place: place
      )
    }
    if prefix.starts(with: [0xEF, 0xBB, 0xBF]) { return 3 }
    if prefix.starts(with: [0xFF, 0xFE]) || prefix.starts(with: [0xFE, 0xFF]) {
      throw refusal("UTF-16 or UTF-32", "Convert it with: iconv -f UTF-16 -t UTF-8")
    }
    if prefix.starts(with: [0x1F, 0x8B]) {
      throw refusal("compressed twice", "Decompress it once with gunzip")
    }
    if prefix.starts(with: [0x50, 0x4B, 0x03, 0x04]) {
      throw refusal("a ZIP archive or a spreadsheet", "Unpack it, or save the sheet as CSV")
    }
    if prefix.contains(0) {
      throw refusal("UTF-16 without a byte order mark, or binary", "Convert it with iconv")
    }
    return 0
  }
}
