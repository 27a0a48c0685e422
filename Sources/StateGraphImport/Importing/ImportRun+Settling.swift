import StateGraphFormats
import StateGraphSQLite

extension ImportRun {
  /// So many rejects are remembered at a time.
  private static let rejectsPerPass = 20_000

  /// Writes the records that have been held back, and rejects those that refer to what is nowhere.
  ///
  /// All are written, those that dangle are taken away, and the others are written again, until
  /// none dangles: records that refer to each other in a circle stay. Call once, after the last
  /// input.
  func settleHeldRecords() throws(ImportError) {
    guard let held, !held.isEmpty else { return }
    while true {
      let bad = try tryAll(held)
      guard !bad.isEmpty else { break }
      for (id, error) in bad {
        guard let waiting = try held.next(after: id - 1) else { continue }
        try reject(error, { waiting.record }, key: { nil })
        try held.remove(id)
      }
    }
    try held.removeAll()
  }

  /// Returns the records that are bad; nothing has been written where there are any.
  private func tryAll(_ held: HeldRecords) throws(ImportError) -> [(Int64, ImportError)] {
    var bad: [(Int64, ImportError)] = []
    do {
      try held.settling { () throws(ImportError) in
        try whole { () throws(ImportError) in
          bad = try writeAll(held)
          if !bad.isEmpty { throw HeldRecords.notYet(at: bad[0].1.place) }
        }
      }
    } catch {
      guard HeldRecords.isNotYet(error), !bad.isEmpty else { throw error }
    }
    return bad
  }

  private func writeAll(_ held: HeldRecords) throws(ImportError) -> [(Int64, ImportError)] {
    var bad: [Int64: ImportError] = [:]
    var last: (id: Int64, input: Int64) = (0, -1)
    var triedCount = 0
    try database(held.missing.removeAll)
    while bad.count < Self.rejectsPerPass, let waiting = try held.next(after: last.id) {
      if waiting.input != last.input { beginRecords() }
      last = (waiting.id, waiting.input)
      held.missing.current = waiting
      triedCount += 1
      if triedCount % Self.recordsPerReport == 0 { try stopIfAsked() }
      do {
        try whole { () throws(ImportError) in try waiting.record.importRecord(in: self) }
      } catch {
        guard rejects != nil, error.concernsOneRecord, !connection.isAutocommit else { throw error }
        bad[waiting.id] = error
      }
    }
    let dangling = try database { () throws(DatabaseError) in
      try held.missing.dangling(limit: Self.rejectsPerPass)
    }
    for reference in dangling {
      bad[reference.record] = danglingError(reference.tracker.foreignKey, at: reference.place)
    }
    return bad.sorted { $0.key < $1.key }
  }

  private func danglingError(_ key: ForeignKeyPlan, at place: InputPlace) -> ImportError {
    ImportError(
      .danglingReference,
      "the record refers to a row of table \(printable(plan.tables[key.parent].name)) that is not "
        + "there",
      remedy: request.dangling == .null
        ? "The column is NOT NULL: import the missing row too, or use --dangling keep"
        : "Import the missing row first, or use --dangling null or keep",
      place: place
    )
  }
}
