import StateGraphFormats

/// A JSON object of a request, whose members are taken one by one.
///
/// A member that nobody has taken is an error, so that a typing error is not ignored.
struct RequestObject {
  private var members: [JSONMember]

  /// The deepest nesting of any request: a value of a condition of a filter of a view.
  private static let maximumDepth = 12

  /// Parses the body of a request, and takes its member `version`, which must be 1.
  init(body: [UInt8]) throws(StudioError) {
    let value = try? JSONValue(
      parsingObject: body,
      name: "request",
      maximumDepth: RequestObject.maximumDepth
    )
    guard case .object(let members) = value?.content else { throw .invalidRequest }
    self.members = members
    guard try integer("version") == 1 else { throw .invalidRequest }
  }

  init(_ value: JSONValue) throws(StudioError) {
    guard case .object(let members) = value.content else { throw .invalidRequest }
    self.members = members
  }

  /// Throws unless every member was taken.
  func requireEnd() throws(StudioError) {
    guard members.isEmpty else { throw .invalidRequest }
  }

  /// Takes all remaining members.
  mutating func rest() -> [JSONMember] {
    defer { members = [] }
    return members
  }

  func has(_ name: String) -> Bool {
    members.contains { $0.key.utf8.elementsEqual(name.utf8) }
  }

  /// Takes the member with this name. Returns nil if the object has no such member.
  mutating func value(_ name: String) -> JSONValue? {
    guard let index = members.firstIndex(where: { $0.key.utf8.elementsEqual(name.utf8) }) else {
      return nil
    }
    return members.remove(at: index).value
  }

  mutating func optionalText(_ name: String) throws(StudioError) -> String? {
    switch value(name)?.content {
    case nil: return nil
    case .string(let text): return text
    default: throw .invalidRequest
    }
  }

  mutating func text(_ name: String) throws(StudioError) -> String {
    guard let text = try optionalText(name) else { throw .invalidRequest }
    return text
  }

  mutating func optionalInteger(_ name: String) throws(StudioError) -> Int? {
    switch value(name)?.content {
    case nil: return nil
    case .integer(let integer): return Int(integer)
    default: throw .invalidRequest
    }
  }

  mutating func integer(_ name: String) throws(StudioError) -> Int {
    guard let integer = try optionalInteger(name) else { throw .invalidRequest }
    return integer
  }

  /// Takes a boolean. A missing one is false.
  mutating func boolean(_ name: String) throws(StudioError) -> Bool {
    switch value(name)?.content {
    case nil: return false
    case .boolean(let boolean): return boolean
    default: throw .invalidRequest
    }
  }

  mutating func optionalArray(_ name: String) throws(StudioError) -> [JSONValue]? {
    switch value(name)?.content {
    case nil: return nil
    case .array(let values): return values
    default: throw .invalidRequest
    }
  }

  mutating func optionalTexts(_ name: String) throws(StudioError) -> [String]? {
    guard let values = try optionalArray(name) else { return nil }
    var texts: [String] = []
    for value in values {
      guard case .string(let text) = value.content else { throw .invalidRequest }
      texts.append(text)
    }
    return texts
  }

  mutating func optionalObject(_ name: String) throws(StudioError) -> RequestObject? {
    guard let value = value(name) else { return nil }
    return try RequestObject(value)
  }
}

/// A name that the page gives to a query or a window.
enum RequestID {
  static func isValid(_ text: String) -> Bool {
    (1...64).contains(text.utf8.count)
      && text.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
        case UInt8(ascii: "0")...UInt8(ascii: "9"): true
        default: byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
        }
      }
  }
}
