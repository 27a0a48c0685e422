import StateGraphSQLite

/// Brings rows of one table into the file: a new key is inserted; under a taken key those columns
/// are updated that the record has a value for and that differ. What a record does not say erases
/// nothing.
final class RowWriter {
  let table: TablePlan
  private let connection: Connection
  private var statements: [ColumnSet: RowStatements] = [:]
  /// The statements of the last row, as nearly every row mentions the same columns as the one
  /// before.
  private var last: (columns: ColumnSet, statements: RowStatements)?
  /// Whether the last row was there already. Inputs that repeat rows do so in long runs, and asking
  /// first then saves an INSERT that does nothing.
  private var expectsTakenKey = false
  private(set) var counts = RowCounts()
  private var settled = SettledRows()

  init(_ table: TablePlan, on connection: Connection) {
    self.table = table
    self.connection = connection
  }

  /// What became of a record.
  struct Outcome {
    var change: RowChangeKind
    /// Nil in a table without rowids.
    var rowID: Int64?
  }

  /// Call only with a value in every key column.
  func write(_ cells: [Cell], _ places: some RowPlaces) throws(ImportError) -> Outcome {
    do {
      let statements = try statements(for: cells)
      if expectsTakenKey || statements.insert == nil {
        if let outcome = try merge(cells, statements) { return outcome }
      }
      guard let insert = statements.insert else {
        throw missingColumn(cells, places)
      }
      if try run(insert, cells, statements) {
        expectsTakenKey = false
        counts.inserted += 1
        return Outcome(change: .inserted, rowID: connection.lastInsertedRowID)
      }
      if let outcome = try merge(cells, statements) { return outcome }
      // Neither inserted nor there: a trigger of the table has ignored the row, as it may.
      counts.unchanged += 1
      return Outcome(change: .unchanged, rowID: nil)
    } catch let error as DatabaseError {
      throw ImportError(error, writing: table, at: places)
    } catch let error as ImportError {
      throw error
    } catch {
      throw ImportError(.database, "the row could not be written", cause: error)
    }
  }

  /// Writes a nested record. Call only for a table without foreign keys: their trackers want to see
  /// every record.
  func writeMention(_ cells: [Cell], _ places: some RowPlaces) throws(ImportError) {
    guard !settled.contains(cells) else {
      counts.unchanged += 1
      return
    }
    _ = try write(cells, places)
    // Unchanged, inserted or updated, the row now says what the record says.
    settled.insertLast()
  }

  /// A row that was counted as unchanged has got a reference after all.
  func recount(unchangedAsUpdated count: Int) {
    counts.unchanged -= count
    counts.updated += count
  }

  /// Returns nil where the key is free.
  private func merge(
    _ cells: [Cell],
    _ statements: RowStatements
  ) throws(DatabaseError) -> Outcome? {
    let probe = statements.probe
    try probe.bind(cells, statements.columns)
    guard try probe.step() else { return nil }
    let rowID = table.rowIDName == nil ? nil : probe.integer(at: 0)
    let differs = probe.integer(at: 1) != 0
    probe.reset()
    expectsTakenKey = true
    guard differs, let update = statements.update, try run(update, cells, statements) else {
      counts.unchanged += 1
      return Outcome(change: .unchanged, rowID: rowID)
    }
    counts.updated += 1
    settled.removeAll()
    return Outcome(change: .updated, rowID: rowID)
  }

  /// Returns whether the statement changed a row.
  private func run(
    _ statement: Statement,
    _ cells: [Cell],
    _ statements: RowStatements
  ) throws(DatabaseError) -> Bool {
    try statement.bind(cells, statements.columns)
    try statement.run()
    return connection.changedRowCount > 0
  }

  private func statements(for cells: [Cell]) throws(DatabaseError) -> RowStatements {
    let columns = ColumnSet(mentionedIn: cells)
    if let last, last.columns == columns { return last.statements }
    let found: RowStatements
    if let cached = statements[columns] {
      found = cached
    } else {
      // A hostile input could mention every subset of the columns.
      if statements.count >= 64 { statements.removeAll() }
      found = try RowStatements(
        table,
        columns: cells.indices.filter { !cells[$0].isAbsent },
        on: connection
      )
      statements[columns] = found
    }
    last = (columns, found)
    return found
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
