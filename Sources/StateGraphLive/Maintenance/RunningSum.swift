import StateGraphRows

/// The sum and the average of a column's values, as SQLite types them: an integer unless any value
/// is a real.
///
/// Where SQLite's result depends on the order in which it meets the rows, this is what the exact
/// sum rounds to: SQLite adds reals one after another, and integers that overflow on the way are an
/// error to it even where others bring the sum back.
struct RunningSum: RowAggregate {
  private let column: Int
  private let isAverage: Bool
  /// No 2^63 integers of a column overflow this.
  private var integers: Int128 = 0
  private var integerCount = 0
  /// Nil as long as there was no finite real.
  private var reals: ExactSum?
  private var realCount = 0
  private var infinityCount = 0
  private var negativeInfinityCount = 0
  /// Text and blobs: how SQLite reads them as numbers is not reproduced.
  private var otherCount = 0

  /// How many values are not NULL.
  private var valueCount: Int {
    integerCount + realCount + infinityCount + negativeInfinityCount + otherCount
  }

  init(_ column: Int, isAverage: Bool) { (self.column, self.isAverage) = (column, isAverage) }

  mutating func apply(old: RowImage?, new: RowImage?) -> Bool {
    guard changes(column, old, new) else { return true }
    return withExtendedLifetime((old, new)) {
      (old.map { add($0.cell(at: column), isRemoval: true) } ?? true)
        && (new.map { add($0.cell(at: column), isRemoval: false) } ?? true)
    }
  }

  /// Returns false where what is taken away cannot have been there.
  private mutating func add(_ cell: RowCell, isRemoval: Bool) -> Bool {
    let step = isRemoval ? -1 : 1
    switch cell.storageClass {
    case .null: return true
    case .integer:
      let integer = Int128(Int64(bitPattern: cell.bits))
      integers += isRemoval ? -integer : integer
      return RunningSum.count(&integerCount, step)
    case .real: return add(Double(bitPattern: cell.bits), isRemoval: isRemoval, step)
    case .text, .blob: return RunningSum.count(&otherCount, step)
    }
  }

  private mutating func add(_ real: Double, isRemoval: Bool, _ step: Int) -> Bool {
    // SQLite stores it as NULL.
    if real.isNaN { return true }
    if real == .infinity { return RunningSum.count(&infinityCount, step) }
    if real == -.infinity { return RunningSum.count(&negativeInfinityCount, step) }
    if reals == nil { reals = ExactSum() }
    if isRemoval { reals?.subtract(real) } else { reals?.add(real) }
    return RunningSum.count(&realCount, step)
  }

  private static func count(_ counter: inout Int, _ step: Int) -> Bool {
    counter += step
    return counter >= 0
  }

  var result: AggregateResult {
    if otherCount > 0 { return .unknown }
    if valueCount == 0 { return .value(.null) }
    if isAverage {
      guard case .real(let total) = total else { return .value(.null) }
      return .value(.real(total / Double(valueCount)))
    }
    if valueCount > integerCount { return .value(total) }
    return Int64(exactly: integers).map { .value(.integer($0)) } ?? .integerOverflow
  }

  /// NULL where infinities cancel out.
  private var total: SQLiteValue {
    switch (infinityCount > 0, negativeInfinityCount > 0) {
    case (true, true): .null
    case (true, false): .real(.infinity)
    case (false, true): .real(-.infinity)
    case (false, false): .real((reals ?? ExactSum()).rounded(adding: integers))
    }
  }
}
