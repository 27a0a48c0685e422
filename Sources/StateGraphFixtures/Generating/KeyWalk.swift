import StateGraphSQLite

/// Makes the values of a key, each at most once.
///
/// The possible keys are the product of the values of some parts: columns, and references to rows.
/// A seeded permutation walks through this product, so no key has to be tried twice.
final class KeyWalk {
  /// A column of the key, or the columns of a reference.
  struct Part {
    let columns: [Int]
    /// The number of values.
    let count: UInt64
    let values: (UInt64) -> [SQLiteValue]
  }

  /// How many keys in a row may be refused before the walk gives up.
  private static let refusalLimit = 100_000
  /// How many rows may be refused because of one key.
  private static let returnLimit = 3

  let key: [Int]
  /// The number of keys in the product.
  let count: UInt64
  private let parts: [Part]
  private let checks: [CheckEvaluator.Prepared]
  private let columnCount: Int
  private let permutation: Permutation?
  private let taken: Set<[SQLiteValue]>
  private var place: UInt64 = 0
  /// Keys whose rows were refused, and how often. They may fit the values of another row.
  private var returned: [(values: [SQLiteValue], count: Int)] = []
  /// How often the most recent key was refused before.
  private var lastCount = 0
  /// The CHECK that has refused the most recent key.
  private(set) var refusing: CheckConstraint?

  /// - Parameters:
  ///   - key: The columns.
  ///   - parts: The parts that together have all columns of the key.
  ///   - checks: The CHECK constraints on columns of the key only.
  ///   - columnCount: The number of columns of the table.
  ///   - taken: The keys of the rows that already exist.
  ///   - seed: Chooses the permutation.
  init(
    _ key: [Int],
    _ parts: [Part],
    _ checks: [CheckEvaluator.Prepared],
    columnCount: Int,
    taken: Set<[SQLiteValue]>,
    seed: UInt64
  ) {
    self.key = key
    self.parts = parts
    self.checks = checks
    self.columnCount = columnCount
    self.taken = taken
    count = parts.reduce(1) { $0 * $1.count }
    // The values of a single part have a natural order.
    permutation = parts.count > 1 ? Permutation(of: count, seed: seed) : nil
  }

  /// Writes the next key into a row. Returns false after the last one.
  ///
  /// - Parameters:
  ///   - row: The row.
  ///   - prefersReturned: Whether a key that was handed back comes before new ones. If two walks of
  ///     a table differ in this, two keys that refuse each other meet other keys.
  func next(
    into row: inout [SQLiteValue?],
    prefersReturned: Bool = false
  ) throws(DatabaseError) -> Bool {
    if prefersReturned, takeReturned(into: &row) { return true }
    lastCount = 0
    return try nextNew(into: &row) || takeReturned(into: &row)
  }

  /// Takes back the key of a row that was refused.
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
      var values: [SQLiteValue?] = checks.isEmpty ? row : Array(repeating: nil, count: columnCount)
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
