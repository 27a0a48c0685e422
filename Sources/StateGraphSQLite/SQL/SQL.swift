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
  package private(set) var bindings: [SQLiteValue]

  package init(text: String, bindings: [SQLiteValue] = []) {
    self.text = text
    self.bindings = bindings
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

    /// Binds a value to a parameter: `\(name)`.
    ///
    /// The value does not become part of the text, so it cannot inject SQL.
    public mutating func appendInterpolation(_ value: some Bindable) {
      text += "?"
      bindings.append(value.value)
    }

    /// Appends the name of a table in double quotes: `\(table: "users")`.
    ///
    /// A quoted name cannot inject SQL.
    public mutating func appendInterpolation(table name: String) {
      text += Identifier(name).quoted
    }

    /// Appends the name of a column in double quotes: `\(column: "name")`.
    ///
    /// A quoted name cannot inject SQL.
    public mutating func appendInterpolation(column name: String) {
      text += Identifier(name).quoted
    }

    package mutating func appendInterpolation(columns names: [String]) {
      text += names.map { Identifier($0).quoted }.joined(separator: ", ")
    }

    package mutating func appendInterpolation(_ piece: SQL) {
      text += piece.text
      bindings += piece.bindings
    }

    package mutating func appendInterpolation(_ pieces: [SQL], separator: String) {
      for (index, piece) in pieces.enumerated() {
        if index > 0 { text += separator }
        appendInterpolation(piece)
      }
    }
  }
}
