import StateGraphFormats
import StateGraphSQLite

extension ImportRun {
  /// Settles the references that were missing when their rows were written. Call once, after the
  /// last record and before COMMIT.
  func settleReferences() throws(ImportError) -> [DanglingCount] {
    try restoreReferences()
    var counts: [DanglingCount] = []
    var firstFailure: (error: ImportError, offset: InputPlace?)?
    for (table, references) in references.enumerated() {
      for reference in references ?? [] {
        let filled = try database { () throws(DatabaseError) in
          try reference.deferred?.fill() ?? 0
        }
        if filled > 0 { writers[table]?.recount(unchangedAsUpdated: filled) }
        let missing = try database(reference.tracker.stillMissing)
        let rows = try danglingRows(reference, missing, table)
        guard rows > 0 else { continue }
        let count = self.count(reference, missing, rows, table)
        counts.append(count)
        let isAllowed = request.dangling == .keep || reference.deferred != nil
        if !isAllowed, firstFailure == nil {
          firstFailure = (dangling(count, at: missing.first?.firstPlace), nil)
        }
      }
    }
    if var failure = firstFailure?.error {
      if counts.count > 1 { failure.message += "; " + others(counts) }
      throw failure
    }
    return counts
  }

  func tableCounts() -> [TableCounts] {
    writers.compactMap { $0 }.map {
      TableCounts(
        table: $0.table.name,
        inserted: $0.counts.inserted,
        updated: $0.counts.updated,
        unchanged: $0.counts.unchanged
      )
    }
  }

  private func danglingRows(
    _ reference: Reference,
    _ missing: [ReferenceTracker.Mentions],
    _ table: Int
  ) throws(ImportError) -> Int {
    guard reference.tracker.isOverflowing else { return missing.reduce(0) { $0 + $1.rows } }
    if let deferred = reference.deferred { return try database(deferred.danglingCount) }
    let key = reference.tracker.foreignKey
    let (child, parent) = (plan.tables[table], plan.tables[key.parent])
    let isGiven = key.columns.map { "c.\(column: child.column($0).name) IS NOT NULL" as SQL }
    let matches = zip(key.parentColumns, key.columns).map { parentColumn, column in
      "p.\(column: parent.column(parentColumn).name) = c.\(column: child.column(column).name)"
        as SQL
    }
    let value = try database { () throws(DatabaseError) in
      try connection.firstValue(
        """
        SELECT count(*) FROM \(table: child.name) AS c
        WHERE \(isGiven, separator: " AND ") AND NOT EXISTS (
        SELECT 1 FROM \(table: parent.name) AS p WHERE \(matches, separator: " AND "))
        """
      )
    }
    guard case .integer(let rows) = value else { return 0 }
    return Int(rows)
  }

  private func count(
    _ reference: Reference,
    _ missing: [ReferenceTracker.Mentions],
    _ rows: Int,
    _ table: Int
  ) -> DanglingCount {
    let key = reference.tracker.foreignKey
    return DanglingCount(
      table: plan.tables[table].name,
      columns: key.columns.map { plan.tables[table].column($0).name },
      referencedTable: plan.tables[key.parent].name,
      rows: rows,
      keys: reference.tracker.isOverflowing ? nil : missing.count
    )
  }

  private func dangling(_ count: DanglingCount, at place: InputPlace?) -> ImportError {
    ImportError(
      .danglingReference,
      "\(Self.words(count)) that \(count.rows == 1 ? "is" : "are") not there",
      remedy: request.dangling == .null
        ? "The column is NOT NULL: import the missing rows too, or use --dangling keep"
        : "Import the missing rows too, or use --dangling null or keep",
      place: place
    )
  }

  private func others(_ counts: [DanglingCount]) -> String {
    counts.dropFirst().map(Self.words).joined(separator: "; ")
  }

  private static func words(_ count: DanglingCount) -> String {
    let columns = count.columns.map { printable($0) }.joined(separator: ", ")
    let records = count.rows == 1 ? "1 record refers" : "\(count.rows) records refer"
    return "\(records) by \(columns) of table \(printable(count.table)) to rows of "
      + printable(count.referencedTable)
  }
}
