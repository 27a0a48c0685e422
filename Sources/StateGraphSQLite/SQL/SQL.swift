/// SQL text together with the values that are bound to its parameters.
///
/// A string literal is used as it is written. An interpolated value becomes a bound value. With
/// `table:` or `column:`, it becomes a quoted name. A `String` known only at run time never becomes
/// SQL text, except through ``SQL/raw(_:arguments:)``.
///
/// ```swift
/// let statement: SQL = "UPDATE users SET name = \(newName) WHERE id = \(id)"
/// ```
///
/// Statements are composed from pieces. An interpolated `SQL` becomes part of the text together
/// with its values, and an array becomes a list of values in parentheses:
///
/// ```swift
/// var condition: SQL = "author_id IN \(authorIDs)"
/// if let title { condition = "\(condition) AND title = \(title)" }
/// let books: SQL = "SELECT id FROM books WHERE \(condition)"
/// ```
public struct SQL: Sendable {
  package private(set) var text: String
  package private(set) var bindings: [SQLiteValue]

  package init(text: String, bindings: [SQLiteValue] = []) {
    self.text = text
    self.bindings = bindings
  }

  /// Creates SQL from text that is assembled at run time. The caller is responsible for every
  /// character of `text`.
  ///
  /// - Parameters:
  ///   - text: The SQL text.
  ///   - arguments: One value for each `?` in the text.
  public static func raw(_ text: String, arguments: [any Bindable] = []) -> SQL {
    SQL(text: text, bindings: arguments.map(\.value))
  }

  package mutating func append(_ other: SQL) {
    text += other.text
    bindings += other.bindings
  }

  package static func + (left: SQL, right: SQL) -> SQL {
    var joined = left
    joined.append(right)
    return joined
  }
}

extension SQL: ExpressibleByStringInterpolation {
  public init(stringLiteral text: String) {
    self.init(text: text)
  }

  public init(stringInterpolation: Interpolation) {
    self.init(text: stringInterpolation.text, bindings: stringInterpolation.bindings)
  }

  public struct Interpolation: StringInterpolationProtocol {
    fileprivate var text = ""
    fileprivate var bindings: [SQLiteValue] = []

    public init(literalCapacity: Int, interpolationCount: Int) {
      text.reserveCapacity(literalCapacity + interpolationCount * 2)
      bindings.reserveCapacity(interpolationCount)
    }

    public mutating func appendLiteral(_ literal: String) {
      text += literal
    }

    /// Binds a value to a parameter: `\(name)`. The value cannot inject SQL, because it does not
    /// become part of the text.
    public mutating func appendInterpolation(_ value: some Bindable) { bind(value.value) }

    /// Binds a value to a parameter, or NULL if the value is nil.
    ///
    /// In SQL, no comparison by `=` with NULL is true. Write `IS` for a value that may be nil.
    // Without this overload, the compiler warns that an optional value is interpolated.
    public mutating func appendInterpolation<Value: Bindable>(_ value: Value?) { bind(value.value) }

    /// Binds bytes to one parameter, as a BLOB. They are one value, and not a list of numbers.
    public mutating func appendInterpolation(_ bytes: [UInt8]) { bind(bytes.value) }

    /// Appends a list of values in parentheses, with a parameter for each value: `id IN \(ids)`.
    ///
    /// The list of an empty array is `()`. `IN ()` is then false for every row, and `NOT IN ()` is
    /// true. SQLite accepts 32,766 parameters in a statement, and a longer array fails with
    /// `.invalidSQL` when the statement runs. As always in SQL, `NOT IN` is true for no row if one
    /// of the values is NULL.
    public mutating func appendInterpolation(_ values: [some Bindable]) {
      text += "("
      for (index, value) in values.enumerated() {
        if index > 0 { text += ", " }
        bind(value.value)
      }
      text += ")"
    }

    /// Appends a piece of SQL with its values: `WHERE \(condition)`.
    public mutating func appendInterpolation(_ piece: SQL) {
      text += piece.text
      bindings += piece.bindings
    }

    private mutating func bind(_ value: SQLiteValue) {
      text += "?"
      bindings.append(value)
    }

    /// Appends the name of a table in double quotes, so that it cannot inject SQL: `\(table:
    /// "users")`.
    public mutating func appendInterpolation(table name: String) {
      text += Identifier(name).quoted
    }

    /// Appends the name of a column in double quotes, so that it cannot inject SQL: `\(column:
    /// "name")`.
    public mutating func appendInterpolation(column name: String) {
      text += Identifier(name).quoted
    }

    package mutating func appendInterpolation(columns names: [String]) {
      text += names.map { Identifier($0).quoted }.joined(separator: ", ")
    }

    package mutating func appendInterpolation(_ pieces: [SQL], separator: String) {
      for (index, piece) in pieces.enumerated() {
        if index > 0 { text += separator }
        appendInterpolation(piece)
      }
    }
  }
}

extension Sequence where Element == SQL {
  /// Returns the pieces as one piece of SQL, with a separator between them. The values of the pieces
  /// keep their order. The result is empty if there is no piece.
  ///
  /// ```swift
  /// let condition = conditions.joined(separator: " AND ")
  /// ```
  public func joined(separator: SQL) -> SQL {
    var joined = SQL(text: "")
    for (index, piece) in enumerated() {
      if index > 0 { joined.append(separator) }
      joined.append(piece)
    }
    return joined
  }
}
