package import StateGraphFormats
package import StateGraphSQLite

extension CellProblem {
  /// Creates the error for a value that does not fit its column.
  ///
  /// The message contains the names of the column and the table. It never contains the value.
  package func error(_ column: ColumnSchema, of table: TablePlan, at place: InputPlace?)
    -> ImportError
  {
    let target = "column \(printable(column.name)) of table \(printable(table.name))"
    let (what, remedy) = texts
    return ImportError(
      self == .null ? .missingValue : .wrongType,
      "\(what), and \(target) is \(rule(column))",
      remedy: remedy,
      place: place
    )
  }

  private func rule(_ column: ColumnSchema) -> String {
    if self == .null { return "NOT NULL" }
    return column.declaredType.isEmpty ? "of no declared type" : "of type \(column.declaredType)"
  }
}
