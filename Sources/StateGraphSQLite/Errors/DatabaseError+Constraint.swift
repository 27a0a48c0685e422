import CSQLite

extension DatabaseError {
  /// The rule of the schema that a statement broke, as far as SQLite names it.
  public struct Constraint: Hashable, Sendable {
    /// What kind of rule it is.
    public let kind: Kind
    /// The table of the refused row. Nil for FOREIGN KEY, CHECK and triggers, for which SQLite
    /// names no table, and where a name with a dot or comma in it makes SQLite's message ambiguous.
    public let table: String?
    /// The columns of the rule in SQLite's order; empty where ``table`` is nil.
    public let columns: [String]
    /// The name of a CHECK rule, or its expression where it has no name. The name of the index of a
    /// UNIQUE rule on expressions. Nil for all other rules.
    public let name: String?
  }
}

extension DatabaseError.Constraint {
  /// The kinds of rules that can refuse a row. A struct and not an enumeration, so that a new kind
  /// breaks no `switch`.
  public struct Kind: Hashable, Sendable, CustomStringConvertible {
    private enum Rule: String {
      case unique, primaryKey, foreignKey, check, notNull, columnType, trigger, other
    }

    private let rule: Rule
    private init(_ rule: Rule) { self.rule = rule }

    /// A UNIQUE column or index already has the value.
    public static let unique = Kind(.unique)
    /// The table already has a row with the primary key, or with the rowid.
    public static let primaryKey = Kind(.primaryKey)
    /// A FOREIGN KEY has no row to reference, or a referenced row was deleted.
    public static let foreignKey = Kind(.foreignKey)
    /// The expression of a CHECK was false.
    public static let check = Kind(.check)
    /// A NOT NULL column was set to NULL.
    public static let notNull = Kind(.notNull)
    /// The value does not fit the declared type of a column of a STRICT table.
    public static let columnType = Kind(.columnType)
    /// A trigger called `RAISE`.
    public static let trigger = Kind(.trigger)
    /// Another rule: a virtual table or a function refused the row.
    public static let other = Kind(.other)

    public var description: String { rule.rawValue }

    /// Whether `error` is a ``DatabaseError`` about a rule of this kind, for
    /// `catch DatabaseError.Constraint.Kind.unique`.
    public static func ~= (kind: Kind, error: any Error) -> Bool {
      (error as? DatabaseError)?.constraint?.kind == kind
    }

    /// - Parameter extendedCode: An extended code of SQLITE_CONSTRAINT
    ///   (<https://sqlite.org/rescode.html#constraint>).
    fileprivate init(extendedCode: Int32) {
      // The C macros have shifts, which Swift does not import.
      let detail = extendedCode >> 8
      self =
        switch detail {
        case 1: .check
        case 3: .foreignKey
        case 5: .notNull
        case 6, 10: .primaryKey
        case 7: .trigger
        case 8: .unique
        case 12: .columnType
        default: .other
        }
    }
  }
}

extension DatabaseError.Constraint {
  /// Reads the names out of SQLite's message, such as `UNIQUE constraint failed: users.email`.
  ///
  /// - Returns: Nil for a result code other than SQLITE_CONSTRAINT.
  init?(extendedCode: Int32, message: String) {
    guard extendedCode & 0xff == SQLITE_CONSTRAINT else { return nil }
    kind = Kind(extendedCode: extendedCode)
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

  /// The parts of `users.first, users.last`. Nil where the parts do not have one dot each and the
  /// same table.
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
