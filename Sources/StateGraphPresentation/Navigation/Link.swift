/// A URL of an app as a value: `catalogue://books/b42?edit`.
///
/// A link is what a ``Route`` prints and is read from. Every link prints as a text, and this text
/// parses to an equal link. No text makes the parser trap.
public struct Link: Hashable, Sendable {
  /// A part of the query: `edit`, or `page=2`.
  public struct Item: Hashable, Sendable {
    /// The text before the equals sign.
    public var name: String
    /// The text after the equals sign; nil if there is no equals sign.
    public var value: String?

    /// Creates an item.
    public init(_ name: String, _ value: String? = nil) {
      self.name = name
      self.value = value
    }
  }

  /// The largest number of bytes of a text that is parsed: 64 KiB.
  public static let lengthLimit = 65_536

  /// The scheme, in lower case.
  public let scheme: String
  /// The texts between the slashes, without percent-encoding.
  public let path: [String]
  /// The parts of the query, without percent-encoding.
  public let query: [Item]

  /// Creates a link.
  ///
  /// A path that consists of one empty text is an empty path, and query items without a name and a
  /// value are left out, because they would print as nothing.
  ///
  /// - Parameters:
  ///   - scheme: ASCII letters, digits, `+`, `-` and `.`, with a letter first. The result is nil if
  ///     it is anything else. Upper case letters become lower case.
  ///   - path: The texts between the slashes.
  ///   - query: The parts of the query.
  public init?(scheme: String, path: [String], query: [Item] = []) {
    guard let scheme = Self.checkedScheme(scheme.utf8) else { return nil }
    self.init(checkedScheme: scheme, path, query)
  }

  init(checkedScheme scheme: String, _ path: [String], _ query: [Item]) {
    self.scheme = scheme
    self.path = path == [""] ? [] : path
    self.query = query.filter { !$0.name.isEmpty || $0.value != nil }
  }

  /// Whether the query has an item with this name.
  public func has(_ name: String) -> Bool { query.contains { $0.name == name } }

  /// The value of the first item with this name that has one.
  public subscript(_ name: String) -> String? {
    for item in query where item.name == name && item.value != nil { return item.value }
    return nil
  }
}

extension Link: CustomStringConvertible {
  /// The text of the link, which parses to an equal link.
  public var description: String {
    var text = scheme + "://" + path.map(Self.encoded).joined(separator: "/")
    if !query.isEmpty {
      let items = query.map { item in
        Self.encoded(item.name) + (item.value.map { "=" + Self.encoded($0) } ?? "")
      }
      text += "?" + items.joined(separator: "&")
    }
    return text
  }
}

extension Link: Codable {
  /// Reads the text of a link.
  public init(from decoder: any Decoder) throws {
    try self.init(parsing: decoder.singleValueContainer().decode(String.self))
  }

  /// Writes the text of the link.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
