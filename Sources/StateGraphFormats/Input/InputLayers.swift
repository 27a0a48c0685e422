/// The conversions from the bytes of a file to UTF-8 text, such as decompression.
///
/// Each conversion is a `ByteInput` that reads from another one. The first bytes of the file
/// determine the conversions, because the file name may be wrong.
struct InputLayers {
  let input: any ByteInput
  let compression: InputCompression?
  let encoding: TextEncoding
  /// Whether the text begins with a byte order mark, which is not part of the text.
  let hasMark: Bool
  /// The index of the first byte of text: 3 after a UTF-8 byte order mark, and otherwise 0.
  ///
  /// In other encodings, the byte order mark is skipped before conversion.
  let textStart: Int

  /// Reads the first bytes of `raw` and creates the necessary conversions.
  ///
  /// - Parameter wanted: The encoding that the user specifies. If nil, the first bytes determine
  ///   the encoding.
  init(
    over raw: some ByteInput,
    name: String,
    encoding wanted: TextEncoding? = nil
  ) throws(ImportError) {
    var input = PeekingInput(raw)
    var prefix = try input.peek(atLeast: EncodingSignature.requiredBytes)
    if GzipInput.begins(prefix) {
      input = PeekingInput(try GzipInput(input))
      do {
        prefix = try input.peek(atLeast: EncodingSignature.requiredBytes)
      } catch {
        throw error.located(at: InputPlace(file: name, line: 1, column: 1, byteOffset: 0))
      }
      compression = .gzip
    } else {
      compression = nil
    }
    let signature = try EncodingSignature(prefix, wanted: wanted, name: name)
    encoding = signature.encoding
    hasMark = signature.markBytes > 0
    if encoding == .utf8 {
      // UTF-8 text needs no conversion. Its byte order mark therefore stays in the input, and
      // `textStart` is the index after the mark.
      textStart = signature.markBytes
      self.input = input
    } else {
      textStart = 0
      input.skip(signature.markBytes)
      self.input = TranscodingInput(input, from: encoding)
    }
  }
}
