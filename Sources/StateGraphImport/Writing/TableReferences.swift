import StateGraphFormats
import StateGraphSQLite

/// The foreign keys of all tables of one import, each with the check whether a referenced row
/// exists.
///
/// A table's foreign keys are prepared when its first row is written. Confined to the thread that
/// runs the import.
final class TableReferences {
  /// One foreign key.
  struct Reference {
    let tracker: ReferenceTracker
    /// Nil unless the policy is `null` and the columns of the key may be NULL.
    let backfill: ReferenceBackfill?
  }

  private let plan: ImportPlan
  private let request: ImportRequest
  /// Whether batches are committed, so that what is to be filled in must be committed with them.
  private let isPersistent: Bool
  private let connection: Connection
  /// By table, one for each of its foreign keys; nil until the table's first row.
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

  /// The foreign keys of a table, prepared if they are not yet.
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

  /// A foreign key of a table by its number; nil where the table's keys are not prepared.
  func preparedReference(_ number: Int, of table: Int) -> Reference? {
    guard let references = prepared[table], number < references.count else { return nil }
    return references[number]
  }

  /// All prepared foreign keys, by table.
  var allPrepared: [(table: Int, reference: Reference)] {
    prepared.enumerated().flatMap { table, references in
      (references ?? []).map { (table, $0) }
    }
  }

  /// The tables whose foreign keys are prepared. Pass it to `restore` after a rollback.
  var preparedTables: Set<Int> { Set(prepared.indices.filter { prepared[$0] != nil }) }

  /// Forgets what was prepared since: a rollback has removed the temporary tables that belong to
  /// it.
  func restore(_ earlier: Set<Int>) {
    for table in prepared.indices where !earlier.contains(table) { prepared[table] = nil }
  }

  /// Looks up every referenced row again: rows that existed may have been removed.
  func forgetFoundRows() {
    for (_, reference) in allPrepared { reference.tracker.forgetFound() }
  }

  /// Moves the references that are still to be filled in into the file, so that they are committed
  /// with the rows.
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
