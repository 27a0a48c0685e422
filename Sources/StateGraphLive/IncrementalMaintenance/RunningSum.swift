import StateGraphRows

/// The data for `sum` and `avg`: the sum of a column's values, which is updated for each changed
/// row. `NumberSum` describes how numbers are added.
struct RunningSum: AggregateState {
  private let column: Int
  private let isAverage: Bool
  private var numbers = NumberSum()
  /// The number of texts and blobs. If it is not 0, only SQLite can compute the result.
  private var otherCount = 0

  init(_ column: Int, isAverage: Bool) { (self.column, self.isAverage) = (column, isAverage) }

  mutating func apply(old: RowImage?, new: RowImage?) -> Bool {
    guard changes(column, from: old, to: new) else { return true }
    return withExtendedLifetime((old, new)) {
      let isConsistent = old.map { remove($0.cell(at: column)) } ?? true
      if let new { add(new.cell(at: column)) }
      return isConsistent
    }
  }

  private mutating func add(_ cell: RowCell) {
    switch cell.storageClass {
    case .null: break
    case .integer: numbers.add(Int64(bitPattern: cell.bits))
    case .real: numbers.add(Double(bitPattern: cell.bits))
    case .text, .blob: otherCount += 1
    }
  }

  /// Removes the value of one cell. Returns false if the state cannot have contained the value.
  private mutating func remove(_ cell: RowCell) -> Bool {
    switch cell.storageClass {
    case .null: return true
    case .integer: return numbers.remove(Int64(bitPattern: cell.bits))
    case .real: return numbers.remove(Double(bitPattern: cell.bits))
    case .text, .blob:
      otherCount -= 1
      return otherCount >= 0
    }
  }

  var result: AggregateResult {
    if otherCount > 0 { return .unknown }
    if isAverage { return .value(numbers.average) }
    return numbers.sum.map { .value($0) } ?? .integerOverflow
  }
}
