/// A JSON value and the position at which it starts in the input, for error messages.
package struct JSONValue: Sendable, Equatable {
  package enum Content: Sendable, Equatable {
    /// An object with its members in the order of the input. Each key occurs only once.
    case object([JSONMember])
    case array([JSONValue])
    case string(String)
    case integer(Int64)
    /// A number whose text is the `description` of the double.
    case real(Double)
    /// The text of a number that an integer and a double would change, such as `1.10`.
    case number(String)
    case boolean(Bool)
    case null
  }

  package let content: Content
  package let place: TextPlace

  package init(_ content: Content, at place: TextPlace) {
    self.content = content
    self.place = place
  }

  /// The members of an object, or nil for any other value.
  ///
  /// Also nil for an object such as `{"$base64": "AP8="}`, because it represents bytes.
  package var members: [JSONMember]? {
    if case .object(let members) = content, content.encodedBytes == nil { members } else { nil }
  }
}

/// One member of a JSON object, and the position of its key in the input, for error messages.
package struct JSONMember: Sendable, Equatable {
  package let key: String
  package let keyPlace: TextPlace
  package internal(set) var value: JSONValue

  package init(key: String, keyPlace: TextPlace, value: JSONValue) {
    self.key = key
    self.keyPlace = keyPlace
    self.value = value
  }
}

/// Converts bytes to a JSON object such as `{"$base64": "AP8="}` and back.
///
/// An export writes bytes in this form, so an import can read them again.
extension JSONValue.Content {
  private static let bytesKey = "$base64"

  /// The value of the member `$base64`, or nil if this is not an object such as `{"$base64":
  /// "AP8="}`.
  ///
  /// The value may be invalid base 64, so the caller must check it.
  package var encodedBytes: JSONValue.Content? {
    guard case .object(let members) = self, members.count == 1, members[0].key == Self.bytesKey
    else { return nil }
    return members[0].value.content
  }

  package init(bytes: [UInt8]) {
    let start = TextPlace(byteOffset: 0, line: 1, column: 1)
    let text = JSONValue(.string(RFC4648.base64(bytes)), at: start)
    self = .object([JSONMember(key: Self.bytesKey, keyPlace: start, value: text)])
  }
}

extension JSONValue.Content {
  /// Creates a number from its text. Fails if the text is not a number in JSON.
  package init?(number text: String) {
    if let integer = Int64(text), String(integer) == text {
      self = .integer(integer)
      return
    }
    var rest = Array(text.utf8)[...]
    func skip(_ bytes: String) -> Bool {
      guard let first = rest.first, bytes.utf8.contains(first) else { return false }
      rest.removeFirst()
      return true
    }
    func digits() -> ArraySlice<UInt8> {
      let digits = rest.prefix { $0 &- UInt8(ascii: "0") < 10 }
      rest = rest.dropFirst(digits.count)
      return digits
    }
    _ = skip("-")
    let whole = digits()
    guard whole.count == 1 || whole.count > 1 && whole.first != UInt8(ascii: "0") else {
      return nil
    }
    if skip("."), digits().isEmpty { return nil }
    if skip("eE") {
      _ = skip("+-")
      if digits().isEmpty { return nil }
    }
    guard rest.isEmpty else { return nil }
    if let real = Double(text), real.description.utf8.elementsEqual(text.utf8) {
      self = .real(real)
    } else {
      self = .number(text)
    }
  }
}

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
