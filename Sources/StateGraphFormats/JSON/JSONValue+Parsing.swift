extension JSONValue {
  /// Parses `bytes` as one JSON value in UTF-8.
  ///
  /// - Parameters:
  ///   - bytes: The text. It is never decompressed or decoded from another encoding, because its
  ///     first byte must be the brace of an object.
  ///   - name: The name of the text in error messages.
  ///   - maximumDepth: The number of arrays and objects that may be open at once.
  /// - Throws: `ImportError` if the text is not one JSON object, or an object has a name twice.
  package init(
    parsingObject bytes: [UInt8],
    name: String,
    maximumDepth: Int
  ) throws(ImportError) {
    guard bytes.first == UInt8(ascii: "{") else {
      throw ImportError(.malformedJSON, "\(name) is not a JSON object")
    }
    let source = try ByteSource(bytes: bytes, name: name, encoding: .utf8)
    let reader = JSONReader(source, maximumDepth: maximumDepth)
    var builder = JSONTreeBuilder(takesLastOfKeys: false)
    let value = try builder.build(try reader.next(), from: reader)
    if let failure = builder.failure { throw failure }
    // The reader refuses text after the first value.
    guard try reader.next() == .end else {
      throw ImportError(.malformedJSON, "\(name) has text after its end")
    }
    self = value
  }
}
