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
