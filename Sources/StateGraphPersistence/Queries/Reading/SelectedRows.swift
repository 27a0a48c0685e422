public import StateGraphCore
import StateGraphSQLite

/// The selected values of a live query as of one commit, in the order of the query.
///
/// A collection never changes. After a commit that changes the values, the live node returns a new
/// collection.
public struct SelectedRows<Row>: RandomAccessCollection {
  private let rows: [Row]
  private let values: [[SQLiteValue]]

  init(_ rows: [Row] = [], of values: [[SQLiteValue]] = []) {
    (self.rows, self.values) = (rows, values)
  }

  /// The offset of the first row, which is always 0.
  public var startIndex: Int { 0 }
  /// The offset just after the last row, which equals the number of rows.
  public var endIndex: Int { rows.count }

  /// Returns the values of the row at an offset, which must be at least 0 and less than
  /// ``endIndex``.
  public subscript(position: Int) -> Row { rows[position] }

  /// Returns whether both collections contain the same values in the same order. The integer 1
  /// differs from the real 1.0.
  func isSame(as other: SelectedRows) -> Bool {
    values.count == other.values.count
      && zip(values, other.values).allSatisfy { mine, theirs in
        zip(mine, theirs).allSatisfy { $0.isIdentical(to: $1) }
      }
  }
}

extension SelectedRows: Sendable where Row: Sendable {}

extension SelectedRows: CustomStringConvertible {
  /// The descriptions of the rows in order, formatted like an array.
  public var description: String { rows.description }
}

extension QuerySelection {
  /// A node that contains the selected values in order. The node is up to date after every commit.
  ///
  /// After a commit that changes a column which the query reads, the next read runs the query
  /// again. Observers are called only if a selected value, or the order of the rows, has changed.
  ///
  /// If reading fails, the error is logged and the node contains no rows.
  public var live: Computed<SelectedRows<Row>> {
    let selection = self
    return Computed(
      areEqual: { $0.isSame(as: $1) },
      name: "live selection",
      fileID: "",
      line: 0,
      { _ in selection.rowsLoggingErrors() }
    )
  }

  private func rowsLoggingErrors() -> SelectedRows<Row> {
    let read = {
      let values = try values()
      return SelectedRows(try readable(values), of: values)
    }
    switch query.source {
    case .table(let table): return table.reporting(SelectedRows()) { try read() }
    case .memory: return MemoryQuery<Element>.reporting(SelectedRows()) { try read() }
    }
  }
}
