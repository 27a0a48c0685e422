import StateGraphRows
import StateGraphSQLite

/// A total order of the rows of a source: the columns that the user sorts by, and then the columns
/// that make the order unique.
struct PageOrder: Sendable {
  struct Column: Sendable {
    let name: String
    let affinity: Affinity
    let isNotNull: Bool
    let isDescending: Bool
  }

  let columns: [Column]

  /// Creates the order of a request.
  ///
  /// The last columns have the direction of the last column of the request, so that SQLite can
  /// follow an index of that column, which contains the rowid or the primary key.
  init(_ request: [PageRequest.Order], of table: StudioTable) throws(StudioError) {
    var columns: [Column] = []
    for element in request {
      let isRepeated = columns.contains { $0.name.isSameName(as: element.column) }
      if let tie = table.tieBreakers.first(where: { $0.name.isSameName(as: element.column) }) {
        guard !isRepeated else { throw .invalidRequest }
        columns.append(Column(tie, isDescending: element.isDescending))
      } else {
        let column = try table.column(element.column)
        guard !isRepeated else { throw .invalidRequest }
        columns.append(
          Column(
            name: column.name,
            affinity: column.affinity,
            isNotNull: column.isNotNull,
            isDescending: element.isDescending
          )
        )
      }
    }
    let isDescending = columns.last?.isDescending ?? false
    for tie in table.tieBreakers
    where !columns.contains(where: { $0.name.isSameName(as: tie.name) }) {
      columns.append(Column(tie, isDescending: isDescending))
    }
    self.columns = columns
  }

  /// The ORDER BY terms. A source without a key and without an order of the user has none.
  ///
  /// - Parameter isReversed: Whether the rows are read from the last to the first.
  func terms(isReversed: Bool) -> SQL {
    columns.map { column -> SQL in
      column.isDescending != isReversed
        ? "\(column: column.name) DESC" : "\(column: column.name) ASC"
    }.joined(separator: ", ")
  }

  /// Returns the conditions for the rows after a row, in this order.
  ///
  /// The rows of the first condition come before those of the second, and so on. Each condition is
  /// one range of an index that has the columns of the order. A single condition with OR would make
  /// SQLite read all rows before the place, and a comparison of row values would lose the rows with
  /// NULL.
  ///
  /// - Parameters:
  ///   - values: One value for each column of the order.
  ///   - isReversed: Whether to return the conditions for the rows before the row instead, from the
  ///     nearest to the first.
  func conditions(after values: [WholeValue], isReversed: Bool) throws(StudioError) -> [SQL] {
    guard values.count == columns.count else { throw .invalidRequest }
    var conditions: [SQL] = []
    for last in columns.indices.reversed() {
      let equal = zip(columns, values).prefix(last).map { column, value in
        PageOrder.equality(column, value: value)
      }
      for range in PageOrder.ranges(columns[last], after: values[last], isReversed: isReversed) {
        conditions.append((equal + [range]).joined(separator: " AND "))
      }
    }
    return conditions
  }

  private static func equality(_ column: Column, value: WholeValue) -> SQL {
    value.isNull ? "\(column: column.name) IS NULL" : "\(column: column.name) = \(value.sql)"
  }

  /// Returns the conditions for the values of a column after `value`. NULL is less than all values.
  private static func ranges(
    _ column: Column,
    after value: WholeValue,
    isReversed: Bool
  ) -> [SQL] {
    guard column.isDescending != isReversed else {
      guard value.isNull else { return ["\(column: column.name) > \(value.sql)"] }
      // All values that are not NULL, as a range, because SQLite follows no index for IS NOT NULL.
      // Each number is at least the negative infinity, and texts and blobs are greater. A column
      // with the affinity TEXT contains no numbers.
      let least: SQL = column.affinity == .text ? "''" : "-9e999"
      return ["\(column: column.name) >= \(least)"]
    }
    if value.isNull { return [] }
    let less: SQL = "\(column: column.name) < \(value.sql)"
    return column.isNotNull ? [less] : [less, "\(column: column.name) IS NULL"]
  }
}

extension PageOrder.Column {
  init(_ key: StudioTable.KeyColumn, isDescending: Bool) {
    self.init(
      name: key.name,
      affinity: key.affinity,
      isNotNull: key.isNotNull,
      isDescending: isDescending
    )
  }
}
