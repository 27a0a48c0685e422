import StateGraphFormats
import StateGraphSQLite

/// What held records refer to and was missing when they were written: looked at again when all of
/// them have been.
///
/// Lies in a temporary table, which a savepoint undoes like any other.
final class HeldReferences {
  /// The record that is being written; nil before the first.
  var current: HeldRecords.Held?
  private let connection: Connection
  private static let table = "stategraph_held_references"
  /// By the number that stands for them in the table.
  private var trackers: [ReferenceTracker] = []
  private var key = KeyBuffer()

  init(on connection: Connection) {
    self.connection = connection
  }

  /// Begins anew. Call in each savepoint, which undoes the table itself, too.
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

  func note(
    _ cells: [Cell],
    _ tracker: ReferenceTracker,
    at place: InputPlace
  ) throws(DatabaseError) {
    guard let current, key.encode(cells, tracker.foreignKey.columns) else { return }
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

  /// A record whose reference leads nowhere.
  struct Dangling {
    let record: Int64
    let tracker: ReferenceTracker
    let place: InputPlace
  }

  /// The first of the records that refer to what is still missing, no more than `limit`.
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
        try !tracker.isThere(key)
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
