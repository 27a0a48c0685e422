/// SQL text together with the values that are bound to its parameters.
///
/// A string literal is used as it is written. An interpolated value becomes a bound value. With
/// `table:` or `column:`, an interpolated name becomes a quoted name. A `String` known only at run
/// time never becomes SQL text, except through ``SQL/raw(_:arguments:)``.
///
/// ```swift
/// let statement: SQL = "UPDATE users SET name = \(newName) WHERE id = \(id)"
/// ```
public struct SQL: Sendable {
  package private(set) var text: String
  /// The values of the parameters, in their order. A parameter with a list has NULL here.
  package private(set) var bindings: [SQLiteValue]
  /// The parameters that receive a list, as indexes in ``bindings``.
  package private(set) var lists: [(place: Int, list: BoundList)] = []

  package init(text: String, bindings: [SQLiteValue] = []) {
    self.text = text
    self.bindings = bindings
  }

  /// The name of the table-valued function that reads a list.
  static let listTableName = "stategraph_list"

  /// The rows of a list as a SELECT with one column, for use after `IN`.
  ///
  /// The column has no affinity. SQLite therefore converts a value of the list for a comparison in
  /// the same way as the value of a single parameter.
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
    public mutating func appendInterpolation(_ value: some Bindable) {
      sql.text += "?"
      sql.bindings.append(value.value)
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

    package mutating func appendInterpolation(_ piece: SQL) {
      sql.append(piece)
    }

    package mutating func appendInterpolation(_ pieces: [SQL], separator: String) {
      for (index, piece) in pieces.enumerated() {
        if index > 0 { sql.text += separator }
        appendInterpolation(piece)
      }
    }
  }
}
