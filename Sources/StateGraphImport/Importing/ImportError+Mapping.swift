import StateGraphFormats
import StateGraphSQLite

extension ImportError {
  /// Creates the error for a name that the table does not have. The message suggests a similar
  /// name.
  ///
  /// - Parameters:
  ///   - name: The unknown name.
  ///   - table: The table of the record.
  ///   - also: Additional names that the message may suggest, such as names of tables.
  ///   - place: The position of the unknown name in the input.
  static func unknownColumn(
    _ name: String,
    of table: TablePlan,
    also: [String],
    at place: InputPlace?
  ) -> ImportError {
    let columns = table.schema.columns.map(\.name)
    let nearest = FoldedName.nearest(to: name, among: columns + also)
    return ImportError(
      .unknownColumn,
      "table \(printable(table.name)) has no column \(printable(name))",
      remedy: nearest.map { "Did you mean \(printable($0))?" }
        ?? "Its columns are " + columns.prefix(20).map(printable).joined(separator: ", "),
      place: place
    )
  }

  static func computedColumn(
    _ column: ColumnSchema,
    of table: TablePlan,
    at place: InputPlace?
  ) -> ImportError {
    ImportError(
      .unknownColumn,
      "column \(printable(column.name)) of table \(printable(table.name)) is a generated column",
      remedy: "Leave it out",
      place: place
    )
  }

  static func repeatedElement(of join: TablePlan, at place: InputPlace) -> ImportError {
    ImportError(
      .constraint,
      "the array has this element twice, and table \(printable(join.name)) has one row for both",
      remedy: "Make a column for the position a part of its primary key, or leave out "
        + "--on-duplicate error to keep one of them",
      place: place
    )
  }

  static func repeatedKey(of table: TablePlan, at place: InputPlace) -> ImportError {
    ImportError(
      .duplicateIdentifier,
      "an earlier record of this input has the same key (\(keyNames(of: table))) in table "
        + printable(table.name),
      remedy: "Remove one of the two, or put them into two inputs to merge them",
      place: place
    )
  }

  /// Creates the error for a record that gives a row another value than an earlier record, although
  /// ``DuplicatePolicy/error`` forbids this.
  static func otherVersion(
    _ table: TablePlan,
    column: Int,
    at place: InputPlace
  ) -> ImportError {
    ImportError(
      .duplicateIdentifier,
      "an earlier record gives this row of table \(printable(table.name)) another value in column "
        + printable(table.column(column).name),
      remedy: "Correct one of the two, or import with --on-duplicate first or last",
      place: place
    )
  }

  static func takenKey(of table: TablePlan, at place: InputPlace) -> ImportError {
    ImportError(
      .duplicateIdentifier,
      "table \(printable(table.name)) already has a row with this key (\(keyNames(of: table)))",
      remedy: "Remove the record, or import with --on-conflict merge, replace or ignore",
      place: place
    )
  }

  private static func keyNames(of table: TablePlan) -> String {
    table.keyIndexes.map { printable(table.column($0).name) }.joined(separator: ", ")
  }
}
