import StateGraphSQLite

extension QueryAggregate {
  /// Returns the aggregate over some rows in memory, as SQLite computes it.
  ///
  /// - Throws: `.tooBig` if a sum of integers does not fit into 64 bits. Otherwise, the errors of
  ///   ``MemoryEvaluator/value(_:)``.
  func value(of rows: [MemoryEvaluator]) throws(DatabaseError) -> SQLiteValue {
    guard let expression else { return .integer(Int64(rows.count)) }
    var values: [SQLiteValue] = []
    for row in rows { values.append(try row.value(expression)) }
    values.removeAll(where: \.isNull)
    switch self {
    case .count: return .integer(Int64(values.count))
    case .minimum: return values.min { $0.order(before: $1) } ?? .null
    case .maximum: return values.max { $0.order(before: $1) } ?? .null
    case .sum: return try sum(values)
    case .distinctCount: return .integer(Int64(Set(values).count))
    case .average: return numbers(values).average
    }
  }

  private func sum(_ values: [SQLiteValue]) throws(DatabaseError) -> SQLiteValue {
    guard let sum = numbers(values).sum else { throw .integerOverflow() }
    return sum
  }

  private func numbers(_ values: [SQLiteValue]) -> NumberSum {
    var numbers = NumberSum()
    for value in values {
      switch value {
      case .integer(let integer): numbers.add(integer)
      case .real(let real): numbers.add(real)
      // Sums exist only over numbers, and ignore NULL.
      case .null, .text, .blob: break
      }
    }
    return numbers
  }
}
