import StateGraphFormats
package import StateGraphSQLite

/// The rows to which references can point. For each row, the values of the referenced columns are
/// stored.
final class ParentRows {
  private let width: Int
  /// The values of all rows, one row after the other, with `width` values for each row.
  private var values: [SQLiteValue] = []
  /// For each list of columns that was searched: the numbers of the rows that have certain values
  /// in these columns.
  private var indexes: [[Int]: [[SQLiteValue]: [Int]]] = [:]

  init(width: Int) { self.width = width }

  var count: Int { values.count / width }

  subscript(number: Int) -> [SQLiteValue] {
    Array(values[number * width..<(number + 1) * width])
  }

  func append(_ row: [SQLiteValue]) {
    values += row
    for columns in Array(indexes.keys) {
      indexes[columns]?[columns.map { row[$0] }, default: []].append(count - 1)
    }
  }

  /// Returns the numbers of the rows that have the values `values` in the columns `columns`.
  func numbers(of values: [SQLiteValue], in columns: [Int]) -> [Int] {
    if indexes[columns] == nil {
      var index: [[SQLiteValue]: [Int]] = [:]
      for number in 0..<count {
        let row = self[number]
        index[columns.map { row[$0] }, default: []].append(number)
      }
      indexes[columns] = index
    }
    return indexes[columns]?[values] ?? []
  }

  /// Returns the different combinations of values in the columns `columns`, in the order of the
  /// rows.
  func distinct(in columns: [Int]) -> ParentRows {
    let result = ParentRows(width: columns.count)
    var seen: Set<[SQLiteValue]> = []
    for number in 0..<count {
      let row = self[number]
      let part = columns.map { row[$0] }
      if seen.insert(part).inserted { result.append(part) }
    }
    return result
  }
}

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
    value: @escaping @Sendable (ChoiceSequence) -> SQLiteValue
  ) {
    values[FoldedName.key(name)] = value
  }

  func values(of column: String, in table: String) -> (@Sendable (ChoiceSequence) -> SQLiteValue)? {
    values[FoldedName.key(table + "." + column)]
  }
}
