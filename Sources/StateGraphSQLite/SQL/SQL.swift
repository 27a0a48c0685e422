/// SQL text together with the values that are bound to its parameters.
///
/// A string literal is used as it is written. An interpolated value becomes a bound value. With
/// `table:` or `column:`, an interpolated name becomes a quoted name. A `String` known only at run
/// time never becomes SQL text, except through ``SQL/raw(_:arguments:)``.
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
  /// One element for each parameter, in their order: the bound value. A parameter that is bound to
  /// a list has NULL here, and the list in ``lists``.
  package private(set) var bindings: [SQLiteValue]
  /// One element for each bound list: the index of its parameter in ``bindings``, and the list.
  package private(set) var lists: [(place: Int, list: BoundList)] = []

  package init(text: String, bindings: [SQLiteValue] = []) {
    self.text = text
    self.bindings = bindings
  }

  /// The largest number of values for which an interpolated array gets one parameter for each
  /// value.
  ///
  /// A longer array is bound to a single parameter as a list, because SQLite accepts at most 32,766
  /// parameters in a statement.
  private static let longestParameterList = 64

  /// The name of the table-valued function that returns the values of a ``BoundList`` as rows.
  static let listTableName = "stategraph_list"

  /// Creates a SELECT that returns each value of a list as a row, for use after `IN`.
  ///
  /// The column of the SELECT has no affinity, so SQLite compares a value of the list in the same
  /// way as a value that is bound to a parameter.
  package init(rowsOf list: BoundList) {
    self.init(text: "SELECT +value FROM \(SQL.listTableName)(?)", bindings: [.null])
    lists = [(0, list)]
  }

  /// Creates SQL from text that is assembled at run time.
  ///
  /// The text is not checked, so it must not contain input of a user.
  ///
  /// - Parameters:
  ///   - text: The SQL text.
  ///   - arguments: One value for each `?` in the text.
  public static func raw(_ text: String, arguments: [any Bindable] = []) -> SQL {
    SQL(text: text, bindings: arguments.map(\.value))
  }

  package mutating func append(_ other: SQL) {
    text += other.text
    lists += other.lists.map { ($0.place + bindings.count, $0.list) }
    bindings += other.bindings
  }

  /// Returns this SELECT with other columns, which contain no bound values.
  ///
  /// The columns of this SELECT must contain no bound values either. Returns the same SELECT if it
  /// has no FROM clause.
  package func selecting(_ columns: SQL) -> SQL {
    guard let from = text.firstRange(of: " FROM ") else { return self }
    var other = self
    other.text = "SELECT " + columns.text + text[from.lowerBound...]
    return other
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
    self = stringInterpolation.sql
  }

  public struct Interpolation: StringInterpolationProtocol {
    fileprivate var sql = SQL(text: "")

    public init(literalCapacity: Int, interpolationCount: Int) {
      sql.text.reserveCapacity(literalCapacity + interpolationCount * 2)
      sql.bindings.reserveCapacity(interpolationCount)
    }

    public mutating func appendLiteral(_ literal: String) {
      sql.text += literal
    }

    /// Binds a value to a parameter: `\(name)`.
    ///
    /// The value does not become part of the text, so it cannot inject SQL.
    public mutating func appendInterpolation(_ value: some Bindable) { bind(value.value) }

    /// Binds a value to a parameter, or NULL if the value is nil.
    ///
    /// In SQL, no comparison by `=` with NULL is true. Write `IS` for a value that may be nil.
    // Without this overload, the compiler warns that an optional value is interpolated.
    public mutating func appendInterpolation<Value: Bindable>(_ value: Value?) { bind(value.value) }

    /// Binds an array of bytes to one parameter as a BLOB, and not as a list of numbers.
    public mutating func appendInterpolation(_ bytes: [UInt8]) { bind(bytes.value) }

    /// Appends a list of values in parentheses: `id IN \(ids)`. There may be any number of values.
    ///
    /// The list of an empty array is `()`. `IN ()` is then false for every row, and `NOT IN ()` is
    /// true. As always in SQL, `NOT IN` is true for no row if one of the values is NULL.
    public mutating func appendInterpolation(_ values: [some Bindable]) {
      sql.text += "("
      if values.count > SQL.longestParameterList {
        sql.append(SQL(rowsOf: BoundList(values.map(\.value))))
      } else {
        for (index, value) in values.enumerated() {
          if index > 0 { sql.text += ", " }
          bind(value.value)
        }
      }
      sql.text += ")"
    }

    /// Appends other SQL together with its bound values: `WHERE \(condition)`.
    public mutating func appendInterpolation(_ piece: SQL) { sql.append(piece) }

    private mutating func bind(_ value: SQLiteValue) {
      sql.text += "?"
      sql.bindings.append(value)
    }

    /// Appends the name of a table in double quotes: `\(table: "users")`.
    ///
    /// A quoted name cannot inject SQL.
    public mutating func appendInterpolation(table name: String) {
      sql.text += Identifier(name).quoted
    }

    /// Appends the name of a column in double quotes: `\(column: "name")`.
    ///
    /// A quoted name cannot inject SQL.
    public mutating func appendInterpolation(column name: String) {
      sql.text += Identifier(name).quoted
    }

    package mutating func appendInterpolation(columns names: [String]) {
      sql.text += names.map { Identifier($0).quoted }.joined(separator: ", ")
    }

    package mutating func appendInterpolation(_ pieces: [SQL], separator: String) {
      for (index, piece) in pieces.enumerated() {
        if index > 0 { sql.text += separator }
        appendInterpolation(piece)
      }
    }
  }
}

extension Sequence where Element == SQL {
  /// Returns the SQL of all elements, with a separator between them. The bound values keep their
  /// order. The result is empty if there is no element.
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

/// A list of values that ``SQL/init(rowsOf:)`` binds to one parameter of a statement.
///
/// SQLite reads the values from this object without copying them. SQLite's limit for the size of a
/// bound value therefore does not apply to the list. The object is immutable.
package final class BoundList: Sendable {
  /// The type name of the pointer that is bound for a list. SQLite returns the pointer only to code
  /// that passes the same name. SQL text cannot create a pointer of this type.
  static var pointerType: UnsafePointer<CChar> {
    let type: StaticString = "stategraph list"
    // SAFETY: the text of a `StaticString` ends with a zero byte and is never freed.
    return UnsafeRawPointer(type.utf8Start).assumingMemoryBound(to: CChar.self)
  }

  let values: [SQLiteValue]

  package init(_ values: [SQLiteValue]) { self.values = values }
}
