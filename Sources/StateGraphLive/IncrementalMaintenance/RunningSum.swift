import StateGraphRows

/// The sum or the average of a column's values, updated from changed rows.
///
/// As in SQLite, a sum is an integer if all values are integers. Otherwise the sum is a real.
///
/// SQLite rounds after each addition of a real, so its result depends on the order of the rows.
/// `RunningSum` rounds only the final sum. SQLite also fails if an intermediate sum of integers
/// overflows. `RunningSum` fails only if the final sum overflows.
struct RunningSum: AggregateState {
  private let column: Int
  private let isAverage: Bool
  /// The sum of the integers. 128 bits are wide enough for the sum of 2^63 integers of 64 bits.
  private var integers: Int128 = 0
  private var integerCount = 0
  /// The sum of the finite reals. Nil until the first real is added, which saves memory.
  private var reals: ExactSum?
  private var realCount = 0
  private var infinityCount = 0
  private var negativeInfinityCount = 0
  /// The number of texts and blobs. If it is not 0, only SQLite can compute the result.
  private var otherCount = 0

  /// The number of values that are not NULL. An average is the sum divided by this number.
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

  /// Adds a column value to the sum, or subtracts it if `isRemoval` is true.
  ///
  /// Returns false if the value to subtract cannot have been added before.
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
    // SQLite stores NaN as NULL, and NULL is not part of a sum.
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

  /// The sum of all values, as a real.
  ///
  /// NULL if the values contain both positive and negative infinity, because their sum is NaN.
  private var total: SQLiteValue {
    switch (infinityCount > 0, negativeInfinityCount > 0) {
    case (true, true): .null
    case (true, false): .real(.infinity)
    case (false, true): .real(-.infinity)
    case (false, false): .real((reals ?? ExactSum()).rounded(adding: integers))
    }
  }
}
