import StateGraphFormats
import StateGraphSQLite

/// The foreign keys of all tables in one import, each with a tracker that checks whether referenced
/// rows exist.
///
/// The foreign keys of a table are prepared when its first row is written. Confined to the thread
/// that runs the import.
final class TableReferences {
  /// One foreign key, with its tracker.
  struct Reference {
    let tracker: ReferenceTracker
    /// Fills in references that were written as NULL. Nil unless the policy for dangling references
    /// is `null` and the columns of the key may be NULL.
    let backfill: ReferenceBackfill?
  }

  private let plan: ImportPlan
  private let request: ImportRequest
  /// Whether the import commits in batches. References that are still to be filled in must then be
  /// stored in the file and committed with each batch.
  private let isPersistent: Bool
  private let connection: Connection
  /// For each table, its prepared foreign keys; nil until the table's first row is written.
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

  /// Returns the foreign keys of a table. Prepares them at the first call.
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

  /// Returns the foreign key with a number, or nil if the table's foreign keys are not prepared.
  func preparedReference(_ number: Int, of table: Int) -> Reference? {
    guard let references = prepared[table], number < references.count else { return nil }
    return references[number]
  }

  /// The prepared foreign keys of all tables.
  var allPrepared: [(table: Int, reference: Reference)] {
    prepared.enumerated().flatMap { table, references in
      (references ?? []).map { (table, $0) }
    }
  }

  /// The tables whose foreign keys are prepared. After a rollback, pass the earlier value to
  /// `restore`.
  var preparedTables: Set<Int> { Set(prepared.indices.filter { prepared[$0] != nil }) }

  /// Forgets the foreign keys that were prepared after `earlier` was taken, because a rollback has
  /// removed their temporary tables.
  func restore(_ earlier: Set<Int>) {
    for table in prepared.indices where !earlier.contains(table) { prepared[table] = nil }
  }

  /// Forgets which referenced rows exist, because they may have been removed. Every one is looked
  /// up again.
  func forgetFoundRows() {
    for (_, reference) in allPrepared { reference.tracker.forgetFound() }
  }

  /// Moves the references that are still to be filled in to the database file, so that they are
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
