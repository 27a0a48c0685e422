import StateGraphFormats
import StateGraphSQLite

/// Writes rows to all tables in any order, and checks the references between them.
///
/// A row may be written before the row to which it refers. The import therefore turns off SQLite's
/// foreign keys, and a `ReferenceTracker` checks each foreign key instead.
///
/// Only the thread that runs the import uses a writer.
final class RecordWriter {
  private let plan: ImportPlan
  let request: ImportRequest
  let connection: Connection
  /// The records that wait for all inputs, because they refer to a missing row. Nil without them.
  private let deferred: DeferredRecords?
  /// Whether the inputs may contain several records of one row. If true, the writer of each table
  /// keeps the versions of its rows.
  private let mayRepeatRows: Bool
  /// The writer of each table. An element is nil until the first row of its table is written.
  @exclusivity(unchecked) private(set) var writers: [RowWriter?]
  let references: TableReferences
  /// Makes the keys of records for which the inputs contain no key.
  let madeKeys: MadeKeys
  /// The number and first place of repeated array elements without a row, by the join table.
  private(set) var leftOutElements: [Int: (count: Int, first: InputPlace)] = [:]
  /// The references of the current record to missing rows.
  ///
  /// When the record is complete, the references are passed to their trackers. Nil outside of
  /// `withSavepoint` and `notingMissingReferences`.
  private var missingReferences: [MissingReference]?

  /// A reference whose target row was missing when the referring row was written.
  private struct MissingReference {
    let tracker: ReferenceTracker
    let cells: [Cell]
    let place: InputPlace
  }

  init(
    _ plan: ImportPlan,
    request: ImportRequest,
    references: TableReferences,
    deferred: DeferredRecords?,
    mayRepeatRows: Bool,
    on connection: Connection
  ) {
    self.plan = plan
    self.request = request
    self.references = references
    self.deferred = deferred
    self.mayRepeatRows = mayRepeatRows
    self.connection = connection
    writers = plan.tables.map { _ in nil }
    madeKeys = MadeKeys(request, on: connection)
  }

  func leaveOutElement(of joinTable: Int, at place: InputPlace) {
    leftOutElements[joinTable, default: (0, place)].count += 1
  }

  /// Writes the row of a record. Returns nil and writes nothing if the record must be deferred.
  ///
  /// - Parameters:
  ///   - cells: One value for each column of the table. With the policy `null`, this method
  ///     replaces references to missing rows with NULL.
  ///   - table: The index of the table in the import plan.
  ///   - role: Whether the record is a top-level record or nested in another record.
  ///   - places: The positions of the values in the input, for error messages.
  func write(
    _ cells: inout [Cell],
    to table: Int,
    as role: RecordRole,
    places: some RowPlaces
  ) throws(ImportError) -> RowWriter.Outcome? {
    try requireKey(cells, table: table, places: places)
    let references = try references.references(of: table)
    let writer = try writer(table)
    if role == .record, let deferred, try deferred.mustWait(cells, table: table, places: places) {
      return nil
    }
    if references.isEmpty { return try writer.write(cells, as: role, places: places) }
    if role == .record, request.onConflict == .ignore,
      let outcome = try writer.keepExisting(cells, places: places)
    {
      // The existing row did not change, so the references of the record need no check.
      return outcome
    }
    let given = cells
    guard let missing = try clearMissing(&cells, references: references) else { return nil }
    let outcome = try writer.write(cells, as: role, places: places)
    if missing.isEmpty, references.allSatisfy({ $0.backfill == nil }) { return outcome }
    for (number, reference) in references.enumerated() {
      let isMissing = missing.contains(number)
      if isMissing { try noteMissing(given, reference: reference, places: places) }
      guard let backfill = reference.backfill else { continue }
      try convertingDatabaseErrors { () throws(DatabaseError) in
        if isMissing {
          try backfill.keep(given, wasUnchanged: outcome.change == .unchanged)
        } else if outcome.change != .inserted,
          determinesReference(given, role: role, reference: reference)
        {
          try backfill.forget(given)
        }
      }
    }
    return outcome
  }

  /// Whether all records are written in one transaction, so that no other commit comes between
  /// them, and no record is left out or waits.
  var isOneTransaction: Bool { deferred == nil && !references.isPersistent }

  /// The deferred records, if records wait for the rows to which they refer.
  private var deferredReferences: DeferredRecords? { request.dangling == .keep ? nil : deferred }

  /// Replaces references to missing rows with NULL if the import can write them later.
  ///
  /// Returns the indices of the foreign keys whose target row is missing. Returns nil if the record
  /// must be deferred.
  private func clearMissing(
    _ cells: inout [Cell],
    references: [TableReferences.Reference]
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
        if let deferred = deferredReferences, !deferred.isWriting { return nil }
        continue
      }
      for column in reference.tracker.foreignKey.clearableColumns { cells[column] = .null }
    }
    return missing
  }

  private func noteMissing(
    _ cells: [Cell],
    reference: TableReferences.Reference,
    places: some RowPlaces
  ) throws(ImportError) {
    let tracker = reference.tracker
    let place = places.place(ofColumn: tracker.foreignKey.columns[0])
    if let deferred = deferredReferences, reference.backfill == nil {
      try convertingDatabaseErrors { () throws(DatabaseError) in
        try deferred.references.insert(cells, tracker: tracker, at: place)
      }
    } else if missingReferences != nil {
      missingReferences?.append(MissingReference(tracker: tracker, cells: cells, place: place))
    } else {
      try convertingDatabaseErrors { () throws(DatabaseError) in
        try tracker.noteMissing(cells, at: place)
      }
    }
  }

  /// Returns whether the record gives this foreign key of its row a value.
  ///
  /// A record that replaces the whole row does so even if it contains no value, because the foreign
  /// key becomes NULL.
  private func determinesReference(
    _ cells: [Cell],
    role: RecordRole,
    reference: TableReferences.Reference
  ) -> Bool {
    role == .record && request.onConflict == .replace
      || reference.tracker.foreignKey.columns.contains { cells[$0].hasValue }
  }

  private func requireKey(
    _ cells: [Cell],
    table: Int,
    places: some RowPlaces
  ) throws(ImportError) {
    let plan = plan.tables[table]
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

  /// Throws an error if the import must check a foreign key that no row can satisfy.
  private func requireUsableKeys(of table: TablePlan) throws(ImportError) {
    guard let broken = table.broken, request.dangling != .keep else { return }
    throw ImportError(
      .unsupportedSchema,
      "a foreign key of table \(printable(table.name)) refers to "
        + "\(printable(broken.referencedTable)), which does not exist or lacks the columns",
      remedy: "Pass --dangling keep to store its values unchecked, or correct the schema"
    )
  }

  func writer(_ table: Int) throws(ImportError) -> RowWriter {
    if let writer = writers[table] { return writer }
    try requireUsableKeys(of: plan.tables[table])
    var versions: RowVersions?
    if !plan.tables[table].keyIndexes.isEmpty {
      let made = RowVersions(
        plan.tables[table],
        request: request,
        name: RowVersions.name(request, table: table),
        isPersistent: references.isPersistent,
        notesGiven: mayRepeatRows,
        deferred: deferred,
        on: connection
      )
      if mayRepeatRows || made.mayWait { versions = made }
    }
    let writer = RowWriter(plan.tables[table], request: request, versions: versions, on: connection)
    writers[table] = writer
    return writer
  }
}

// MARK: - Records of an input

extension RecordWriter {
  /// Discards the keys of the records of the previous input.
  ///
  /// A key may occur only once in an input, but again in another input.
  func beginInput() {
    for writer in writers { writer?.beginInput() }
  }

  /// Stores the key of a record. Call this after the record and its nested records were written.
  ///
  /// - Throws: An error if an earlier record of the same input has the same key.
  func didWriteRecord(
    _ cells: [Cell],
    outcome: RowWriter.Outcome,
    in table: Int,
    places: some RowPlaces
  ) throws(ImportError) {
    madeKeys.didWriteRecord()
    guard try writer(table).didWriteRecord(cells, outcome: outcome) else {
      let plan = plan.tables[table]
      throw .repeatedKey(of: plan, at: places.place(ofColumn: plan.keyIndexes[0]))
    }
  }

  /// Returns whether an earlier record of the same input had this key.
  ///
  /// - Parameters:
  ///   - cells: One value for each column, of which this method uses only the primary key.
  ///   - table: The index of the table in the import plan.
  ///   - place: The position of the record, for error messages.
  func hasRecord(
    withKey cells: [Cell],
    in table: Int,
    at place: InputPlace
  ) throws(ImportError) -> Bool {
    try writer(table).hasRecord(withKey: cells, at: place)
  }

  /// Stores the key of a record that an interrupted run of this import has read.
  ///
  /// The import can then detect a later record with the same key.
  func noteEarlierRecord(withKey cells: [Cell], in table: Int) throws(ImportError) {
    try writer(table).noteEarlierRecord(withKey: cells)
  }

  /// The names of the tables into which this run has written rows, in the order of `ImportPlan`.
  var writtenTables: [String] { writers.compactMap { $0?.table.name } }

  /// The numbers of inserted, updated and unchanged rows, for each table into which this run has
  /// written rows.
  var tableCounts: [TableCounts] {
    writers.compactMap { $0 }.map {
      TableCounts(
        table: $0.table.name,
        inserted: $0.counts.inserted,
        updated: $0.counts.updated,
        unchanged: $0.counts.unchanged,
        removed: $0.counts.removed
      )
    }
  }

  /// The columns in which negative zeros were stored as 0.0, in the order of the tables.
  var negativeZeros: [NegativeZeros] {
    writers.compactMap { $0 }.flatMap { writer in
      writer.negativeZeros.sorted { $0.key < $1.key }.map { column, count in
        NegativeZeros(
          table: writer.table.name,
          column: writer.table.column(column).name,
          values: count
        )
      }
    }
  }

  /// One element for each table in which a record gives a column another value than an earlier
  /// record for the same row.
  var versionConflicts: [VersionConflicts] {
    writers.compactMap { $0 }.compactMap { writer in
      guard writer.counts.conflicts > 0, let versions = writer.versions else { return nil }
      return VersionConflicts(
        table: writer.table.name,
        columns: versions.conflictingColumns.sorted().map { writer.table.column($0).name },
        records: writer.counts.conflicts,
        firstPlace: versions.firstConflict
      )
    }
  }

  /// Counts `count` rows of a table as updated instead of unchanged.
  ///
  /// Call this for rows whose references the import has written after the rows.
  func recount(unchangedAsUpdated count: Int, in table: Int) {
    writers[table]?.recount(unchangedAsUpdated: count)
  }
}

// MARK: - Nested records

extension RecordWriter {
  /// Writes the row of a nested record. Returns false and writes nothing if the record must be
  /// deferred.
  ///
  /// Many records may contain the same nested record, such as an author. If the database already
  /// contains its values, this method does not write the nested record again.
  func writeMention(
    _ cells: inout [Cell],
    to table: Int,
    places: some RowPlaces
  ) throws(ImportError) -> Bool {
    guard plan.tables[table].foreignKeys.isEmpty else {
      return try write(&cells, to: table, as: .mention, places: places) != nil
    }
    try requireKey(cells, table: table, places: places)
    try writer(table).writeMention(cells, places: places)
    return true
  }

  /// Returns the row of an earlier nested record with exactly the same members.
  ///
  /// Returns nil if there is no such record. The caller must then convert the members.
  func knownMention(_ members: [JSONMember], of table: Int) -> [Cell]? {
    guard plan.tables[table].foreignKeys.isEmpty else { return nil }
    return writers[table]?.knownRow(of: members)
  }

  /// Stores the row of the nested record that was passed to the last call of `knownMention`.
  func rememberMention(_ cells: [Cell], of table: Int) {
    guard plan.tables[table].foreignKeys.isEmpty else { return }
    writers[table]?.rememberRow(cells)
  }

  /// Returns whether the array of a record replaces the array that an earlier import has written.
  func replacesArrays(_ outcome: RowWriter.Outcome) -> Bool {
    outcome.change != .inserted && request.onConflict != .ignore
  }

  /// Stores that a row was just written, so that references to this row need no query.
  ///
  /// - Parameters:
  ///   - cells: The values of the written row.
  ///   - outcome: The result of writing the row.
  ///   - role: The role of the nested array whose rows refer to the written row.
  func didWrite(_ cells: [Cell], outcome: RowWriter.Outcome, referredToBy role: MemberRole) {
    // An unchanged row without a rowid might not exist, because a trigger may have ignored its
    // INSERT.
    guard outcome.change != .unchanged || outcome.rowID != nil else { return }
    switch role {
    case .children(let table, let number):
      references.preparedReference(number, of: table)?.tracker.noteFound(cells)
    case .links(let link):
      references.preparedReference(link.ownerKey, of: link.joinTable)?.tracker.noteFound(cells)
    case .column, .reference: break
    }
  }

  /// Stores that a nested record was just written, so that the reference to its row needs no query.
  ///
  /// - Parameters:
  ///   - cells: The values of the nested record.
  ///   - number: The index of the foreign key that refers to the nested record.
  ///   - table: The index of the table with the foreign key.
  func didMention(_ cells: [Cell], by number: Int, of table: Int) {
    guard let reference = references.preparedReference(number, of: table) else { return }
    // A nested record that is only a key is not written, so its row might not exist.
    let parent = plan.tables[reference.tracker.foreignKey.parent]
    guard parent.foreignKeys.isEmpty, !parent.isKeyOnly(cells) else { return }
    reference.tracker.noteFound(cells)
  }
}

// MARK: - Savepoints

extension RecordWriter {
  /// The values in memory that a rollback to a savepoint must restore.
  private struct SavedState {
    let counts: [RowCounts?]
    let preparedTables: Set<Int>
    let missingReferences: [MissingReference]?
  }

  /// Runs `body` in a savepoint and returns its result.
  ///
  /// If `body` throws or returns false, all rows that it has written are rolled back.
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

  /// Runs `body`, and uses `place` as the position of every reference to a missing row.
  ///
  /// Errors of such references then contain `place` instead of a position in the text of the
  /// record.
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
    // A constraint with ON CONFLICT ROLLBACK may have rolled back the transaction. The savepoint
    // then no longer exists.
    guard !connection.isAutocommit else { return }
    try convertingDatabaseErrors { () throws(DatabaseError) in
      try connection.run("ROLLBACK TO stategraph_record")
      try connection.run("RELEASE stategraph_record")
    }
    for (table, writer) in writers.enumerated() { writer?.restore(saved.counts[table]) }
    references.restore(saved.preparedTables)
    forgetFileState()
  }

  /// Discards all cached knowledge about existing rows, so that the rows are queried again.
  ///
  /// Call this after a rollback, and after another process has written to the file.
  func forgetFileState() {
    for writer in writers { writer?.forgetFileState() }
    references.forgetFoundRows()
  }
}
