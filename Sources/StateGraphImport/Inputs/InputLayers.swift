/// How an input is compressed.
package enum InputCompression: String, Sendable {
  case gzip
}

/// What lies between the bytes of a file and its text. Told by the first bytes and not by the name,
/// for names lie.
struct InputLayers {
  let input: any ByteInput
  let compression: InputCompression?
  /// The index of the first byte of text: 3 behind a UTF-8 byte order mark, else 0.
  let textStart: Int

  init(over raw: some ByteInput, name: String) throws(ImportError) {
    var input = PeekingInput(raw)
    var prefix = try input.peek(atLeast: InputSignature.longestBytes)
    if GzipInput.begins(prefix) {
      input = PeekingInput(try GzipInput(input))
      prefix = try Self.located(name) { () throws(ImportError) in
        try input.peek(atLeast: InputSignature.longestBytes)
      }
      compression = .gzip
    } else {
      compression = nil
    }
    textStart = try InputSignature.textStart(
      prefix.prefix(InputSignature.longestBytes),
      name: name
    )
    self.input = input
  }

  /// Damage in the very first bytes has no better place than the start.
  private static func located<Result>(
    _ name: String,
    _ body: () throws(ImportError) -> Result
  ) throws(ImportError) -> Result {
    do {
      return try body()
    } catch {
      throw error.located(at: InputPlace(file: name, line: 1, column: 1, byteOffset: 0))
    }
  }
}
