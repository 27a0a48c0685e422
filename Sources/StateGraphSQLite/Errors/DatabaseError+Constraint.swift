import CSQLite

extension DatabaseError {
  /// The rule of the schema that a statement broke. The names in it are from SQLite's error
  /// message.
  public struct Constraint: Hashable, Sendable {
    /// The kind of rule, such as UNIQUE or CHECK.
    public let kind: Kind
    /// The table whose row was refused.
    ///
    /// The value is nil for FOREIGN KEY, CHECK and triggers, because SQLite's message does not name
    /// the table for them. Also nil if a name contains a dot or a comma, because SQLite's message
    /// is then ambiguous.
    public let table: String?
    /// The columns of the broken rule, in the order of SQLite's message. Empty if ``table`` is nil.
    public let columns: [String]
    /// For a CHECK rule, its name, or its expression if the rule has no name. For a UNIQUE index on
    /// expressions, the name of the index. It is nil for all other rules.
    public let name: String?
  }
}

extension DatabaseError.Constraint {
  /// The kinds of rules that can refuse a row.
  ///
  /// This is a struct, because a new case of an enumeration would break a `switch` in a program.
  public struct Kind: Hashable, Sendable, CustomStringConvertible {
    private enum Rule: String {
      case unique, primaryKey, foreignKey, check, notNull, columnType, trigger, other
    }

    private let rule: Rule
    private init(_ rule: Rule) { self.rule = rule }

    /// A row with the same value already exists in a UNIQUE column or index.
    public static let unique = Kind(.unique)
    /// A row with the same primary key or rowid already exists in the table.
    public static let primaryKey = Kind(.primaryKey)
    /// A FOREIGN KEY refers to a row that does not exist.
    ///
    /// Either the referring row was written, or the row that it refers to was deleted.
    public static let foreignKey = Kind(.foreignKey)
    /// The expression of a CHECK rule was false for the row.
    public static let check = Kind(.check)
    /// A NOT NULL column was set to NULL.
    public static let notNull = Kind(.notNull)
    /// A value does not fit the declared type of a column in a STRICT table.
    public static let columnType = Kind(.columnType)
    /// A trigger refused the row by calling `RAISE`.
    public static let trigger = Kind(.trigger)
    /// Another rule refused the row, for example one of a virtual table or of a SQL function.
    public static let other = Kind(.other)

    public var description: String { rule.rawValue }

    /// Returns whether `error` is a ``DatabaseError`` about a rule of this kind.
    ///
    /// Use this operator to catch such errors: `catch DatabaseError.Constraint.Kind.unique`.
    public static func ~= (kind: Kind, error: any Error) -> Bool {
      (error as? DatabaseError)?.constraint?.kind == kind
    }

    /// Creates the kind of rule for a result code of SQLite.
    ///
    /// - Parameters:
    ///   - extendedCode: An extended result code of SQLITE_CONSTRAINT
    ///     (<https://sqlite.org/rescode.html#constraint>).
    ///   - message: SQLite's error message.
    fileprivate init(extendedCode: Int32, message: String) {
      // Swift does not import the C macros of these codes, because they contain shifts. The upper
      // bits of a code are therefore compared with numbers.
      let detail = extendedCode >> 8
      self =
        switch detail {
        case 1: .check
        case 3: .foreignKey
        case 5: .notNull
        case 6, 10: .primaryKey
        // SQLite implements ON DELETE RESTRICT as an internal trigger, which also returns code 7.
        case 7: message == "FOREIGN KEY constraint failed" ? .foreignKey : .trigger
        case 8: .unique
        case 12: .columnType
        default: .other
        }
    }
  }
}

extension DatabaseError.Constraint {
  /// Reads the broken rule from SQLite's error message.
  ///
  /// An example of such a message is `UNIQUE constraint failed: users.email`. Returns nil if the
  /// result code is not an extended code of SQLITE_CONSTRAINT.
  init?(extendedCode: Int32, message: String) {
    guard extendedCode & 0xff == SQLITE_CONSTRAINT else { return nil }
    kind = Kind(extendedCode: extendedCode, message: message)
    let subject: Substring? =
      switch kind {
      case .columnType: Self.text(in: message, after: " column ")
      case .unique, .primaryKey, .notNull, .check: Self.text(in: message, after: "failed: ")
      default: nil
      }
    if kind == .check {
      (table, columns, name) = (nil, [], subject.map(String.init))
    } else if let subject, subject.hasPrefix("index '"), subject.hasSuffix("'") {
      (table, columns, name) = (nil, [], String(subject.dropFirst(7).dropLast()))
    } else {
      let names = subject.flatMap(Self.names)
      (table, columns, name) = (names?.table, names?.columns ?? [], nil)
    }
  }

  private static func text(in message: String, after words: String) -> Substring? {
    let text = message.unicodeScalars
    let words = Array(words.unicodeScalars)
    var start = text.startIndex
    while start < text.endIndex {
      if text[start...].starts(with: words) {
        return Substring(text[text.index(start, offsetBy: words.count)...])
      }
      start = text.index(after: start)
    }
    return nil
  }

  /// Splits a text such as `users.first, users.last` into the table and its columns.
  ///
  /// Returns nil if an item does not contain exactly one dot, or if the items name different
  /// tables.
  private static func names(in text: Substring) -> (table: String, columns: [String])? {
    var table: String?
    var columns: [String] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let names = part.drop { $0 == " " }.split(separator: ".", omittingEmptySubsequences: false)
      guard names.count == 2 else { return nil }
      if let table, !table.hasSameBytes(as: String(names[0])) { return nil }
      table = String(names[0])
      columns.append(String(names[1]))
    }
    return table.map { ($0, columns) }
  }
}
