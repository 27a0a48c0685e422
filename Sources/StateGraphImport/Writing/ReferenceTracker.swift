import StateGraphFormats
import StateGraphSQLite

/// Checks one foreign key while rows are written in any order. It remembers the keys whose rows
/// were missing, and finds those that are still missing at the end.
///
/// Confined to the thread that runs the import.
final class ReferenceTracker {
  /// The maximum number of keys in a cache. When it is reached, the cache is emptied.
  static let keyLimit = 200_000

  let foreignKey: ForeignKeyPlan
  private let lookup: Statement
  private let parentHasTriggers: Bool
  @exclusivity(unchecked) private var found = KeyTable()
  @exclusivity(unchecked) private var missing = KeyTable()
  /// The references to each missing key. The index is the number of the key in `missing`.
  private var mentions: [Mentions] = []
  /// Whether some missing keys are not remembered in memory. In this case, a query has to count the
  /// dangling references.
  private(set) var isOverflowing = false
  @exclusivity(unchecked) private var key = KeyBuffer()
  @exclusivity(unchecked) private var lastFound: KeyBuffer = []

  /// The rows that refer to the same missing key.
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

  /// Returns whether the row that the cells refer to exists. Returns true if the reference is NULL.
  func isSatisfied(_ cells: [Cell]) throws(DatabaseError) -> Bool {
    guard key.encode(cells, foreignKey.columns) else { return true }
    if key == lastFound || found.number(of: key) != nil { return true }
    try lookup.bind(cells, foreignKey.columns)
    if try exists() {
      if found.count >= Self.keyLimit { found.removeAll() }
      _ = found.insert(key)
      swap(&lastFound, &key)
      return true
    }
    return false
  }

  /// Notes that a row with these cells was just written, so that the next reference to it needs no
  /// query. Does nothing if a trigger of the table could have removed the row.
  func noteFound(_ parentCells: [Cell]) {
    guard !parentHasTriggers else { return }
    _ = lastFound.encode(parentCells, foreignKey.parentColumns)
  }

  /// Notes that a row was written although its referenced row does not exist.
  func noteMissing(_ cells: [Cell], at place: InputPlace) throws(DatabaseError) {
    guard key.encode(cells, foreignKey.columns) else { return }
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

  /// Notes that an interrupted run has written references too. A query has to count the dangling
  /// references then.
  func countInFile() { isOverflowing = true }

  /// Forgets which rows exist. Call this after a rollback to a savepoint, and after another process
  /// has written to the file.
  func forgetFound() {
    found.removeAll()
    lastFound = []
  }

  /// Returns the references to each key that is still missing, in the order in which the keys were
  /// first seen.
  func stillMissing() throws(DatabaseError) -> [Mentions] {
    var result: [Mentions] = []
    for number in 0..<missing.count where try !exists(missing.key(number)) {
      result.append(mentions[number])
    }
    return result
  }

  /// Forgets the missing keys whose rows exist by now.
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

  /// Returns whether a row with this key exists.
  ///
  /// - Parameter encoded: The key as `KeyBuffer` encodes it.
  func exists(_ encoded: [UInt8]) throws(DatabaseError) -> Bool {
    let cells = KeyBuffer.decode(encoded)
    try lookup.bind(cells, Array(cells.indices))
    return try exists()
  }

  private func exists() throws(DatabaseError) -> Bool {
    defer { lookup.reset() }
    return try lookup.step()
  }
}
