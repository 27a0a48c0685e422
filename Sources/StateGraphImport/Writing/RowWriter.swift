import StateGraphFormats
import StateGraphSQLite

/// Writes the rows of one table during an import.
///
/// A record with a new key is inserted. If the table already contains the key, the conflict policy
/// determines whether the existing row changes.
///
/// Confined to the thread that runs the import.
final class RowWriter {
  let table: TablePlan
  private let onConflict: ConflictPolicy
  private let connection: Connection
  private var statements: [Shape: RowStatements] = [:]
  /// The set of columns of the last record, whose statements are in `lastStatements`.
  ///
  /// Most records have values for the same columns as the previous record. Its statements can then
  /// be used again without a dictionary lookup.
  @exclusivity(unchecked) private var lastShape: Shape?
  @exclusivity(unchecked) private var lastStatements: RowStatements?
  /// Whether the table already contained the key of the last record.
  ///
  /// If so, the next key probably exists too. The writer then looks for the row first, which saves
  /// an INSERT that would do nothing.
  @exclusivity(unchecked) private var expectsTakenKey = false
  @exclusivity(unchecked) private(set) var counts = RowCounts()
  private let texts = TextScratch()
  @exclusivity(unchecked) private var knownRows = KnownRows()
  /// The keys of all top-level records that the current input has contained so far, for detecting a
  /// repeated key.
  @exclusivity(unchecked) private var recordKeys = IdentifierSet()
  @exclusivity(unchecked) private var key = KeyBuffer()

  private struct Shape: Hashable {
    let columns: ColumnSet
    let replaces: Bool
  }

  init(_ table: TablePlan, onConflict: ConflictPolicy, on connection: Connection) {
    self.table = table
    self.onConflict = onConflict
    self.connection = connection
  }

  /// What happened to the row of a record when the record was written.
  struct Outcome {
    var change: RowChangeKind
    /// The rowid of the written row. Nil if the table has no rowids, or if a trigger has ignored
    /// the new row.
    var rowID: Int64?
  }

  /// Inserts the row of a record, or applies the conflict policy if the table already contains its
  /// key.
  ///
  /// - Parameters:
  ///   - cells: One cell for each column of the table. Every column of the primary key must have a
  ///     value.
  ///   - role: Whether the record is a top-level record or nested in another record.
  ///   - places: The places of the values in the input, for error messages.
  func write(
    _ cells: [Cell],
    as role: RecordRole,
    _ places: some RowPlaces
  ) throws(ImportError) -> Outcome {
    try locating(places) {
      let statements = try statements(for: cells, role)
      // A record that replaces a row must have a value for every required column, as a record that
      // inserts a row must.
      if statements.insert == nil, statements.replaces { throw missingColumn(cells, places) }
      if expectsTakenKey || statements.insert == nil {
        if let outcome = try resolveConflict(cells, as: role, statements, places) { return outcome }
      }
      guard let insert = statements.insert else {
        throw missingColumn(cells, places)
      }
      if try run(insert, cells, statements) {
        expectsTakenKey = false
        counts.inserted += 1
        return Outcome(change: .inserted, rowID: connection.lastInsertedRowID)
      }
      if let outcome = try resolveConflict(cells, as: role, statements, places) { return outcome }
      // The INSERT statement did nothing, although the table does not contain the key. A trigger of
      // the table has therefore ignored the row with RAISE(IGNORE).
      counts.unchanged += 1
      return Outcome(change: .unchanged, rowID: nil)
    }
  }

  /// Writes the row of a nested record. Skips the record if the database is known to contain all
  /// its values.
  ///
  /// The table must have no foreign keys. Otherwise the checks of its references would miss the
  /// skipped records.
  func writeMention(_ cells: [Cell], _ places: some RowPlaces) throws(ImportError) {
    guard !knownRows.canInsertObject else {
      _ = try write(cells, as: .mention, places)
      return
    }
    guard !knownRows.contains(cells) else {
      counts.unchanged += 1
      return
    }
    _ = try write(cells, as: .mention, places)
    // The row now has the values of the record, whether it was inserted, updated or left unchanged.
    knownRows.insertLast()
  }

  /// Returns the row of an earlier nested record with exactly the same members, and counts the new
  /// record as unchanged.
  ///
  /// Returns nil if no such record is remembered. The caller must then read the members and write
  /// the row.
  func knownRow(of members: [JSONMember]) -> [Cell]? {
    guard let row = knownRows.row(of: members) else { return nil }
    counts.unchanged += 1
    return row
  }

  /// Remembers the row of the nested record that the last call of `knownRow(of:)` received.
  ///
  /// Call this after the row was written. The next record with the same members then needs no
  /// query.
  func rememberRow(_ cells: [Cell]) {
    if knownRows.canInsertObject { knownRows.insertObject(cells) }
  }

  /// Counts a record as unchanged if the table already contains its key. Used under the conflict
  /// policy `ignore`, which keeps existing rows.
  ///
  /// Returns nil if the table does not contain the key. The caller must then write the record.
  func keepExisting(
    _ cells: [Cell],
    _ places: some RowPlaces
  ) throws(ImportError) -> Outcome? {
    try locating(places) {
      try resolveConflict(cells, as: .record, try statements(for: cells, .record), places)
    }
  }

  /// Forgets the keys of all records of the previous input, because only records of the same input
  /// must have different keys.
  func beginInput() {
    recordKeys = IdentifierSet()
  }

  /// Remembers the key of a record. Call this after the record and everything nested in it were
  /// written.
  ///
  /// Returns false if an earlier record of the same input had the same key.
  func didWriteRecord(_ cells: [Cell], _ outcome: Outcome) -> Bool {
    if let rowID = outcome.rowID, table.rowIDName != nil { return recordKeys.insert(rowID: rowID) }
    guard key.encode(cells, table.keyIndexes) else { return true }
    return recordKeys.insert(key: key.bytes)
  }

  /// Returns whether an earlier record of the same input had this key.
  ///
  /// - Parameter cells: One cell for each column. Only the cells of the primary key have values,
  ///   and all others are absent.
  func hasRecord(withKey cells: [Cell], at place: InputPlace) throws(ImportError) -> Bool {
    do {
      guard table.rowIDName != nil else {
        return key.encode(cells, table.keyIndexes) && recordKeys.contains(key: key.bytes)
      }
      return try rowID(ofKey: cells).map { recordKeys.contains(rowID: $0) } ?? false
    } catch {
      throw ImportError(error).located(at: place)
    }
  }

  /// Remembers the key of a record that an interrupted run of the same import has already read. A
  /// repetition of this key is then found after the import is resumed.
  ///
  /// - Parameter cells: One cell for each column. Only the cells of the primary key have values,
  ///   and all others are absent.
  func noteEarlierRecord(withKey cells: [Cell]) throws(ImportError) {
    do {
      guard table.rowIDName != nil else {
        if key.encode(cells, table.keyIndexes) { _ = recordKeys.insert(key: key.bytes) }
        return
      }
      if let rowID = try rowID(ofKey: cells) { _ = recordKeys.insert(rowID: rowID) }
    } catch {
      throw ImportError(error)
    }
  }

  private func rowID(ofKey cells: [Cell]) throws(DatabaseError) -> Int64? {
    let statements = try statements(for: cells, .mention)
    try statements.probe.bind(cells, statements.columns)
    defer { statements.probe.reset() }
    return try statements.probe.step() ? statements.probe.integer(at: 0) : nil
  }

  /// Sets the row counts back to an earlier value after a rollback. Nil means that all counts were
  /// zero.
  func restore(_ earlier: RowCounts?) { counts = earlier ?? RowCounts() }

  /// Forgets the nested records whose values are in the database. Each of them is then compared
  /// with the database again.
  func forgetKnownRows() { knownRows.removeAll() }

  /// Counts `count` rows as updated instead of unchanged, because a reference in them was filled in
  /// later.
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
    _ statements: RowStatements,
    _ places: some RowPlaces
  ) throws -> Outcome? {
    let probe = statements.probe
    try probe.bind(cells, statements.columns, keepingTextsIn: texts)
    guard try probe.step() else { return nil }
    let rowID = table.rowIDName == nil ? nil : probe.integer(at: 0)
    let differs = probe.integer(at: 1) != 0
    probe.reset()
    expectsTakenKey = true
    if role == .record { try checkKeyMayRepeat(cells, rowID, places) }
    let stays = role == .record && onConflict == .ignore
    guard differs, !stays, let update = statements.update, try run(update, cells, statements)
    else {
      counts.unchanged += 1
      return Outcome(change: .unchanged, rowID: rowID)
    }
    counts.updated += 1
    knownRows.removeAll()
    return Outcome(change: .updated, rowID: rowID)
  }

  /// Checks whether the import allows a top-level record whose key is already in the table.
  ///
  /// - Throws: An error if an earlier record of the same input had the same key, or if the conflict
  ///   policy is `error`.
  private func checkKeyMayRepeat(
    _ cells: [Cell],
    _ rowID: Int64?,
    _ places: some RowPlaces
  ) throws(ImportError) {
    let isRepeated: Bool
    if let rowID {
      isRepeated = recordKeys.contains(rowID: rowID)
    } else {
      isRepeated = key.encode(cells, table.keyIndexes) && recordKeys.contains(key: key.bytes)
    }
    let place = table.keyIndexes[0]
    if isRepeated { throw .repeatedKey(of: table, at: places.place(ofColumn: place)) }
    if onConflict == .error { throw .takenKey(of: table, at: places.place(ofColumn: place)) }
  }

  /// Runs the INSERT or UPDATE statement with the values of a record. Returns whether the statement
  /// changed a row.
  private func run(
    _ statement: Statement,
    _ cells: [Cell],
    _ statements: RowStatements
  ) throws(DatabaseError) -> Bool {
    try statement.bind(cells, statements.columns, keepingTextsIn: texts)
    try statement.run()
    return connection.changedRowCount > 0
  }

  private func statements(
    for cells: [Cell],
    _ role: RecordRole
  ) throws(DatabaseError) -> RowStatements {
    let replaces = onConflict == .replace && role == .record
    let shape = Shape(columns: ColumnSet(mentionedIn: cells), replaces: replaces)
    if lastShape == shape, let lastStatements { return lastStatements }
    let found: RowStatements
    if let cached = statements[shape] {
      found = cached
    } else {
      // Without this limit, a hostile input could use every possible set of columns, and each set
      // needs its own statements.
      if statements.count >= 64 { statements.removeAll() }
      found = try RowStatements(
        table,
        columns: cells.indices.filter { !cells[$0].isAbsent },
        replaces: replaces,
        on: connection
      )
      statements[shape] = found
    }
    (lastShape, lastStatements) = (shape, found)
    return found
  }

  /// Runs `body`. If SQLite throws an error, adds the name of the table and the place of the record
  /// to the error.
  @inline(__always)
  private func locating<Result>(
    _ places: some RowPlaces,
    _ body: () throws -> Result
  ) throws(ImportError) -> Result {
    do {
      return try body()
    } catch let error as DatabaseError {
      throw ImportError(error, writing: table, at: places)
    } catch let error as ImportError {
      throw error
    } catch {
      throw ImportError(.database, "the row could not be written", cause: error)
    }
  }

  private func missingColumn(_ cells: [Cell], _ places: some RowPlaces) -> ImportError {
    let index = table.requiredIndexes.first { !cells[$0].hasValue } ?? 0
    return ImportError(
      .missingValue,
      "a new row of table \(printable(table.name)) needs a value in column "
        + printable(table.column(index).name),
      remedy: "Give the value (an empty text is written \"\"), or import the row itself first",
      place: places.place(ofColumn: index)
    )
  }
}

/// What a record did to its row in the database.
enum RowChangeKind {
  case inserted, updated, unchanged
}

/// The numbers of records that inserted a row of one table, updated a row, or left a row unchanged.
struct RowCounts {
  var inserted = 0
  var updated = 0
  var unchanged = 0
}
