/// A URL of an app as a value: `catalogue://books/b42?edit`.
///
/// A ``Route`` is created from a link and has a link. The text of a link parses to an equal link.
/// The parser throws for an invalid text and never traps.
public struct Link: Hashable, Sendable {
  /// A query item: `edit`, or `page=2`.
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

  /// The maximum size of a text that the parser accepts, in bytes: 64 KiB.
  public static let lengthLimit = 65_536

  /// The scheme, in lower case.
  public let scheme: String
  /// The path components between the slashes, after percent-decoding.
  public let path: [String]
  /// The query items, after percent-decoding.
  public let query: [Item]

  /// Creates a link.
  ///
  /// The initialiser changes `[""]` to an empty path, and leaves out query items without a name and
  /// a value, because the text of a link cannot represent them.
  ///
  /// - Parameters:
  ///   - scheme: ASCII letters, digits, `+`, `-` and `.`, with a letter first. Upper case letters
  ///     become lower case. The result is nil if the scheme is invalid.
  ///   - path: The path components, without percent-encoding.
  ///   - query: The query items, without percent-encoding.
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

  /// The value of the first query item that has this name and a value; nil if there is none.
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
  /// Decodes a link from its text.
  public init(from decoder: any Decoder) throws {
    try self.init(parsing: decoder.singleValueContainer().decode(String.self))
  }

  /// Encodes the link as its text.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
