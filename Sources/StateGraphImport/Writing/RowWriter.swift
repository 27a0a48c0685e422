import StateGraphFormats
import StateGraphSQLite

/// Brings rows of one table into the file: a new key is inserted; what becomes of a taken one is
/// the conflict policy's to say.
final class RowWriter {
  let table: TablePlan
  private let onConflict: ConflictPolicy
  private let connection: Connection
  private var statements: [Shape: RowStatements] = [:]
  /// The statements of the last row, as nearly every row mentions the same columns as the one
  /// before.
  @exclusivity(unchecked) private var lastShape: Shape?
  @exclusivity(unchecked) private var lastStatements: RowStatements?
  /// Whether the last row was there already. Inputs that repeat rows do so in long runs, and asking
  /// first then saves an INSERT that does nothing.
  @exclusivity(unchecked) private var expectsTakenKey = false
  @exclusivity(unchecked) private(set) var counts = RowCounts()
  private let texts = TextScratch()
  @exclusivity(unchecked) private var settled = SettledRows()
  /// The rows that records of the current input have named.
  @exclusivity(unchecked) private var named = IdentifierSet()
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

  /// What became of a record.
  struct Outcome {
    var change: RowChangeKind
    /// Nil in a table without rowids.
    var rowID: Int64?
  }

  /// Call only with a value in every key column.
  func write(
    _ cells: [Cell],
    as role: RecordRole,
    _ places: some RowPlaces
  ) throws(ImportError) -> Outcome {
    try locating(places) {
      let statements = try statements(for: cells, role)
      // A part of a row cannot stand for the whole.
      if statements.insert == nil, statements.replaces { throw missingColumn(cells, places) }
      if expectsTakenKey || statements.insert == nil {
        if let outcome = try meet(cells, as: role, statements, places) { return outcome }
      }
      guard let insert = statements.insert else {
        throw missingColumn(cells, places)
      }
      if try run(insert, cells, statements) {
        expectsTakenKey = false
        counts.inserted += 1
        return Outcome(change: .inserted, rowID: connection.lastInsertedRowID)
      }
      if let outcome = try meet(cells, as: role, statements, places) { return outcome }
      // Neither inserted nor there: a trigger of the table has ignored the row, as it may.
      counts.unchanged += 1
      return Outcome(change: .unchanged, rowID: nil)
    }
  }

  /// Writes a nested record. Call only for a table without foreign keys: their trackers want to see
  /// every record.
  func writeMention(_ cells: [Cell], _ places: some RowPlaces) throws(ImportError) {
    guard !settled.canInsertDocument else {
      _ = try write(cells, as: .mention, places)
      return
    }
    guard !settled.contains(cells) else {
      counts.unchanged += 1
      return
    }
    _ = try write(cells, as: .mention, places)
    // Unchanged, inserted or updated, the row now says what the record says.
    settled.insertLast()
  }

  /// The row of a nested record that is known by its letters to be in the file; it is counted.
  func settledRow(of members: [JSONMember]) -> [Cell]? {
    guard let row = settled.row(of: members) else { return nil }
    counts.unchanged += 1
    return row
  }

  /// The nested record that was last asked for by its members has been written.
  func settleDocument(_ cells: [Cell]) {
    if settled.canInsertDocument { settled.insertDocument(cells) }
  }

  /// Leaves the row of a taken key as it is. Returns nil where the key is free.
  func keepExisting(
    _ cells: [Cell],
    _ places: some RowPlaces
  ) throws(ImportError) -> Outcome? {
    try locating(places) {
      try meet(cells, as: .record, try statements(for: cells, .record), places)
    }
  }

  /// Records are told apart from here on anew.
  func beginInput() {
    named = IdentifierSet()
  }

  /// A record has been written with all that is nested in it. Returns false where an earlier one of
  /// the input had its key.
  func didWriteRecord(_ cells: [Cell], _ outcome: Outcome) -> Bool {
    if let rowID = outcome.rowID, table.rowIDName != nil { return named.insert(rowID: rowID) }
    guard key.encode(cells, table.keyIndexes) else { return true }
    return named.insert(key: key.bytes)
  }

  /// Whether an earlier record of the input has named the row of this key. `cells` holds no more
  /// than the key.
  func hasNamed(_ cells: [Cell], at place: InputPlace) throws(ImportError) -> Bool {
    do {
      guard table.rowIDName != nil else {
        return key.encode(cells, table.keyIndexes) && named.contains(key: key.bytes)
      }
      return try rowID(ofKey: cells).map { named.contains(rowID: $0) } ?? false
    } catch {
      throw ImportError(error).located(at: place)
    }
  }

  /// An earlier run of this import has brought the row of this key into the file, if it is there.
  func nameExisting(_ cells: [Cell]) throws(ImportError) {
    do {
      guard table.rowIDName != nil else {
        if key.encode(cells, table.keyIndexes) { _ = named.insert(key: key.bytes) }
        return
      }
      if let rowID = try rowID(ofKey: cells) { _ = named.insert(rowID: rowID) }
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

  /// Takes back what was counted since; nil means everything.
  func restore(_ earlier: RowCounts?) { counts = earlier ?? RowCounts() }

  func forgetSettled() { settled.removeAll() }

  /// A row that was counted as unchanged has got a reference after all.
  func recount(unchangedAsUpdated count: Int) {
    counts.unchanged -= count
    counts.updated += count
  }

  /// What becomes of the row that has the key already. Returns nil where the key is free.
  private func meet(
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
    if role == .record { try refuseTaken(cells, rowID, places) }
    let stays = role == .record && onConflict == .ignore
    guard differs, !stays, let update = statements.update, try run(update, cells, statements)
    else {
      counts.unchanged += 1
      return Outcome(change: .unchanged, rowID: rowID)
    }
    counts.updated += 1
    settled.removeAll()
    return Outcome(change: .updated, rowID: rowID)
  }

  private func refuseTaken(
    _ cells: [Cell],
    _ rowID: Int64?,
    _ places: some RowPlaces
  ) throws(ImportError) {
    let isRepeated: Bool
    if let rowID {
      isRepeated = named.contains(rowID: rowID)
    } else {
      isRepeated = key.encode(cells, table.keyIndexes) && named.contains(key: key.bytes)
    }
    let place = table.keyIndexes[0]
    if isRepeated { throw .repeatedKey(of: table, at: places.place(ofColumn: place)) }
    if onConflict == .error { throw .takenKey(of: table, at: places.place(ofColumn: place)) }
  }

  /// Returns whether the statement changed a row.
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
      // A hostile input could mention every subset of the columns.
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

  /// Gives a failure of SQLite the name of the table and the place of the record.
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

/// What a record did to its row.
enum RowChangeKind {
  case inserted, updated, unchanged
}

/// What the records of one table did to its rows.
struct RowCounts {
  var inserted = 0
  var updated = 0
  var unchanged = 0
}
