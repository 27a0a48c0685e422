import StateGraphFormats
import StateGraphSQLite

/// Finds the foreign key references whose target rows are still missing at the end of an import.
struct DanglingReferences {
  private typealias Reference = TableReferences.Reference

  private let plan: ImportPlan
  private let policy: DanglingPolicy
  private let rows: RecordWriter
  private let connection: Connection

  init(_ run: ImportRun, on connection: Connection) {
    plan = run.plan
    policy = run.request.dangling
    rows = run.rows
    self.connection = connection
  }

  /// Writes the references whose target rows were imported later than the referring row, and counts
  /// the references to missing rows.
  ///
  /// Call this once, after the last record and before COMMIT.
  ///
  /// - Throws: An error if a row is missing and ``ImportRequest/dangling`` does not allow this.
  func resolve() throws(ImportError) -> [DanglingCount] {
    var counts: [DanglingCount] = []
    var failure: ImportError?
    for (table, reference) in rows.references.allPrepared {
      let filled = try convertingDatabaseErrors { () throws(DatabaseError) in
        try reference.backfill?.fill() ?? 0
      }
      if filled > 0 { rows.recount(unchangedAsUpdated: filled, in: table) }
      let missing = try convertingDatabaseErrors(reference.tracker.stillMissing)
      let rowCount = try danglingRowCount(reference, missing: missing, table: table)
      guard rowCount > 0 else { continue }
      let count = count(reference, missing: missing, rowCount: rowCount, table: table)
      counts.append(count)
      let isAllowed = policy == .keep || reference.backfill != nil
      if !isAllowed, failure == nil { failure = error(count, at: missing.first?.firstPlace) }
    }
    if var failure {
      let others = counts.dropFirst().map(Self.words)
      if !others.isEmpty { failure.message += "; " + others.joined(separator: "; ") }
      throw failure
    }
    return counts
  }

  private func danglingRowCount(
    _ reference: Reference,
    missing: [ReferenceTracker.Mentions],
    table: Int
  ) throws(ImportError) -> Int {
    guard reference.tracker.isOverflowing else { return missing.reduce(0) { $0 + $1.rows } }
    if let backfill = reference.backfill {
      return try convertingDatabaseErrors(backfill.danglingCount)
    }
    let key = reference.tracker.foreignKey
    let (child, parent) = (plan.tables[table], plan.tables[key.parent])
    let isGiven = key.columns.map { "c.\(column: child.column($0).name) IS NOT NULL" as SQL }
    let matches = zip(key.parentColumns, key.columns).map { parentColumn, column in
      "p.\(column: parent.column(parentColumn).name) = c.\(column: child.column(column).name)"
        as SQL
    }
    let value = try convertingDatabaseErrors { () throws(DatabaseError) in
      try connection.firstValue(
        """
        SELECT count(*) FROM \(table: child.name) AS c
        WHERE \(isGiven, separator: " AND ") AND NOT EXISTS (
        SELECT 1 FROM \(table: parent.name) AS p WHERE \(matches, separator: " AND "))
        """
      )
    }
    guard case .integer(let count) = value else { return 0 }
    return Int(count)
  }

  private func count(
    _ reference: Reference,
    missing: [ReferenceTracker.Mentions],
    rowCount: Int,
    table: Int
  ) -> DanglingCount {
    let key = reference.tracker.foreignKey
    return DanglingCount(
      table: plan.tables[table].name,
      columns: key.columns.map { plan.tables[table].column($0).name },
      referencedTable: plan.tables[key.parent].name,
      rows: rowCount,
      keys: reference.tracker.isOverflowing ? nil : missing.count
    )
  }

  private func error(_ count: DanglingCount, at place: InputPlace?) -> ImportError {
    ImportError(
      .danglingReference,
      "\(Self.words(count)) that \(count.rows == 1 ? "does" : "do") not exist",
      remedy: policy == .null
        ? "The column is NOT NULL: import the missing rows too, or use --dangling keep"
        : "Import the missing rows too, or use --dangling null or keep",
      place: place
    )
  }

  private static func words(_ count: DanglingCount) -> String {
    let columns = count.columns.map { printable($0) }.joined(separator: ", ")
    let records = count.rows == 1 ? "1 record refers" : "\(count.rows) records refer"
    return "\(records) by \(columns) of table \(printable(count.table)) to "
      + "\(count.rows == 1 ? "a row" : "rows") of \(printable(count.referencedTable))"
  }
}
