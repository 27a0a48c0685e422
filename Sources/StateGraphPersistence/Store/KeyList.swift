import StateGraphSQLite

/// A list of keys whose rows a single SELECT finds.
struct KeyList {
  /// The maximum number of composite keys in one SELECT. SQLite limits the size of a condition, and
  /// searches once for each key.
  private static let limit = 128

  private let keys: ArraySlice<RowKey>

  /// Returns all of the keys in as few lists as possible. Keys of one column form a single list.
  static func lists(of keys: [RowKey]) -> [KeyList] {
    guard case .values? = keys.first else { return [KeyList(keys: keys[...])] }
    return stride(from: 0, to: keys.count, by: limit).map { start in
      KeyList(keys: keys[start..<min(start + limit, keys.count)])
    }
  }

  /// Returns an SQL condition that is true if the columns have one of the keys.
  ///
  /// Lists of similar length get the same SQL text; see ``ValueList``.
  func sql(_ columns: [String]) -> SQL {
    guard columns.count > 1 else {
      return ValueList(keys.map(\.first)).sql("\(column: columns[0])")
    }
    var padded = Array(keys)
    while padded.count & (padded.count - 1) != 0 { padded.append(padded[padded.count - 1]) }
    let matches = padded.map { key -> SQL in
      let parts = zip(columns, key.values).map { "\(column: $0) = \($1)" as SQL }
      return "(\(parts, separator: " AND "))"
    }
    // SQLite evaluates an `OR` of key comparisons by one search of the index for each key.
    return "(\(matches, separator: " OR "))"
  }
}
