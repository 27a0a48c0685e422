import StateGraphFormats
import StateGraphSQLite

extension ImportRun {
  /// Decides what becomes of a bad record.
  ///
  /// - Parameter record: Its text; asked for only where the import goes on.
  /// - Throws: `error` where it ends the import.
  func reject(
    _ error: ImportError,
    _ record: () -> RecordText,
    key: () -> [Cell]?
  ) throws(ImportError) {
    if HeldRecords.isNotYet(error), let held, !held.isSettling {
      return try hold(record(), key(), in: held)
    }
    guard let rejects, error.concernsOneRecord else { throw error }
    guard !connection.isAutocommit else {
      var ending = error
      ending.message += "; the rule ends the whole transaction"
      throw ending
    }
    try rejects.add(error, record())
    guard transaction.batchSize != nil, let input else { return }
    let number = (input.resumed?.recordCount ?? 0) + count.ofInput
    try database { () throws(DatabaseError) in
      try transaction.rejected.insert(number, ofInput: input.number)
    }
  }

  private func hold(
    _ record: RecordText,
    _ key: [Cell]?,
    in held: HeldRecords
  ) throws(ImportError) {
    // A row may have been written under the key by an earlier record, before this one had to wait.
    let isRepeated = try key.map { (key) throws(ImportError) in
      try writer(record.table).hasNamed(key, at: record.start)
    }
    if isRepeated != true, try held.hold(record, key) { return }
    let repeated = ImportError.repeatedKey(of: plan.tables[record.table], at: record.start)
    try reject(repeated, { record }, key: { nil })
  }
}
