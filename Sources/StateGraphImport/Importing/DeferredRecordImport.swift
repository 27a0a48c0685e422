import StateGraphFormats
import StateGraphSQLite

/// Writes the deferred records of an import after its last input.
///
/// A record is deferred if it refers to a row that does not exist when the record is read, or if
/// another row has one of its unique values and bad records are left out. This type first writes
/// all deferred records in a savepoint. If a record cannot be written, for example because the row
/// is still missing, this type rolls back the savepoint and rejects all such records. It repeats
/// this with the remaining records until no bad record is left.
struct DeferredRecordImport {
  /// The number of bad records after which an attempt to write all records ends.
  ///
  /// The limit bounds the memory for the errors of these records.
  private static let rejectsPerPass = 20_000

  private let run: ImportRun
  private let deferred: DeferredRecords

  /// The id of a deferred record that cannot be written, and the reason.
  private typealias BadRecord = (id: Int64, error: ImportError)

  init(_ deferred: DeferredRecords, in run: ImportRun) {
    self.run = run
    self.deferred = deferred
  }

  /// Writes all deferred records, and rejects the records that cannot be written.
  ///
  /// Call this once, after the last input.
  func importRecords() throws(ImportError) {
    guard !deferred.isEmpty else { return }
    while true {
      let bad = try writeAllOrNone()
      guard !bad.isEmpty else { break }
      for (id, error) in bad {
        guard let entry = try deferred.next(after: id - 1) else { continue }
        try run.reject(error) { entry.record }
        try deferred.remove(id)
      }
    }
    try deferred.removeAll()
  }

  /// Tries to write all deferred records, and returns the records that cannot be written.
  ///
  /// If there are such records, this method rolls back all rows that it has written.
  private func writeAllOrNone() throws(ImportError) -> [BadRecord] {
    var bad: [BadRecord] = []
    _ = try deferred.writing { () throws(ImportError) in
      try run.rows.withSavepointOfRecords { () throws(ImportError) in
        bad = try writeAll()
        return bad.isEmpty
      }
    }
    return bad
  }

  private func writeAll() throws(ImportError) -> [BadRecord] {
    var bad: [Int64: ImportError] = [:]
    var last: (id: Int64, input: Int64) = (0, -1)
    var count = 0
    try convertingDatabaseErrors(deferred.references.removeAll)
    while bad.count < Self.rejectsPerPass, let entry = try deferred.next(after: last.id) {
      if entry.input != last.input { run.rows.beginInput() }
      last = (entry.id, entry.input)
      deferred.references.current = entry
      count += 1
      if count % ImportRun.recordsPerReport == 0 { try run.stopIfRequested() }
      do {
        _ = try run.rows.withSavepoint { () throws(ImportError) in
          try entry.record.importRecord(in: run)
        }
      } catch {
        guard run.canReject(error) else { throw error }
        bad[entry.id] = error
      }
    }
    for error in try run.rows.writeWaiting() {
      guard let place = error.place, let id = try deferred.id(at: place) else { throw error }
      if bad[id] == nil { bad[id] = error }
    }
    let dangling = try convertingDatabaseErrors { () throws(DatabaseError) in
      try deferred.references.dangling(limit: Self.rejectsPerPass)
    }
    for reference in dangling {
      bad[reference.record] = danglingError(reference.tracker.foreignKey, at: reference.place)
    }
    return bad.sorted { $0.key < $1.key }.map { (id: $0.key, error: $0.value) }
  }

  private func danglingError(_ key: ForeignKeyPlan, at place: InputPlace) -> ImportError {
    ImportError(
      .danglingReference,
      "the record refers to a row of table \(printable(run.plan.tables[key.parent].name)) that "
        + "does not exist",
      remedy: run.request.dangling == .null
        ? "The column is NOT NULL: import the missing row too, or use --dangling keep"
        : "Import the missing row first, or use --dangling null or keep",
      place: place
    )
  }
}
