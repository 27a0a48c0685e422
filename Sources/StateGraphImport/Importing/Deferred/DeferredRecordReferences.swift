import StateGraphFormats
import StateGraphSQLite

/// The references of deferred records to rows that were missing when the records were written.
///
/// After the import has written all deferred records, it checks whether the referenced rows exist.
/// The references are in a temporary table, so a rollback to a savepoint removes them too. Only the
/// thread that runs the import uses this object.
final class DeferredRecordReferences {
  /// The deferred record that is being written. Nil before the first record.
  var current: DeferredRecords.Entry?
  private let connection: Connection
  private static let table = "stategraph_deferred_references"
  /// The trackers of the foreign keys. The temporary table stores indices of this array.
  private var trackers: [ReferenceTracker] = []
  private var key = KeyBuffer()

  init(on connection: Connection) {
    self.connection = connection
  }

  /// Removes all references, and creates the temporary table if it does not exist.
  ///
  /// Call this at the start of each savepoint in which deferred records are written. The rollback
  /// of the previous savepoint may have removed the temporary table.
  func removeAll() throws(DatabaseError) {
    try connection.run(
      """
      CREATE TEMP TABLE IF NOT EXISTS \(table: Self.table) (
        id INTEGER PRIMARY KEY, record INTEGER, tracker INTEGER, key BLOB,
        file TEXT, line INTEGER, position INTEGER, byte INTEGER)
      """
    )
    try connection.run("DELETE FROM temp.\(table: Self.table)")
    trackers.removeAll()
  }

  /// Adds a reference of the current record to a row that does not exist yet.
  ///
  /// - Parameters:
  ///   - cells: The values of the referring row.
  ///   - tracker: The tracker of the foreign key.
  ///   - place: The position of the reference in the text of the record.
  func insert(
    _ cells: [Cell],
    tracker: ReferenceTracker,
    at place: InputPlace
  ) throws(DatabaseError) {
    guard let current, key.encode(cells, indexes: tracker.foreignKey.columns) else { return }
    let place = current.record.place(ofInner: place)
    let number = trackers.firstIndex { $0 === tracker } ?? trackers.count
    if number == trackers.count { trackers.append(tracker) }
    try connection.run(
      """
      INSERT INTO temp.\(table: Self.table)
      (record, tracker, key, file, line, position, byte) VALUES
      (\(current.id), \(number), \(SQLiteValue.blob(key.bytes)), \(place.file), \(place.line),
      \(place.column), \(place.byteOffset))
      """
    )
  }

  /// A deferred record that refers to a missing row, and the foreign key of the reference.
  struct Dangling {
    let record: Int64
    let tracker: ReferenceTracker
    let place: InputPlace
  }

  /// Returns the records that refer to a row that is still missing.
  ///
  /// Returns at most `limit` records, in the order in which they were written.
  func dangling(limit: Int) throws(DatabaseError) -> [Dangling] {
    let statement = try connection.prepare(
      """
      SELECT record, tracker, key, file, line, position, byte FROM temp.\(table: Self.table)
      ORDER BY id
      """ as SQL
    )
    defer { statement.reset() }
    var found: [Dangling] = []
    while found.count < limit, try statement.step() {
      let record = statement.integer(at: 0)
      let tracker = trackers[Int(statement.integer(at: 1))]
      guard found.last?.record != record, case .blob(let key) = statement.value(at: 2),
        try !tracker.exists(key)
      else { continue }
      let place = InputPlace(
        file: statement.text(at: 3),
        line: Int(statement.integer(at: 4)),
        column: Int(statement.integer(at: 5)),
        byteOffset: statement.integer(at: 6)
      )
      found.append(Dangling(record: record, tracker: tracker, place: place))
    }
    return found
  }
}
