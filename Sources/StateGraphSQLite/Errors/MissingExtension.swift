/// A function, collation, virtual table module or tokenizer that a schema needs, and that only the
/// program has which made the file.
struct MissingExtension {
  private let kind: String
  private let name: String

  /// SQLite's messages, each with the kind of what is missing. The name follows the message.
  private static let messages = [
    ("no such collation sequence: ", "collation"), ("no such module: ", "module"),
    ("no such function: ", "function"), ("unknown function: ", "function"),
    ("no such tokenizer: ", "tokenizer"), ("unknown tokenizer: ", "tokenizer"),
  ]

  /// The value is nil if a message of SQLite is about something else.
  init?(message: String) {
    for (text, kind) in Self.messages {
      guard let mark = message.firstRange(of: text) else { continue }
      let rest = message[mark.upperBound...]
      self.kind = kind
      name = rest.hasSuffix("()") ? String(rest.dropLast(2)) : String(rest)
      return
    }
    return nil
  }

  /// The name of a missing function, or nil if something else is missing.
  var functionName: String? { kind == "function" ? name : nil }

  init(collation name: String) { (kind, self.name) = ("collation", name) }

  /// Whether a statement itself names what is missing. The error then concerns the statement and
  /// not the schema.
  func isNamed(in sql: String) -> Bool { SchemaMention(name).isMade(in: sql) }

  /// The error that names what is missing, and the tables with it.
  func error(on handle: OpaquePointer?, extendedCode: Int32?, sql: String?) -> DatabaseError {
    var tables: [String] = []
    for object in handle.map({ SchemaMention(name).objects(on: $0) }) ?? []
    where !tables.contains(where: { $0.hasSameBytes(as: object.table) }) {
      tables.append(object.table)
    }
    let users = tables.isEmpty ? "The schema" : tables.joined(separator: ", ")
    return DatabaseError(
      .missingExtension,
      "\(users) \(tables.count > 1 ? "need" : "needs") the \(kind) \(name), which only "
        + "the program that made the file has.",
      remedy: "Use that program for this, or read only columns that do not need it.",
      extendedCode: extendedCode,
      sql: sql
    )
  }
}

extension DatabaseError {
  /// Whether a schema or a statement needs something that SQLite does not have.
  package var isAboutMissingExtension: Bool {
    code == .missingExtension || MissingExtension(message: clause) != nil
  }
}
