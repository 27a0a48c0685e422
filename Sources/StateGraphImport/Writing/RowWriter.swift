import StateGraphFormats
import StateGraphSQLite

/// Writes the rows of one table during an import.
///
/// A record with a new key is inserted. If the table already contains the key, the conflict
/// policy determines whether the row changes.
///
/// Only the thread that runs the import uses this object.
final class RowWriter {
  let table: TablePlan
  private let onConflict: ConflictPolicy
  private let onDuplicate: DuplicatePolicy
  /// Stores the versions of rows until the end of the import.
  ///
  /// Nil if the inputs cannot contain two records of one row.
  let versions: RowVersions?
  private let connection: Connection
  private let statementCache: RowStatementCache
  /// Whether the table already contained the key of the last record.
  ///
  /// If true, the table probably contains the next key too. The writer then queries the row first,
  /// to avoid an INSERT without effect.
  @exclusivity(unchecked) private var expectsTakenKey = false
  @exclusivity(unchecked) var counts = RowCounts()
  /// The number of negative zeros in the records, for each column that cannot keep their sign. The
  /// key is the index of the column.
  @exclusivity(unchecked) private(set) var negativeZeros: [Int: Int] = [:]
  private let texts = TextScratch()
  @exclusivity(unchecked) private var knownRows = KnownRows()
  /// The keys of the top-level records that were read from the current input, to detect a repeated
  /// key.
  @exclusivity(unchecked) private var recordKeys = IdentifierSet()
  @exclusivity(unchecked) private var key = KeyBuffer()
  /// The rows that the table had before the import. Nil if the table has a primary key, or if the
  /// policy ``MissingKeyPolicy/append`` makes every record a new row.
  private let bag: RowBag?
  /// Compares records with the rows in the order of the table. Nil unless consecutive records of
  /// one input are rows of this table only.
  @exclusivity(unchecked) var scan: RowScan?

  init(
    _ table: TablePlan,
    request: ImportRequest,
    versions: RowVersions?,
    on connection: Connection
  ) {
    self.table = table
    onConflict = request.onConflict
    onDuplicate = request.onDuplicate
    self.versions = versions
    self.connection = connection
    statementCache = RowStatementCache(table, onConflict: request.onConflict, on: connection)
    let isBag = table.keyIndexes.isEmpty && request.missingKeys == .content
    bag = isBag ? RowBag(table, on: connection) : nil
  }

  /// The effect of a record on its row, and the rowid of the row.
  struct Outcome {
    var change: RowChangeKind
    /// The rowid of the written row.
    ///
    /// Nil if the table has no rowids, or if a trigger has ignored the new row.
    var rowID: Int64?
  }

  /// Inserts the row of a record. If the table already contains the record's key, this method
  /// applies the conflict policy.
  ///
  /// - Parameters:
  ///   - cells: One value for each column of the table. Every column of the primary key must have a
  ///     value.
  ///   - role: Whether the record is a top-level record or nested in another record.
  ///   - places: The positions of the values in the input, for error messages.
  func write(
    _ cells: [Cell],
    as role: RecordRole,
    places: some RowPlaces
  ) throws(ImportError) -> Outcome {
    noteNegativeZeros(in: cells)
    return try table.locating(places) {
      if try bag?.take(cells) == true {
        counts.unchanged += 1
        return Outcome(change: .unchanged, rowID: nil)
      }
      let statements = try statementCache.statements(for: cells, as: role)
      // A record that replaces a row must have a value for every required column, as in a new row.
      if statements.insert == nil, statements.replaces {
        throw table.missingColumn(cells, places: places)
      }
      let holdsWaiting = try versions?.holdsWaiting() == true
      if !table.keyIndexes.isEmpty, expectsTakenKey || holdsWaiting || statements.insert == nil {
        if let outcome = try resolveConflict(
          cells,
          as: role,
          statements: statements,
          places: places
        ) {
          return outcome
        }
      }
      guard let insert = statements.insert else {
        throw table.missingColumn(cells, places: places)
      }
      guard
        let isInserted = try run(
          insert,
          cells: cells,
          statements: statements,
          isNew: true,
          places: places
        )
      else {
        return Outcome(change: .inserted, rowID: nil)
      }
      if isInserted {
        expectsTakenKey = false
        counts.inserted += 1
        let rowID = table.rowIDName == nil ? nil : connection.lastInsertedRowID
        versions?.noteGiven(cells, rowID: rowID)
        return Outcome(change: .inserted, rowID: rowID)
      }
      if !table.keyIndexes.isEmpty,
        let outcome = try resolveConflict(cells, as: role, statements: statements, places: places)
      {
        return outcome
      }
      // The INSERT statement did nothing, although the key is new. A trigger has ignored the row
      // with RAISE(IGNORE).
      counts.unchanged += 1
      return Outcome(change: .unchanged, rowID: nil)
    }
  }

  /// Inserts the rows of the next records of a reader as a group, if the last record was new.
  ///
  /// Returns false and inserts nothing if a key is known, or if a row violates a constraint. The
  /// caller must then write the records one by one.
  func insert(
    _ group: RowGroup,
    from reader: some RowsAhead,
    places: some RowPlaces
  ) throws(ImportError) -> Bool {
    guard !expectsTakenKey else { return false }
    return try table.locating(places) {
      guard try versions?.holdsWaiting() != true, group.fill(from: reader),
        let rowIDs = try group.insert()
      else { return false }
      for (cells, rowID) in zip(group.rows, rowIDs) {
        noteNegativeZeros(in: cells)
        versions?.noteGiven(cells, rowID: rowID)
        if !table.keyIndexes.isEmpty { _ = recordKeys.insert(rowID: rowID) }
      }
      counts.inserted += rowIDs.count
      return true
    }
  }

  /// Counts the values -0.0, whose sign is lost. SQLite stores a real number without a fraction as
  /// an integer, and an integer has no negative zero.
  private func noteNegativeZeros(in cells: [Cell]) {
    for index in table.realIndexes {
      if case .real(let value) = cells[index], value == 0, value.sign == .minus {
        negativeZeros[index, default: 0] += 1
      }
    }
  }

  /// Writes the row of a nested record, unless the database is known to contain all its values.
  ///
  /// The table must have no foreign keys, because the import would not check the references of a
  /// record that it does not write.
  func writeMention(_ cells: [Cell], places: some RowPlaces) throws(ImportError) {
    guard !knownRows.canInsertObject else {
      _ = try write(cells, as: .mention, places: places)
      return
    }
    guard !knownRows.contains(cells) else {
      counts.unchanged += 1
      return
    }
    _ = try write(cells, as: .mention, places: places)
    // The row now has the values of the record, even if the record did not change the row.
    knownRows.insertLast()
  }

  /// Returns the row of an earlier nested record with exactly the same members.
  ///
  /// Also counts the new record as unchanged. Returns nil if there is no such earlier record. The
  /// caller must then convert the members and write the row.
  func knownRow(of members: [JSONMember]) -> [Cell]? {
    guard let row = knownRows.row(of: members) else { return nil }
    counts.unchanged += 1
    return row
  }

  /// Stores the row of the nested record that was passed to the last call of `knownRow(of:)`.
  ///
  /// Call this after the row was written. The next record with the same members then needs no
  /// query.
  func rememberRow(_ cells: [Cell]) {
    if knownRows.canInsertObject { knownRows.insertObject(cells) }
  }

  /// Counts a record as unchanged if the table already contains its key.
  ///
  /// The import calls this with the conflict policy `ignore`, which never changes an existing row.
  /// Returns nil if the table does not contain the key. The caller must then write the record.
  func keepExisting(
    _ cells: [Cell],
    places: some RowPlaces
  ) throws(ImportError) -> Outcome? {
    if table.keyIndexes.isEmpty { return nil }
    return try table.locating(places) {
      try resolveConflict(
        cells,
        as: .record,
        statements: try statementCache.statements(for: cells, as: .record),
        places: places
      )
    }
  }

  /// Discards the keys of all records of the previous input.
  ///
  /// A key may occur only once in an input, but again in another input.
  func beginInput() {
    recordKeys = IdentifierSet()
  }

  /// Stores the key of a record. Call this after the record and its nested records were written.
  ///
  /// Returns false if an earlier record of the same input had the same key. Returns true for a
  /// table without a primary key.
  func didWriteRecord(_ cells: [Cell], outcome: Outcome) -> Bool {
    if table.keyIndexes.isEmpty { return true }
    if let rowID = outcome.rowID, table.rowIDName != nil { return recordKeys.insert(rowID: rowID) }
    guard key.encode(cells, indexes: table.keyIndexes) else { return true }
    return recordKeys.insert(key: key.bytes)
  }

  /// Returns whether an earlier record of the same input had this key.
  ///
  /// - Parameter cells: One element for each column. This method uses only the columns of the
  ///   primary key.
  func hasRecord(withKey cells: [Cell], at place: InputPlace) throws(ImportError) -> Bool {
    if table.keyIndexes.isEmpty { return false }
    do {
      guard table.rowIDName != nil else {
        return key.encode(cells, indexes: table.keyIndexes) && recordKeys.contains(key: key.bytes)
      }
      return try rowID(ofKey: cells).map { recordKeys.contains(rowID: $0) } ?? false
    } catch {
      throw ImportError(error).located(at: place)
    }
  }

  /// Stores the key of a record that an interrupted run of the same import has already read.
  ///
  /// The resumed import can then detect a later record with the same key.
  ///
  /// - Parameter cells: One element for each column. This method uses only the columns of the
  ///   primary key.
  func noteEarlierRecord(withKey cells: [Cell]) throws(ImportError) {
    if table.keyIndexes.isEmpty { return }
    do {
      guard table.rowIDName != nil else {
        if key.encode(cells, indexes: table.keyIndexes) { _ = recordKeys.insert(key: key.bytes) }
        return
      }
      if let rowID = try rowID(ofKey: cells) { _ = recordKeys.insert(rowID: rowID) }
    } catch {
      throw ImportError(error)
    }
  }

  private func rowID(ofKey cells: [Cell]) throws(DatabaseError) -> Int64? {
    let statements = try statementCache.statements(for: cells, as: .mention)
    try statements.probe.bind(cells, indexes: statements.columns)
    defer { statements.probe.reset() }
    return try statements.probe.step() ? statements.probe.integer(at: 0) : nil
  }

  /// Marks rows, which `TablePlan.rows(of:where:isNotIn:)` returns. The rows are deleted after the
  /// last record, unless another record contains them.
  func markRows(_ rows: SQL) throws(ImportError) {
    try convertingDatabaseErrors { () throws(DatabaseError) in try versions?.markRows(rows) }
  }

  /// Restores the row counts after a rollback. Nil means that all counts were zero.
  func restore(_ earlier: RowCounts?) { counts = earlier ?? RowCounts() }

  /// Discards the cache of nested records whose values are in the database, so that the import
  /// compares each nested record with the database again.
  ///
  /// Also prepares `versions` for the case that a rollback has removed the table of the versions.
  func forgetFileState() {
    knownRows.removeAll()
    scan?.end()
    versions?.didRollBack()
  }

  /// Counts `count` rows as updated instead of unchanged.
  ///
  /// Call this for rows that the import has changed after it had counted them.
  func recount(unchangedAsUpdated count: Int) {
    counts.unchanged -= count
    counts.updated += count
  }

  /// Applies the conflict policy to the existing row with the key of the record.
  ///
  /// Returns nil if the table does not contain this key. The caller then inserts the row.
  private func resolveConflict(
    _ cells: [Cell],
    as role: RecordRole,
    statements: RowStatements,
    places: some RowPlaces
  ) throws -> Outcome? {
    var rowID = try scan?.nextRow(equalTo: cells, statements: statements)
    var (exists, differs) = (rowID != nil, false)
    if !exists {
      let probe = statements.probe
      try probe.bind(cells, indexes: statements.columns, keepingTextsIn: texts)
      exists = try probe.step()
      rowID = exists && table.rowIDName != nil ? probe.integer(at: 0) : nil
      differs = exists && probe.integer(at: 1) != 0
      probe.reset()
      scan?.moveBehind(rowID)
    }
    // A new row may wait for a unique value.
    if !exists, try versions?.differsFromWaiting(cells, statements: statements) == nil {
      return nil
    }
    expectsTakenKey = exists
    if role == .record { try checkKeyMayRepeat(cells, rowID: rowID, places: places) }
    let stays = role == .record && onConflict == .ignore
    if let versions, !stays {
      return try write(
        cells,
        over: rowID,
        differsFromFile: differs,
        as: role,
        statements: statements,
        versions: versions,
        places: places
      )
    }
    guard differs, !stays, let update = statements.update,
      try run(update, cells: cells, statements: statements)
    else {
      counts.unchanged += 1
      return Outcome(change: .unchanged, rowID: rowID)
    }
    counts.updated += 1
    knownRows.removeAll()
    return Outcome(change: .updated, rowID: rowID)
  }

  /// Writes a record over an existing row, if the inputs may contain other versions of the row.
  ///
  /// - Parameters:
  ///   - rowID: The rowid of the existing row. Nil if the table has no rowids.
  ///   - differsFromFile: Whether the record would change the row in the database file.
  private func write(
    _ cells: [Cell],
    over rowID: Int64?,
    differsFromFile: Bool,
    as role: RecordRole,
    statements: RowStatements,
    versions: RowVersions,
    places: some RowPlaces
  ) throws -> Outcome? {
    let differsFromVersion = try versions.differs(cells, statements: statements)
    guard differsFromVersion ?? differsFromFile, let update = statements.update else {
      versions.noteGiven(cells, rowID: rowID)
      counts.unchanged += 1
      return Outcome(change: .unchanged, rowID: rowID)
    }
    let isStored = differsFromVersion != nil
    let conflicts = try versions.conflicts(cells, rowID: rowID, isStored: isStored)
    if let column = conflicts.first {
      let place = places.place(ofColumn: column)
      guard onDuplicate != .error else {
        throw ImportError.otherVersion(table, column: column, at: place)
      }
      counts.conflicts += 1
      versions.noteConflict(in: conflicts, at: place)
      guard onDuplicate != .first else {
        var kept = cells
        for column in conflicts { kept[column] = .absent }
        return try resolveConflict(
          kept,
          as: role,
          statements: statementCache.statements(for: kept, as: role),
          places: places
        )
      }
    }
    knownRows.removeAll()
    scan?.end()
    guard versions.waits || isStored else {
      let isRun = try run(
        update,
        cells: cells,
        statements: statements,
        isNew: false,
        places: places
      )
      versions.noteGiven(cells, rowID: rowID)
      guard let isChanged = isRun else { return Outcome(change: .updated, rowID: rowID) }
      if isChanged { counts.updated += 1 } else { counts.unchanged += 1 }
      return Outcome(change: isChanged ? .updated : .unchanged, rowID: rowID)
    }
    try versions.store(cells, statements: statements)
    versions.noteGiven(cells, rowID: rowID)
    // For now, the row counts as unchanged. `writeVersions` counts it as updated if its last
    // version differs from the file.
    counts.unchanged += 1
    return Outcome(change: .updated, rowID: rowID)
  }

  /// Checks whether the import allows a top-level record whose key is already in the table.
  ///
  /// - Throws: An error if an earlier record of the same input had the same key, or if the conflict
  ///   policy is `error`.
  private func checkKeyMayRepeat(
    _ cells: [Cell],
    rowID: Int64?,
    places: some RowPlaces
  ) throws(ImportError) {
    let isRepeated: Bool
    if let rowID {
      isRepeated = recordKeys.contains(rowID: rowID)
    } else {
      isRepeated =
        key.encode(cells, indexes: table.keyIndexes) && recordKeys.contains(key: key.bytes)
    }
    let place = table.keyIndexes[0]
    if isRepeated { throw .repeatedKey(of: table, at: places.place(ofColumn: place)) }
    if onConflict == .error { throw .takenKey(of: table, at: places.place(ofColumn: place)) }
  }

  /// Runs the INSERT or UPDATE statement with the values of a record.
  ///
  /// Returns whether the statement changed a row.
  private func run(
    _ statement: Statement,
    cells: [Cell],
    statements: RowStatements
  ) throws(DatabaseError) -> Bool {
    try statement.bind(cells, indexes: statements.columns, keepingTextsIn: texts)
    try statement.run()
    return connection.changedRowCount > 0
  }

  /// Runs the INSERT or UPDATE statement, or stores the row until the end of the import if another
  /// row has a unique value of it.
  ///
  /// Returns whether the statement changed a row. Returns nil if the row waits. For now, such a row
  /// counts as unchanged.
  private func run(
    _ statement: Statement,
    cells: [Cell],
    statements: RowStatements,
    isNew: Bool,
    places: some RowPlaces
  ) throws(DatabaseError) -> Bool? {
    do {
      return try run(statement, cells: cells, statements: statements)
    } catch {
      guard let versions, versions.canWait(after: error) else { throw error }
      statement.reset()
      try versions.wait(cells, statements: statements, isNew: isNew, at: places.recordPlace)
      counts.unchanged += 1
      return nil
    }
  }
}
