import StateGraphFormats
import StateGraphSQLite

/// Writes the rows of one table. A row with a new key is inserted. If the table already has the
/// key, the conflict policy decides what happens.
///
/// Confined to the thread that runs the import.
final class RowWriter {
  let table: TablePlan
  private let onConflict: ConflictPolicy
  private let connection: Connection
  private var statements: [Shape: RowStatements] = [:]
  /// The statements of the last row. Nearly every row has values for the same columns as the
  /// previous row, so they can be used again.
  @exclusivity(unchecked) private var lastShape: Shape?
  @exclusivity(unchecked) private var lastStatements: RowStatements?
  /// Whether the key of the last row was already in the table. Such rows often follow each other.
  /// The next row is then looked up first, which saves an INSERT that would do nothing.
  @exclusivity(unchecked) private var expectsTakenKey = false
  @exclusivity(unchecked) private(set) var counts = RowCounts()
  private let texts = TextScratch()
  @exclusivity(unchecked) private var knownRows = KnownRows()
  /// The keys of the top-level records of the current input.
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

  /// The effect of writing a record to its row.
  struct Outcome {
    var change: RowChangeKind
    /// The rowid of the row; nil if the table has no rowids.
    var rowID: Int64?
  }

  /// Writes the row of one record. Every key column must have a value.
  func write(
    _ cells: [Cell],
    as role: RecordRole,
    _ places: some RowPlaces
  ) throws(ImportError) -> Outcome {
    try locating(places) {
      let statements = try statements(for: cells, role)
      // Replacing a row needs a value for every required column, as inserting does.
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
      // The INSERT did nothing although the key is still free, so a trigger of the table has
      // ignored the row with RAISE(IGNORE).
      counts.unchanged += 1
      return Outcome(change: .unchanged, rowID: nil)
    }
  }

  /// Writes the row of a nested record. The table must have no foreign keys. Otherwise a reference
  /// tracker would have to see every record, and this method may skip records.
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
    // Whether the row was inserted, updated or unchanged, it now has the values of the record.
    knownRows.insertLast()
  }

  /// Returns the row of an earlier nested record with exactly the same members, and counts it as
  /// unchanged. Returns nil if there is none, so that the members have to be read.
  func knownRow(of members: [JSONMember]) -> [Cell]? {
    guard let row = knownRows.row(of: members) else { return nil }
    counts.unchanged += 1
    return row
  }

  /// Remembers a row for the nested record that was passed to the last call of `knownRow(of:)`.
  /// Call this after the row was written.
  func rememberRow(_ cells: [Cell]) {
    if knownRows.canInsertObject { knownRows.insertObject(cells) }
  }

  /// Under the policy `ignore`, counts a record whose key is already in the table. Returns nil if
  /// the key is free.
  func keepExisting(
    _ cells: [Cell],
    _ places: some RowPlaces
  ) throws(ImportError) -> Outcome? {
    try locating(places) {
      try resolveConflict(cells, as: .record, try statements(for: cells, .record), places)
    }
  }

  /// Forgets the keys of the records of the last input, because another input may have a record
  /// with the same key.
  func beginInput() {
    recordKeys = IdentifierSet()
  }

  /// Notes the key of a record after it was written with everything nested in it. Returns false if
  /// an earlier record of the same input had the same key.
  func didWriteRecord(_ cells: [Cell], _ outcome: Outcome) -> Bool {
    if let rowID = outcome.rowID, table.rowIDName != nil { return recordKeys.insert(rowID: rowID) }
    guard key.encode(cells, table.keyIndexes) else { return true }
    return recordKeys.insert(key: key.bytes)
  }

  /// Returns whether an earlier record of the same input had this key. In `cells`, all but the key
  /// must be absent.
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

  /// Notes the key of a record that an interrupted run of this import has read. In `cells`, all but
  /// the key must be absent.
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

  /// Restores the row counts after a rollback; nil means that all counts were zero.
  func restore(_ earlier: RowCounts?) { counts = earlier ?? RowCounts() }

  /// Forgets which nested records the database has, so that each is compared with it again.
  func forgetKnownRows() { knownRows.removeAll() }

  /// Moves `count` rows from the unchanged to the updated ones, because a reference in them was
  /// filled in later.
  func recount(unchangedAsUpdated count: Int) {
    counts.unchanged -= count
    counts.updated += count
  }

  /// Applies the conflict policy to the existing row with the same key. Returns nil if the key is
  /// free.
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

  /// Checks that the conflict policy allows a record whose key is already in the table.
  ///
  /// - Throws: If an earlier record of the same input had the key, or if the conflict policy is
  ///   `error`.
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

  /// Runs a statement with the values of a record. Returns whether the statement changed a row.
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
      // The limit bounds the memory, because a hostile input could use every subset of the columns.
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

  /// Runs `body`. Adds the table's name and the record's place to an error of SQLite.
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

/// The ways in which a record can affect its row.
enum RowChangeKind {
  case inserted, updated, unchanged
}

/// The numbers of rows of one table that were inserted, updated and left unchanged.
struct RowCounts {
  var inserted = 0
  var updated = 0
  var unchanged = 0
}
