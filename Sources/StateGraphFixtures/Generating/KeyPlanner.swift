import StateGraphSQLite

/// Decides for each key of a table whether a ``KeyWalk`` can make its values, and creates the walk.
///
/// A key is the primary key or the columns of a UNIQUE index. ``RowFactory`` uses the planner once
/// for each key.
struct KeyPlanner {
  let shape: TableShape
  let rowCount: Int
  let candidates: [ColumnCandidates]
  let evaluator: CheckEvaluator
  let choices: ChoiceSequence
  /// Returns the rows to which a reference can point, or nil if none are known yet.
  let parents: (TableShape.Reference) -> ParentRows?

  /// Returns a walk that makes the values of a key.
  ///
  /// - Parameters:
  ///   - key: The indices of the columns of the key.
  ///   - walked: The columns that other walks fill.
  ///   - taken: The values of the key in the rows that the table contains.
  /// - Returns: `nil` if another walk fills a column of the key, if two references share a column,
  /// or if a reference finds no rows in another table. The key then becomes a ``WatchedKey``.
  func walk(
    _ key: [Int],
    besides walked: Set<Int>,
    taken: Set<[SQLiteValue]>
  ) throws -> KeyWalk? {
    guard walked.isDisjoint(with: key), let references = references(in: key, besides: walked) else {
      return nil
    }
    var parts: [KeyWalk.Part] = []
    for (reference, columns) in references {
      guard let part = part(reference, columns: columns) else { return nil }
      parts.append(part)
    }
    let covered = Set(parts.flatMap(\.columns))
    let plain = key.filter { !covered.contains($0) }
    let isAlone = parts.isEmpty && plain.count == 1
    for column in plain where !candidates[column].isUnlimited {
      parts.append(try limitedPart(column, count: rowCount + taken.count))
    }
    let unlimited = plain.filter { candidates[$0].isUnlimited }
    let counts = counts(for: unlimited.count, besides: parts, taken: taken.count, isAlone: isAlone)
    for column in unlimited {
      let candidates = candidates[column]
      parts.append(
        KeyWalk.Part(columns: [column], count: counts) { [candidates.keyValue($0)] }
      )
    }
    let checks = try shape.checks.filter { check in
      check.columns.count > 1 && Set(evaluator.storedColumns(of: check)).isSubset(of: key)
    }.map { check throws(GenerationError) in try evaluator.prepare(check) }
    return KeyWalk(
      key,
      parts: parts.sorted { $0.columns[0] < $1.columns[0] },
      checks: checks,
      taken: taken,
      seed: choices.below(.max)
    )
  }

  /// Returns the references that have columns in the key, each with these columns, or nil if two of
  /// them share a column of the key, because the row for one reference then restricts the other
  /// one.
  private func references(
    in key: [Int],
    besides walked: Set<Int>
  ) -> [(TableShape.Reference, [Int])]? {
    var parts: [(TableShape.Reference, [Int])] = []
    var covered: Set<Int> = []
    for reference in shape.references {
      let columns = reference.columns.filter(key.contains)
      if covered.isSuperset(of: columns) { continue }
      guard covered.isDisjoint(with: columns), walked.isDisjoint(with: reference.columns) else {
        return nil
      }
      covered.formUnion(columns)
      parts.append((reference, columns))
    }
    return parts
  }

  private func part(_ reference: TableShape.Reference, columns: [Int]) -> KeyWalk.Part? {
    guard var rows = parents(reference), rows.count > 0, reference.table != shape.table.name else {
      return nil
    }
    let places = columns.compactMap { reference.columns.firstIndex(of: $0) }
    if places.count < reference.columns.count || places != places.sorted() {
      rows = rows.distinct(in: places)
    }
    return KeyWalk.Part(columns: columns, count: UInt64(rows.count)) { rows[Int($0)] }
  }

  /// Collects at most `count` different values of a column that satisfy its CHECK constraints. They
  /// become a part of a key.
  private func limitedPart(_ column: Int, count: Int) throws -> KeyWalk.Part {
    let checks = try shape.checks.filter { evaluator.storedColumns(of: $0) == [column] }
      .map { check throws(GenerationError) in try evaluator.prepare(check) }
    var (values, seen): ([SQLiteValue], Set<SQLiteValue>) = ([], [])
    var row: [SQLiteValue?] = Array(repeating: nil, count: shape.table.columns.count)
    let collation = shape.table.columns[column].collation
    var failures = 0
    while values.count < count, failures < RowFactory.tryLimit {
      let value = candidates[column].presentValue(choices)
      row[column] = value
      failures += 1
      guard value != .null, try checks.allSatisfy({ try $0.isSatisfied(by: row) }),
        seen.insert(value.folded(by: collation)).inserted
      else { continue }
      values.append(value)
      failures = 0
    }
    if values.isEmpty, let check = checks.first {
      throw GenerationError(.check(check.check), of: shape.table, tries: RowFactory.tryLimit)
    }
    return KeyWalk.Part(columns: [column], count: UInt64(values.count)) { [values[Int($0)]] }
  }

  /// Returns how many different values each unlimited column of a key needs, so that there are
  /// enough combinations with the other parts.
  ///
  /// The result allows four times as many keys as rows, because CHECK constraints between columns
  /// of the key can refuse some of them.
  private func counts(
    for columnCount: Int,
    besides parts: [KeyWalk.Part],
    taken: Int,
    isAlone: Bool
  ) -> UInt64 {
    if isAlone { return 4 * UInt64(rowCount + taken) }
    let needed = 4 * UInt64(rowCount + taken)
    let given = KeyWalk.count(parts)
    var count: UInt64 = 4
    while columnCount > 0 {
      let product = (0..<columnCount).reduce(given) { product, _ in
        let (larger, overflows) = product.multipliedReportingOverflow(by: count)
        return overflows ? .max : larger
      }
      if product >= needed || product == 0 || count > 1 << 20 { break }
      count *= 2
    }
    return count
  }
}
