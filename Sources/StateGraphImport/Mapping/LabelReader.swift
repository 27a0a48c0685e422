package import StateGraphFormats
package import StateGraphSQLite

/// Converts labels to keys. A label is a readable name that an input contains in place of a key.
///
/// Only the fixtures of tests have labels. Other imports have no object of this type.
package protocol LabelReader: Sendable {
  /// Returns the key for a text in a column, or nil if the text is no label in that column.
  ///
  /// - Parameters:
  ///   - text: The text in the input.
  ///   - column: The index of the column in `table`.
  ///   - table: The table of the column.
  ///   - place: The position of the text in the input.
  func key(
    for text: String,
    column: Int,
    of table: TableSchema,
    at place: @autoclosure () -> InputPlace
  ) throws(ImportError) -> SQLiteValue?
}

extension TablePlan {
  /// Converts a JSON value to a value for one column. A label becomes the key that it stands for.
  ///
  /// - Throws: An error with the position of the value if the value does not fit the column.
  func cell(
    _ value: JSONValue,
    column: Int,
    in file: String
  ) throws(ImportError) -> Cell {
    if let labels, case .string(let text) = value.content,
      let key = try labels.key(
        for: text,
        column: column,
        of: schema,
        at: value.place.inFile(file)
      )
    {
      return Cell(key)
    }
    do {
      return try Cell(json: value.content, kinds[column])
    } catch {
      throw error.error(self.column(column), of: self, at: value.place.inFile(file))
    }
  }

  /// Converts a CSV field that may be a label. Returns nil if the field is no label.
  func labelCell(
    _ field: UnsafeRawBufferPointer,
    column: Int,
    at place: @autoclosure () -> InputPlace
  ) throws(ImportError) -> Cell? {
    guard let labels else { return nil }
    let text = String(decoding: field, as: UTF8.self)
    return try labels.key(for: text, column: column, of: schema, at: place()).map { Cell($0) }
  }
}
