import StateGraphFormats
import StateGraphSQLite

/// The foreign keys of all tables in one import.
///
/// Each foreign key has a tracker, which checks whether target rows exist. The trackers of a
/// table are created when the first row of the table is written.
///
/// Only the thread that runs the import uses this object.
final class TableReferences {
  /// The objects that check the references of one foreign key, and write delayed references.
  struct Reference {
    let tracker: ReferenceTracker
    /// Writes references that are still NULL, because their target row does not exist yet.
    ///
    /// Nil if the import never writes NULL for a missing row, or if the foreign key does not allow
    /// NULL.
    let backfill: ReferenceBackfill?
  }

  private let plan: ImportPlan
  private let request: ImportRequest
  /// Whether the import commits in batches or resumes an interrupted run.
  ///
  /// If true, each batch also commits the references that the import must write later.
  let isPersistent: Bool
  private let connection: Connection
  /// One element for each table: its foreign keys with their trackers.
  ///
  /// An element is nil until the first row of its table is written.
  @exclusivity(unchecked) private var prepared: [[Reference]?]

  init(
    _ plan: ImportPlan,
    request: ImportRequest,
    isPersistent: Bool,
    on connection: Connection
  ) {
    self.plan = plan
    self.request = request
    self.isPersistent = isPersistent
    self.connection = connection
    prepared = plan.tables.map { _ in nil }
  }

  /// Returns the foreign keys of a table with their trackers.
  ///
  /// The first call for a table creates the trackers, which compiles SQL statements.
  func references(of table: Int) throws(ImportError) -> [Reference] {
    if let known = prepared[table] { return known }
    let made = try convertingDatabaseErrors { () throws(DatabaseError) in
      var made: [Reference] = []
      for key in plan.tables[table].foreignKeys {
        made.append(try prepare(key, number: made.count, of: table))
      }
      return made
    }
    prepared[table] = made
    return made
  }

  /// Returns a foreign key with its tracker, or nil if no row of the table has been written yet.
  ///
  /// - Parameters:
  ///   - number: The index of the foreign key in the table.
  ///   - table: The index of the table in the import plan.
  func preparedReference(_ number: Int, of table: Int) -> Reference? {
    guard let references = prepared[table], number < references.count else { return nil }
    return references[number]
  }

  /// The foreign keys of all tables to which the import has written at least one row.
  var allPrepared: [(table: Int, reference: Reference)] {
    prepared.enumerated().flatMap { table, references in
      (references ?? []).map { (table, $0) }
    }
  }

  /// The indices of the tables that have trackers.
  ///
  /// Read this before a savepoint, and pass it to `restore` after a rollback.
  var preparedTables: Set<Int> { Set(prepared.indices.filter { prepared[$0] != nil }) }

  /// Removes the trackers of all tables that are not in `earlier`.
  ///
  /// A rollback has removed the temporary tables of these trackers.
  func restore(_ earlier: Set<Int>) {
    for table in prepared.indices where !earlier.contains(table) { prepared[table] = nil }
  }

  /// Makes every tracker query the database again for target rows.
  ///
  /// Call this if target rows may have been removed.
  func forgetFoundRows() {
    for (_, reference) in allPrepared { reference.tracker.forgetFound() }
  }

  /// Copies the references that the import must write later to the database file, so that they are
  /// committed together with the rows.
  func persistBackfills() throws(DatabaseError) {
    for (_, reference) in allPrepared { try reference.backfill?.persist() }
  }

  private func prepare(
    _ key: ForeignKeyPlan,
    number: Int,
    of table: Int
  ) throws(DatabaseError) -> Reference {
    let parent = plan.tables[key.parent]
    var backfill: ReferenceBackfill?
    // A row without a primary key cannot be found again to fill in its reference.
    let isKeyed = !plan.tables[table].keyIndexes.isEmpty
    if request.dangling == .null, !key.clearableColumns.isEmpty, isKeyed {
      backfill = try ReferenceBackfill(
        key,
        of: plan.tables[table],
        parent: parent,
        name: ReferenceBackfill.name(request, table: table, key: number),
        isPersistent: isPersistent,
        on: connection
      )
    }
    return Reference(
      tracker: try ReferenceTracker(key, parent: parent, on: connection),
      backfill: backfill
    )
  }
}
