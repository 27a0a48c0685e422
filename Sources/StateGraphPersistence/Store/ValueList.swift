import StateGraphSQLite

/// The values of an SQL `IN` condition. Lists of similar length get the same SQL text, so that
/// SQLite can use a compiled statement again.
///
/// A short list becomes parameters, and repeats its last value until their number is a power of
/// two. Any longer list becomes one parameter with a ``BoundList``.
struct ValueList {
  private static let parameterLimit = 64

  private(set) var hasNull = false
  /// The values that are not NULL. A NaN is left out, because it equals no value.
  private(set) var values: [SQLiteValue] = []

  init(_ values: [SQLiteValue]) {
    self.values.reserveCapacity(values.count)
    for value in values {
      if value.asStored.isNull {
        if value.isNull { hasNull = true }
      } else {
        self.values.append(value)
      }
    }
  }

  /// Whether the list has too many values for one parameter each, and is bound as a ``BoundList``.
  ///
  /// SQLite does not know the length of such a list, and expects few values.
  var isLong: Bool { values.count > ValueList.parameterLimit }

  /// Returns an SQL condition that is true if `value` is one of the values.
  func sql(_ value: SQL) -> SQL {
    var pieces: [SQL] = []
    if isLong {
      pieces.append("\(value) IN (\(SQL(rowsOf: BoundList(values))))")
    } else if let last = values.last {
      var padded = values
      while padded.count & (padded.count - 1) != 0 { padded.append(last) }
      pieces.append("\(value) IN (\(padded.map { "\($0)" }, separator: ","))")
    }
    if hasNull { pieces.append("\(value) IS NULL") }
    guard pieces.count != 1 else { return pieces[0] }
    return pieces.isEmpty ? "0" : "(\(pieces, separator: " OR "))"
  }
}
