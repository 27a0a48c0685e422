import StateGraphFormats
import StateGraphSQLite

/// Writes the rows of records to their tables in any order, and checks the references between them.
///
/// SQLite's enforcement of foreign keys is off on the import's connection, because a row may be
/// written before the row that it refers to. A `ReferenceTracker` checks each foreign key instead.
/// Confined to the thread that runs the import.
final class RecordWriter {
  private let plan: ImportPlan
  private let request: ImportRequest
  private let connection: Connection
  /// The records that wait for a missing row; nil if this import never defers a record.
  private let deferred: DeferredRecords?
  /// The row writer of each table; nil until the table's first row is written.
  @exclusivity(unchecked) private var writers: [RowWriter?]
  let references: TableReferences
  /// The references of the current record to missing rows. They are passed to their trackers once
  /// the record is complete. Nil outside of `withSavepoint` and `notingMissingReferences`.
  private var missingReferences: [MissingReference]?

  /// A reference whose target row was missing when the referring row was written.
  private struct MissingReference {
    let tracker: ReferenceTracker
    let cells: [Cell]
    let place: InputPlace
  }

  init(
    _ plan: ImportPlan,
    _ request: ImportRequest,
    _ references: TableReferences,
    deferred: DeferredRecords?,
    on connection: Connection
  ) {
    self.plan = plan
    self.request = request
    self.references = references
    self.deferred = deferred
    self.connection = connection
    writers = plan.tables.map { _ in nil }
  }

  /// Writes one row. If a referenced row is missing and the policy for dangling references is
  /// `null`, the cells of the reference become NULL.
  ///
  /// Returns nil, and writes nothing, if the record has to be deferred.
  func write(
    _ cells: inout [Cell],
    to table: Int,
    as role: RecordRole,
    _ places: some RowPlaces
  ) throws(ImportError) -> RowWriter.Outcome? {
    try requireKey(cells, table, places)
    let references = try references.references(of: table)
    let writer = writer(table)
    if role == .record, let deferred, try deferred.mustWait(cells, table, places) { return nil }
    if references.isEmpty { return try writer.write(cells, as: role, places) }
    if role == .record, request.onConflict == .ignore,
      let outcome = try writer.keepExisting(cells, places)
    {
      // The row was not changed and keeps its own references, so the references of the record are
      // not checked.
      return outcome
    }
    let given = cells
    guard let missing = try clearMissing(&cells, references) else { return nil }
    let outcome = try writer.write(cells, as: role, places)
    if missing.isEmpty, references.allSatisfy({ $0.backfill == nil }) { return outcome }
    for (number, reference) in references.enumerated() {
      let isMissing = missing.contains(number)
      if isMissing { try noteMissing(given, reference, places) }
      guard let backfill = reference.backfill else { continue }
      try convertingDatabaseErrors { () throws(DatabaseError) in
        if isMissing {
          try backfill.keep(given, wasUnchanged: outcome.change == .unchanged)
        } else if outcome.change != .inserted, determinesReference(given, role, reference) {
          try backfill.forget(given)
        }
      }
    }
    return outcome
  }

  /// Sets references to missing rows to NULL, if they can be filled in later. Returns the numbers
  /// of the references whose row is missing, or nil if the record has to be deferred.
  private func clearMissing(
    _ cells: inout [Cell],
    _ references: [TableReferences.Reference]
  ) throws(ImportError) -> [Int]? {
    var missing: [Int] = []
    for number in references.indices {
      let reference = references[number]
      let isSatisfied = try convertingDatabaseErrors { () throws(DatabaseError) in
        try reference.tracker.isSatisfied(cells)
      }
      if isSatisfied { continue }
      missing.append(number)
      guard reference.backfill != nil else {
        if let deferred, !deferred.isWriting { return nil }
        continue
      }
      for column in reference.tracker.foreignKey.clearableColumns { cells[column] = .null }
    }
    return missing
  }

  private func noteMissing(
    _ cells: [Cell],
    _ reference: TableReferences.Reference,
    _ places: some RowPlaces
  ) throws(ImportError) {
    let tracker = reference.tracker
    let place = places.place(ofColumn: tracker.foreignKey.columns[0])
    if let deferred, reference.backfill == nil {
      try convertingDatabaseErrors { () throws(DatabaseError) in
        try deferred.references.insert(cells, tracker, at: place)
      }
    } else if missingReferences != nil {
      missingReferences?.append(MissingReference(tracker: tracker, cells: cells, place: place))
    } else {
      try convertingDatabaseErrors { () throws(DatabaseError) in
        try tracker.noteMissing(cells, at: place)
      }
    }
  }

  /// Returns whether the record determines the value of this reference in its row.
  private func determinesReference(
    _ cells: [Cell],
    _ role: RecordRole,
    _ reference: TableReferences.Reference
  ) -> Bool {
    role == .record && request.onConflict == .replace
      || reference.tracker.foreignKey.columns.contains { cells[$0].hasValue }
  }

  private func requireKey(
    _ cells: [Cell],
    _ table: Int,
    _ places: some RowPlaces
  ) throws(ImportError) {
    let plan = plan.tables[table]
    guard !plan.keyIndexes.isEmpty else {
      throw ImportError(
        .unsupportedSchema,
        "table \(printable(plan.name)) has no primary key, so a record cannot be matched to a row",
        remedy: "Give the table a primary key with a migration",
        place: places.recordPlace
      )
    }
    for index in plan.keyIndexes where !cells[index].hasValue {
      throw ImportError(
        .missingValue,
        "a record of table \(printable(plan.name)) has no value in its key column "
          + printable(plan.column(index).name),
        remedy: "Every record needs its key",
        place: places.place(ofColumn: index)
      )
    }
  }

  private func writer(_ table: Int) -> RowWriter {
    if let writer = writers[table] { return writer }
    let writer = RowWriter(plan.tables[table], onConflict: request.onConflict, on: connection)
    writers[table] = writer
    return writer
  }
}

// MARK: - Records of an input

extension RecordWriter {
  /// Forgets the keys of the records of the last input, because another input may repeat them.
  func beginInput() {
    for writer in writers { writer?.beginInput() }
  }

  /// Notes the key of a record after it was written with everything nested in it.
  ///
  /// - Throws: If an earlier record of the same input has the same key.
  func didWriteRecord(
    _ cells: [Cell],
    _ outcome: RowWriter.Outcome,
    in table: Int,
    _ places: some RowPlaces
  ) throws(ImportError) {
    guard writer(table).didWriteRecord(cells, outcome) else {
      let plan = plan.tables[table]
      throw .repeatedKey(of: plan, at: places.place(ofColumn: plan.keyIndexes[0]))
    }
  }

  /// Returns whether an earlier record of the same input had this key. In `cells`, all but the key
  /// must be absent.
  func hasRecord(
    withKey cells: [Cell],
    in table: Int,
    at place: InputPlace
  ) throws(ImportError) -> Bool {
    try writer(table).hasRecord(withKey: cells, at: place)
  }

  /// Notes the key of a record that an interrupted run of this import has read, to detect a
  /// repetition.
  func noteEarlierRecord(withKey cells: [Cell], in table: Int) throws(ImportError) {
    try writer(table).noteEarlierRecord(withKey: cells)
  }

  /// The names of the tables that have been written to.
  var writtenTables: [String] { writers.compactMap { $0?.table.name } }

  /// The numbers of inserted, updated and unchanged rows for each table.
  var tableCounts: [TableCounts] {
    writers.compactMap { $0 }.map {
      TableCounts(
        table: $0.table.name,
        inserted: $0.counts.inserted,
        updated: $0.counts.updated,
        unchanged: $0.counts.unchanged
      )
    }
  }

  /// Moves `count` rows of a table from the unchanged to the updated ones, because a reference in
  /// them was filled in later.
  func recount(unchangedAsUpdated count: Int, in table: Int) {
    writers[table]?.recount(unchangedAsUpdated: count)
  }
}

// MARK: - Nested records

extension RecordWriter {
  /// Writes the row of a nested record, which many records may repeat. Returns false, and writes
  /// nothing, if the record has to be deferred.
  func writeMention(
    _ cells: inout [Cell],
    to table: Int,
    _ places: some RowPlaces
  ) throws(ImportError) -> Bool {
    guard plan.tables[table].foreignKeys.isEmpty else {
      return try write(&cells, to: table, as: .mention, places) != nil
    }
    try requireKey(cells, table, places)
    try writer(table).writeMention(cells, places)
    return true
  }

  /// Returns the row of an earlier nested record with exactly the same members. Returns nil if
  /// there is none, so the members have to be read.
  func knownMention(_ members: [JSONMember], of table: Int) -> [Cell]? {
    guard plan.tables[table].foreignKeys.isEmpty else { return nil }
    return writers[table]?.knownRow(of: members)
  }

  /// Remembers a row for the nested record that was passed to the last call of `knownMention`.
  func rememberMention(_ cells: [Cell], of table: Int) {
    guard plan.tables[table].foreignKeys.isEmpty else { return }
    writers[table]?.rememberRow(cells)
  }

  /// Notes that a row was just written, so that the references of the following rows to it need no
  /// query.
  func didWrite(_ cells: [Cell], _ outcome: RowWriter.Outcome, referredToBy role: MemberRole) {
    // If the row was not changed and has no rowid, a trigger of the table may have ignored it. It
    // is then unknown whether the row exists.
    guard outcome.change != .unchanged || outcome.rowID != nil else { return }
    switch role {
    case .children(let table, let number):
      references.preparedReference(number, of: table)?.tracker.noteFound(cells)
    case .links(let link):
      references.preparedReference(link.ownerKey, of: link.joinTable)?.tracker.noteFound(cells)
    case .column, .reference: break
    }
  }

  /// Notes that the row that a foreign key of the next row refers to exists.
  func didMention(_ cells: [Cell], by number: Int, of table: Int) {
    guard let reference = references.preparedReference(number, of: table) else { return }
    // A nested record that is only a key is not written, so it does not prove that its row exists.
    let parent = plan.tables[reference.tracker.foreignKey.parent]
    guard parent.foreignKeys.isEmpty, !parent.isKeyOnly(cells) else { return }
    reference.tracker.noteFound(cells)
  }
}

// MARK: - Savepoints

extension RecordWriter {
  /// The values in memory that must be restored by hand after a rollback to a savepoint.
  private struct SavedState {
    let counts: [RowCounts?]
    let preparedTables: Set<Int>
    let missingReferences: [MissingReference]?
  }

  /// Runs `body` in a savepoint and returns its result. If `body` throws or returns false, its
  /// changes are rolled back.
  func withSavepoint(_ body: () throws(ImportError) -> Bool) throws(ImportError) -> Bool {
    let saved = SavedState(
      counts: writers.map { $0?.counts },
      preparedTables: references.preparedTables,
      missingReferences: missingReferences
    )
    try convertingDatabaseErrors { () throws(DatabaseError) in
      try connection.run("SAVEPOINT stategraph_record")
    }
    missingReferences = []
    let isKept: Bool
    do {
      isKept = try body()
    } catch {
      try rollBack(to: saved)
      throw error
    }
    guard isKept else {
      try rollBack(to: saved)
      return false
    }
    let missing = missingReferences ?? []
    missingReferences = saved.missingReferences
    try convertingDatabaseErrors { () throws(DatabaseError) in
      try connection.run("RELEASE stategraph_record")
      for reference in missing {
        try reference.tracker.noteMissing(reference.cells, at: reference.place)
      }
    }
    return true
  }

  /// Runs `body`. Reports the missing references of all its rows at the given place instead of
  /// their own.
  func notingMissingReferences(
    at place: InputPlace,
    _ body: () throws(ImportError) -> Bool
  ) throws(ImportError) -> Bool {
    missingReferences = []
    defer { missingReferences = nil }
    let isWritten = try body()
    for reference in missingReferences ?? [] {
      try convertingDatabaseErrors { () throws(DatabaseError) in
        try reference.tracker.noteMissing(reference.cells, at: place)
      }
    }
    return isWritten
  }

  private func rollBack(to saved: SavedState) throws(ImportError) {
    missingReferences = saved.missingReferences
    // A constraint with ON CONFLICT ROLLBACK may have rolled back the whole transaction. The
    // savepoint does not exist any more in this case.
    guard !connection.isAutocommit else { return }
    try convertingDatabaseErrors { () throws(DatabaseError) in
      try connection.run("ROLLBACK TO stategraph_record")
      try connection.run("RELEASE stategraph_record")
    }
    for (table, writer) in writers.enumerated() { writer?.restore(saved.counts[table]) }
    references.restore(saved.preparedTables)
    forgetFileState()
  }

  /// Forgets what is known about rows in the database file. Call this after a rollback, and after
  /// another process has written to the file.
  func forgetFileState() {
    for writer in writers { writer?.forgetKnownRows() }
    references.forgetFoundRows()
  }
}
