import StateGraphFormats
import StateGraphSQLite

/// The foreign keys of all tables in one import. Each foreign key has a tracker, which checks
/// whether referenced rows exist.
///
/// The trackers of a table are created when the first row of the table is written.
///
/// Confined to the thread that runs the import.
final class TableReferences {
  /// The objects that check and repair the references of one foreign key.
  struct Reference {
    let tracker: ReferenceTracker
    /// Fills in references that were written as NULL before the referenced row was imported.
    ///
    /// Nil if the import does not write NULL for missing rows, or if all columns of the foreign key
    /// are required.
    let backfill: ReferenceBackfill?
  }

  private let plan: ImportPlan
  private let request: ImportRequest
  /// Whether the import commits in batches. If so, references to be filled in later are stored in
  /// the database file and committed with each batch.
  private let isPersistent: Bool
  private let connection: Connection
  /// For each table, the trackers of its foreign keys, or nil until the first row of the table is
  /// written.
  @exclusivity(unchecked) private var prepared: [[Reference]?]

  init(
    _ plan: ImportPlan,
    _ request: ImportRequest,
    isPersistent: Bool,
    on connection: Connection
  ) {
    self.plan = plan
    self.request = request
    self.isPersistent = isPersistent
    self.connection = connection
    prepared = plan.tables.map { _ in nil }
  }

  /// Returns the foreign keys of a table with their trackers. The first call for a table creates
  /// the trackers, which compiles SQL statements.
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

  /// The foreign keys of all tables of which the import has written at least one row.
  var allPrepared: [(table: Int, reference: Reference)] {
    prepared.enumerated().flatMap { table, references in
      (references ?? []).map { (table, $0) }
    }
  }

  /// The indexes of the tables that have trackers. Read this before a savepoint, and pass it to
  /// `restore` after a rollback.
  var preparedTables: Set<Int> { Set(prepared.indices.filter { prepared[$0] != nil }) }

  /// Removes the trackers that were created after `earlier` was read, because the rollback has
  /// removed their temporary tables.
  func restore(_ earlier: Set<Int>) {
    for table in prepared.indices where !earlier.contains(table) { prepared[table] = nil }
  }

  /// Makes every tracker forget which referenced rows exist, because these rows may have been
  /// removed. The trackers then query the database again.
  func forgetFoundRows() {
    for (_, reference) in allPrepared { reference.tracker.forgetFound() }
  }

  /// Copies the references that must still be filled in to the database file, so that they are
  /// committed with the rows.
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
    if request.dangling == .null, !key.clearableColumns.isEmpty {
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
