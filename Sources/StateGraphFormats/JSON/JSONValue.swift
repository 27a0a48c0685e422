/// A JSON value together with the place where it starts.
package struct JSONValue: Sendable, Equatable {
  package enum Content: Sendable, Equatable {
    /// An object, with its members in the order of the input. No key occurs twice.
    case object([JSONMember])
    case array([JSONValue])
    case string(String)
    case integer(Int64)
    case real(Double)
    case boolean(Bool)
    case null
  }

  package let content: Content
  package let place: JSONPlace

  package init(_ content: Content, at place: JSONPlace) {
    self.content = content
    self.place = place
  }

  /// The members of an object; nil for any other value. An object that encodes bytes as `$base64`
  /// also returns nil.
  package var members: [JSONMember]? {
    if case .object(let members) = content, content.encodedBytes == nil { members } else { nil }
  }
}

/// One member of an object.
package struct JSONMember: Sendable, Equatable {
  package let key: String
  package let keyPlace: JSONPlace
  package internal(set) var value: JSONValue

  package init(key: String, keyPlace: JSONPlace, value: JSONValue) {
    self.key = key
    self.keyPlace = keyPlace
    self.value = value
  }
}
