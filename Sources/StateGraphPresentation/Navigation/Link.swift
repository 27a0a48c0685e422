/// A URL of an app as a value, such as `catalogue://books/b42?edit`. A link opens a page of the
/// app.
///
/// ``Route`` values are converted to and from links. The ``description`` of a link is its text, and
/// parsing this text gives an equal link. The parser throws an error for an invalid text and never
/// traps.
public struct Link: Hashable, Sendable {
  /// One item of the query of a link, such as `edit` or `page=2`.
  public struct Item: Hashable, Sendable {
    /// The text before the equals sign, or the whole item if there is no equals sign.
    public var name: String
    /// The text after the equals sign, or nil if the item has no equals sign.
    public var value: String?

    /// Creates a query item, such as `page=2`, or `edit` if `value` is nil.
    public init(_ name: String, _ value: String? = nil) {
      self.name = name
      self.value = value
    }
  }

  /// The maximum size of a text that the parser accepts, in bytes: 64 KiB.
  public static let lengthLimit = 65_536

  /// The scheme of the link, which names the app. It is in lower case.
  public let scheme: String
  /// The components of the path, which slashes separate, after percent-decoding.
  public let path: [String]
  /// The items of the query, after percent-decoding, in the order of the text.
  public let query: [Item]

  /// Creates a link from its parts, or returns nil if `scheme` is invalid.
  ///
  /// A path that is `[""]` becomes the empty path, and the initialiser leaves out query items
  /// without a name and a value, because the text of a link cannot represent them.
  ///
  /// - Parameters:
  ///   - scheme: ASCII letters, digits, `+`, `-` and `.`, with a letter first. Upper case letters
  ///     become lower case.
  ///   - path: The path components, without percent-encoding.
  ///   - query: The query items, without percent-encoding.
  public init?(scheme: String, path: [String], query: [Item] = []) {
    guard let scheme = Self.checkedScheme(scheme.utf8) else { return nil }
    self.init(checkedScheme: scheme, path, query: query)
  }

  init(checkedScheme scheme: String, _ path: [String], query: [Item]) {
    self.scheme = scheme
    self.path = path == [""] ? [] : path
    self.query = query.filter { !$0.name.isEmpty || $0.value != nil }
  }

  /// Whether the query has an item with this name, with or without a value.
  public func has(_ name: String) -> Bool { query.contains { $0.name == name } }

  /// The value of the first query item that has this name and a value, or nil if no item has both.
  public subscript(_ name: String) -> String? {
    for item in query where item.name == name && item.value != nil { return item.value }
    return nil
  }
}

extension Link: CustomStringConvertible {
  /// The text of the link. ``init(parsing:)`` makes an equal link from this text.
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
  /// Decodes a link from a string, which is the text of the link.
  public init(from decoder: any Decoder) throws {
    try self.init(parsing: decoder.singleValueContainer().decode(String.self))
  }

  /// Encodes the link as a string, which is the text of the link.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
