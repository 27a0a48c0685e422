import StateGraphFormats
package import StateGraphSQLite

/// The values that a developer gives for columns, because the generator finds none.
package struct OwnValues: Sendable {
  private var values: [[UInt8]: @Sendable (ChoiceSequence) -> SQLiteValue] = [:]

  package init() {}

  /// Sets the values of a column.
  ///
  /// - Parameters:
  ///   - name: The name in the form `table.column`.
  ///   - value: Returns a value.
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
