import StateGraphRows

/// A name of a table, a column or another object of the server.
///
/// This type is the one place that quotes PostgreSQL's identifiers.
package struct ServerName: Hashable, Sendable {
  private let bytes: ByteText

  package var text: String { bytes.string }

  /// The longest name that the server stores. It cuts a longer one silently.
  package static let maximumBytes = 63

  /// - Throws: `.invalidName` if the server cannot store the name as it is.
  package init(_ text: String) throws(ReplicationError) {
    let count = text.utf8.count
    guard count > 0, count <= Self.maximumBytes, !text.utf8.contains(0) else {
      throw ReplicationError(
        .invalidName,
        count > Self.maximumBytes
          ? "The name \(text) has \(count) bytes. PostgreSQL cuts names after 63 bytes."
          : "A name of the server is empty or contains a zero character.",
        remedy: "Rename the table or column."
      )
    }
    bytes = ByteText(text)
  }

  /// The name in double quotes, for SQL.
  package var quoted: String {
    ServerName.doubling("\"", in: text)
  }

  /// A text as a literal of SQL. The setting `standard_conforming_strings` does not matter.
  package static func literal(_ text: String) -> String {
    let quoted = doubling("'", escape: "\\", in: text)
    return text.utf8.contains(UInt8(ascii: "\\")) ? " E" + quoted : quoted
  }

  /// A text as a literal of the commands of replication, whose only escape is `''`.
  static func replicationLiteral(_ text: String) -> String { doubling("'", in: text) }

  /// Returns the text between two quotes, with some of its characters doubled.
  ///
  /// The server reads scalars. A `Character` can be a quote with an accent, which is not equal to a
  /// quote.
  private static func doubling(
    _ quote: UnicodeScalar,
    escape: UnicodeScalar? = nil,
    in text: String
  ) -> String {
    var quoted = String.UnicodeScalarView()
    quoted.append(quote)
    for scalar in text.unicodeScalars {
      quoted.append(scalar)
      if scalar == quote || scalar == escape { quoted.append(scalar) }
    }
    quoted.append(quote)
    return String(quoted)
  }
}

/// The name of a table with its schema.
package struct ServerTable: Hashable, Sendable, CustomStringConvertible {
  package let schema: ServerName
  package let name: ServerName

  package init(schema: String = "public", name: String) throws(ReplicationError) {
    self.schema = try ServerName(schema)
    self.name = try ServerName(name)
  }

  package var quoted: String { schema.quoted + "." + name.quoted }

  package var description: String { "\(schema.text).\(name.text)" }
}

/// The name of a replication slot.
package struct SlotName: Sendable, CustomStringConvertible {
  package let text: String

  /// - Throws: `.invalidName` unless the name has 1 to 63 lower-case letters, digits and
  ///   underscores.
  package init(_ text: String) throws(ReplicationError) {
    let isPlain = text.utf8.allSatisfy { byte in
      (97...122).contains(byte) || (48...57).contains(byte) || byte == UInt8(ascii: "_")
    }
    guard isPlain, (1...ServerName.maximumBytes).contains(text.utf8.count) else {
      throw ReplicationError(
        .invalidName,
        "The name \(text) cannot be the name of a replication slot.",
        remedy: "Use 1 to 63 lower-case letters, digits and underscores."
      )
    }
    self.text = text
  }

  package var quoted: String { "\"\(text)\"" }

  package var description: String { text }
}
