import StateGraphSQLite

/// Makes the values of a key for one row after the other, without repetition.
///
/// The key consists of parts: columns, and references to rows. Every combination of the values of
/// the parts is a possible key. A seeded permutation visits all combinations in a random order,
/// each once, so the walk need not remember the keys that it has made.
final class KeyWalk {
  /// One column of the key, or the columns of the key that belong to one reference.
  struct Part {
    let columns: [Int]
    /// The number of different values that the part can have.
    let count: UInt64
    /// Returns the value with a number below `count`: one element for each of the columns.
    let values: (UInt64) -> [SQLiteValue]
  }

  /// How many successive keys the walk tries before it gives up.
  private static let refusalLimit = 100_000
  /// How often a key may be handed back before the walk drops it.
  private static let returnLimit = 3

  let key: [Int]
  /// The number of keys that the walk can make: the product of the numbers of values of all parts,
  /// but at most ``Permutation/countLimit``.
  let count: UInt64
  private let parts: [Part]
  private let checks: [CheckEvaluator.Prepared]
  private let permutation: Permutation?
  private let taken: Set<[SQLiteValue]>
  private var place: UInt64 = 0
  /// The keys that were handed back because their rows were refused, and how often. Such a key may
  /// fit the other values of another row.
  private var returned: [(values: [SQLiteValue], count: Int)] = []
  /// How often the most recent key has been handed back.
  private var lastCount = 0
  /// The CHECK that refused a key most recently, or nil if no CHECK has refused one.
  private(set) var refusing: CheckConstraint?

  /// - Parameters:
  ///   - key: The indices of the columns of the key.
  ///   - parts: The parts that together contain all columns of the key.
  ///   - checks: The CHECK constraints whose results depend on columns of the key alone.
  ///   - taken: The values of the key in the rows that the table contains.
  ///   - seed: Chooses the permutation.
  init(
    _ key: [Int],
    parts: [Part],
    checks: [CheckEvaluator.Prepared],
    taken: Set<[SQLiteValue]>,
    seed: UInt64
  ) {
    self.key = key
    self.parts = parts
    self.checks = checks
    self.taken = taken
    count = KeyWalk.count(parts)
    // A key with one part keeps the natural order of its values, such as 1, 2, 3.
    permutation = parts.count > 1 ? Permutation(of: count, seed: seed) : nil
  }

  /// Returns the number of combinations of the values of the parts, but at most
  /// ``Permutation/countLimit``.
  static func count(_ parts: [Part]) -> UInt64 {
    parts.reduce(1) { product, part in
      let (count, overflows) = product.multipliedReportingOverflow(by: part.count)
      return overflows ? Permutation.countLimit : min(count, Permutation.countLimit)
    }
  }

  /// Writes the next key into a row. Returns false if there is no further key.
  ///
  /// - Parameters:
  ///   - row: The row that gets the values of the key.
  ///   - prefersReturned: Whether a key that was handed back comes before new keys. If a table has
  ///     two walks, one of them passes false. A pair of keys that was refused together is then not
  ///     combined again.
  func next(
    into row: inout [SQLiteValue?],
    prefersReturned: Bool = false
  ) throws(DatabaseError) -> Bool {
    if prefersReturned, takeReturned(into: &row) { return true }
    lastCount = 0
    return try nextNew(into: &row) || takeReturned(into: &row)
  }

  /// Takes back the key of a row that was refused, so that ``next(into:prefersReturned:)`` can use
  /// the key in another row.
  func handBack(_ row: [SQLiteValue?]) {
    let values = key.compactMap { row[$0] }
    guard values.count == key.count, !values.contains(.null), lastCount < Self.returnLimit else {
      return
    }
    returned.append((values, lastCount + 1))
  }

  private func takeReturned(into row: inout [SQLiteValue?]) -> Bool {
    guard !returned.isEmpty else { return false }
    let (values, count) = returned.removeFirst()
    lastCount = count
    for (column, value) in zip(key, values) { row[column] = value }
    return true
  }

  private func nextNew(into row: inout [SQLiteValue?]) throws(DatabaseError) -> Bool {
    for _ in 0..<Self.refusalLimit {
      guard place < count else { return false }
      var number = permutation?.number(at: place) ?? place
      place += 1
      var values: [SQLiteValue?] = checks.isEmpty ? row : Array(repeating: nil, count: row.count)
      for part in parts {
        for (column, value) in zip(part.columns, part.values(number % part.count)) {
          values[column] = value
        }
        number /= part.count
      }
      if !taken.isEmpty, taken.contains(key.map { values[$0] ?? .null }) { continue }
      guard try satisfiesChecks(values) else { continue }
      for column in key { row[column] = values[column] }
      return true
    }
    return false
  }

  private func satisfiesChecks(_ values: [SQLiteValue?]) throws(DatabaseError) -> Bool {
    for check in checks where try !check.isSatisfied(by: values) {
      refusing = check.check
      return false
    }
    return true
  }
}
