/// The exact sum of integers and reals. Numbers can be added and removed in any order.
///
/// As in SQLite, the sum is an integer if all numbers are integers, and otherwise a real. SQLite's
/// own `sum` rounds after each real, and fails if an intermediate sum of integers overflows. The
/// result of SQLite therefore depends on the order of the rows, which a live query does not know. A
/// `NumberSum` is rounded once, and fails only if the sum of all numbers overflows.
package struct NumberSum: Sendable {
  /// The sum of the integers. 128 bits are wide enough for the sum of 2^63 integers of 64 bits.
  private var integers: Int128 = 0
  private var integerCount = 0
  /// The sum of the finite reals, or nil until the first real is added, which saves memory.
  private var reals: ExactSum?
  private var realCount = 0
  private var infinityCount = 0
  private var negativeInfinityCount = 0

  package init() {}

  /// The number of numbers in the sum: added numbers minus removed ones. An average is the sum
  /// divided by this count.
  package var count: Int { integerCount + realCount + infinityCount + negativeInfinityCount }

  package mutating func add(_ integer: Int64) {
    integers += Int128(integer)
    integerCount += 1
  }

  /// Adds a real. NaN is ignored, because SQLite stores it as NULL, and NULL is not part of a sum.
  package mutating func add(_ real: Double) { _ = change(real, by: 1) }

  /// Removes an integer. Returns false if more integers have been removed than added, so that the
  /// sum is wrong.
  package mutating func remove(_ integer: Int64) -> Bool {
    integers -= Int128(integer)
    integerCount -= 1
    return integerCount >= 0
  }

  /// Removes a real. Returns false if more equal infinities, or more finite reals, have been
  /// removed than added, so that the sum is wrong.
  package mutating func remove(_ real: Double) -> Bool { change(real, by: -1) }

  private mutating func change(_ real: Double, by step: Int) -> Bool {
    if real.isNaN { return true }
    if real == .infinity { return NumberSum.count(&infinityCount, by: step) }
    if real == -.infinity { return NumberSum.count(&negativeInfinityCount, by: step) }
    if reals == nil { reals = ExactSum() }
    if step < 0 { reals?.subtract(real) } else { reals?.add(real) }
    return NumberSum.count(&realCount, by: step)
  }

  private static func count(_ counter: inout Int, by step: Int) -> Bool {
    counter += step
    return counter >= 0
  }

  /// The sum as SQL's `sum` returns it: NULL if there are no numbers, or nil if all numbers are
  /// integers and their sum does not fit into 64 bits.
  package var sum: SQLiteValue? {
    if count == 0 { return .null }
    if count > integerCount { return real }
    return Int64(exactly: integers).map { .integer($0) }
  }

  /// The average as SQL's `avg` returns it: a real, or NULL if there are no numbers.
  ///
  /// The result is the exact quotient, rounded once. A division of the rounded sum would round
  /// twice: the average of 1 and twice 2^53 + 1 would be too large by 1.
  package var average: SQLiteValue {
    guard count > 0, case .real(let total) = real else { return .null }
    let divisor = Double(count)
    let quotient = total / divisor
    guard quotient.isFinite else { return .real(quotient) }
    var lost = reals ?? ExactSum()
    lost.subtract(total)
    let remainder = total.addingProduct(-quotient, divisor) + lost.rounded(adding: integers)
    return .real(quotient + remainder / divisor)
  }

  /// The sum as a real. NULL if the numbers include both infinities, because the sum is then NaN.
  private var real: SQLiteValue {
    switch (infinityCount > 0, negativeInfinityCount > 0) {
    case (true, true): .null
    case (true, false): .real(.infinity)
    case (false, true): .real(-.infinity)
    case (false, false): .real((reals ?? ExactSum()).rounded(adding: integers))
    }
  }
}
