/// A JSON value together with the place at which it starts in the input, for error messages.
package struct JSONValue: Sendable, Equatable {
  package enum Content: Sendable, Equatable {
    /// An object, with its members in the order of the input. No key occurs twice in it.
    case object([JSONMember])
    case array([JSONValue])
    case string(String)
    case integer(Int64)
    case real(Double)
    case boolean(Bool)
    case null
  }

  package let content: Content
  package let place: TextPlace

  package init(_ content: Content, at place: TextPlace) {
    self.content = content
    self.place = place
  }

  /// The members of an object; nil for any other value.
  ///
  /// Nil also for an object that encodes bytes under `$base64`, because it is the form of a single
  /// value.
  package var members: [JSONMember]? {
    if case .object(let members) = content, content.encodedBytes == nil { members } else { nil }
  }
}

/// One member of a JSON object, with the place of its key for error messages.
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
