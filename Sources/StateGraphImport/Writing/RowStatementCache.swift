import StateGraphSQLite

/// The prepared statements of one table, for each set of columns for which records have values.
///
/// Only the thread that runs the import uses this object.
final class RowStatementCache {
  private let table: TablePlan
  private let onConflict: ConflictPolicy
  private let connection: Connection
  private var statements: [Shape: RowStatements] = [:]
  /// The columns of the last record, and whether it replaces its row. `lastStatements` contains the
  /// statements for such records.
  ///
  /// Most records have values for the same columns, so their statements need no dictionary lookup.
  @exclusivity(unchecked) private var lastShape: Shape?
  @exclusivity(unchecked) private var lastStatements: RowStatements?

  private struct Shape: Hashable {
    let columns: ColumnSet
    let replaces: Bool
  }

  init(_ table: TablePlan, onConflict: ConflictPolicy, on connection: Connection) {
    (self.table, self.onConflict, self.connection) = (table, onConflict, connection)
  }

  /// Returns the statements that write a record.
  func statements(
    for cells: [Cell],
    as role: RecordRole
  ) throws(DatabaseError) -> RowStatements {
    let replaces = onConflict == .replace && role == .record
    let shape = Shape(columns: ColumnSet(mentionedIn: cells), replaces: replaces)
    if lastShape == shape, let lastStatements { return lastStatements }
    let found: RowStatements
    if let cached = statements[shape] {
      found = cached
    } else {
      // Each set of columns needs its own statements. The limit bounds the memory for a hostile
      // input with many different sets.
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
}
