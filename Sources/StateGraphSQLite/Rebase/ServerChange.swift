/// One change of a row or a table that the server has committed.
package struct ServerChange: Sendable {
  package enum Kind: Sendable {
    /// The row has new values. It may be new.
    ///
    /// `formerKey` is the key of the row before the change, if the change has replaced the key.
    case row(ServerRow, formerKey: RowKey?)
    case deletion
    /// All rows of the table were deleted (TRUNCATE). The key has no meaning then.
    case truncation
  }

  package let table: ByteText
  /// The key of the row after the change, or of the deleted row.
  package let key: RowKey
  package let kind: Kind

  package init(table: ByteText, key: RowKey, kind: Kind) {
    (self.table, self.key, self.kind) = (table, key, kind)
  }
}

/// The values that the server has sent for one row.
package struct ServerRow: Sendable {
  /// The indexes of the sent columns among the declared columns of the file's table.
  ///
  /// The server leaves out a large value that has not changed. The file can have columns that the
  /// server does not have.
  package let columns: [Int]
  /// The values of ``columns``, in the same order.
  package let values: RowImage
  /// Whether ``columns`` contains every column that the server has. Only such a row can be
  /// inserted.
  package let isComplete: Bool

  package init(columns: [Int], values: RowImage, isComplete: Bool = true) {
    (self.columns, self.values, self.isComplete) = (columns, values, isComplete)
  }

  /// Returns this row, with the values of an earlier, complete row in the columns that this row
  /// lacks.
  func completed(by earlier: ServerRow) -> ServerRow {
    let missing = earlier.columns.indices.filter { !columns.contains(earlier.columns[$0]) }
    guard !missing.isEmpty else { return self }
    return ServerRow(
      columns: columns + missing.map { earlier.columns[$0] },
      values: RowImage(Array(values) + missing.map { earlier.values[$0] })
    )
  }
}
