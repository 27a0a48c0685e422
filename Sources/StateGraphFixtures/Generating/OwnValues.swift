import StateGraphFormats
package import StateGraphSQLite

/// The functions with which a developer makes the values of single columns, for example because the
/// generator finds no values that satisfy a CHECK.
package struct OwnValues: Sendable {
  private var values: [[UInt8]: @Sendable (ChoiceSequence) -> SQLiteValue] = [:]

  package init() {}

  /// Sets the function that makes the values of a column.
  ///
  /// - Parameters:
  ///   - name: The name of the column in the form `table.column`.
  ///   - value: Returns a value. It takes all random decisions from its argument.
  package mutating func set(
    _ name: String,
    _ value: @escaping @Sendable (ChoiceSequence) -> SQLiteValue
  ) {
    values[FoldedName.key(name)] = value
  }

  func values(of column: String, in table: String) -> (@Sendable (ChoiceSequence) -> SQLiteValue)? {
    values[FoldedName.key(table + "." + column)]
  }
}
