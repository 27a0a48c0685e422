import StateGraphFormats
import StateGraphSQLite

/// Checks the references of one foreign key while an import writes rows in any order.
///
/// A row may be imported before the row to which it refers. The tracker stores the keys of missing
/// rows. At the end of the import, it returns the rows that are still missing.
///
/// Only the thread that runs the import uses this object.
final class ReferenceTracker {
  /// The maximum number of keys in `found` and in `missing`. The limit bounds the memory.
  ///
  /// When `found` is full, it is emptied. When `missing` is full, the keys whose rows exist in the
  /// meantime are removed from it.
  static let keyLimit = 200_000

  let foreignKey: ForeignKeyPlan
  private let lookup: Statement
  private let parentHasTriggers: Bool
  @exclusivity(unchecked) private var found = KeyTable()
  @exclusivity(unchecked) private var missing = KeyTable()
  /// One element for each key in `missing`: the references to the missing row. The index is the
  /// number of the key in `missing`.
  private var mentions: [Mentions] = []
  /// Whether `missing` does not contain all missing keys, for example because there are too many.
  ///
  /// If true, only a query can count the references to missing rows.
  private(set) var isOverflowing = false
  @exclusivity(unchecked) private var key = KeyBuffer()
  @exclusivity(unchecked) private var lastFound: KeyBuffer = []

  /// The number of rows that refer to the same missing row, and the position of the first one.
  struct Mentions {
    var rows: Int
    let firstPlace: InputPlace
  }

  init(
    _ foreignKey: ForeignKeyPlan,
    parent: TablePlan,
    on connection: Connection
  ) throws(DatabaseError) {
    self.foreignKey = foreignKey
    let parts = foreignKey.parentColumns.map { "\(column: parent.column($0).name) = ?" as SQL }
    let sql: SQL = "SELECT 1 FROM main.\(table: parent.name) WHERE \(parts, separator: " AND ")"
    lookup = try connection.prepare(sql.text)
    let triggers = try connection.firstValue(
      """
      SELECT count(*) FROM main.sqlite_schema
      WHERE type = 'trigger' AND tbl_name = \(parent.name) COLLATE NOCASE
      """
    )
    parentHasTriggers = triggers != .integer(0)
  }

  /// Returns whether the target row of the reference exists, or the reference is NULL.
  ///
  /// - Parameter cells: The values of the referring row, one for each column of its table.
  func isSatisfied(_ cells: [Cell]) throws(DatabaseError) -> Bool {
    guard key.encode(cells, indexes: foreignKey.columns) else { return true }
    if key == lastFound || found.number(of: key) != nil { return true }
    try lookup.bind(cells, indexes: foreignKey.columns)
    if try exists() {
      if found.count >= Self.keyLimit { found.removeAll() }
      _ = found.insert(key)
      swap(&lastFound, &key)
      return true
    }
    return false
  }

  /// Stores that the import has just written the target row, so that a reference to the row needs
  /// no query.
  ///
  /// Does nothing if the target table has triggers, because a trigger may have removed the row.
  func noteFound(_ parentCells: [Cell]) {
    guard !parentHasTriggers else { return }
    _ = lastFound.encode(parentCells, indexes: foreignKey.parentColumns)
  }

  /// Counts a row that was written although its target row does not exist.
  ///
  /// - Parameters:
  ///   - cells: The values of the referring row.
  ///   - place: The position of the reference in the input, for the error message.
  func noteMissing(_ cells: [Cell], at place: InputPlace) throws(DatabaseError) {
    guard key.encode(cells, indexes: foreignKey.columns) else { return }
    if let number = missing.number(of: key.bytes) {
      mentions[number].rows += 1
      return
    }
    guard !isOverflowing else { return }
    if missing.count >= Self.keyLimit {
      try forgetResolved()
      if missing.count >= Self.keyLimit / 2 { isOverflowing = true }
    }
    _ = missing.insert(key.bytes)
    mentions.append(Mentions(rows: 1, firstPlace: place))
  }

  /// Makes the import count the references to missing rows with a query at the end.
  ///
  /// Call this if an interrupted run has written references, because this tracker does not know
  /// them.
  func countInFile() { isOverflowing = true }

  /// Discards the cached keys of existing target rows, because some of these rows may have been
  /// removed.
  ///
  /// Call this after a rollback to a savepoint, and after another process has written to the
  /// database file.
  func forgetFound() {
    found.removeAll()
    lastFound = []
  }

  /// Returns one element for each row that is still missing: the references to that row.
  ///
  /// The elements are in the order in which the import found the missing rows.
  func stillMissing() throws(DatabaseError) -> [Mentions] {
    var result: [Mentions] = []
    for number in 0..<missing.count where try !exists(missing.key(number)) {
      result.append(mentions[number])
    }
    return result
  }

  /// Removes the keys from `missing` whose rows exist in the meantime.
  ///
  /// Queries the database once for each key.
  private func forgetResolved() throws(DatabaseError) {
    var keptKeys = KeyTable()
    var keptMentions: [Mentions] = []
    for number in 0..<missing.count where try !exists(missing.key(number)) {
      _ = keptKeys.insert(missing.key(number))
      keptMentions.append(mentions[number])
    }
    missing = keptKeys
    mentions = keptMentions
  }

  /// Returns whether the target table contains a row with this key, according to a query.
  ///
  /// - Parameter encoded: The key, as ``KeyBuffer`` encodes it.
  func exists(_ encoded: [UInt8]) throws(DatabaseError) -> Bool {
    let cells = KeyBuffer.decode(encoded)
    try lookup.bind(cells, indexes: Array(cells.indices))
    return try exists()
  }

  private func exists() throws(DatabaseError) -> Bool {
    defer { lookup.reset() }
    return try lookup.step()
  }
}
