import StateGraphFormats
import StateGraphSQLite

/// Checks one foreign key while rows are written in any order. Remembers the keys whose rows were
/// missing, and tells which of them are still missing at the end.
///
/// Confined to the thread that runs the import.
final class ReferenceTracker {
  /// The number of keys that a cache holds before it is emptied.
  static let keyLimit = 200_000

  let foreignKey: ForeignKeyPlan
  private let lookup: Statement
  private let parentHasTriggers: Bool
  @exclusivity(unchecked) private var found = KeyTable()
  @exclusivity(unchecked) private var missing = KeyTable()
  /// By the number of the missing key in `missing`.
  private var mentions: [Mentions] = []
  /// Whether not all missing keys are known here, so that dangling references have to be counted
  /// by a query.
  private(set) var isOverflowing = false
  @exclusivity(unchecked) private var key = KeyBuffer()
  @exclusivity(unchecked) private var lastFound: KeyBuffer = []

  /// The rows that refer to one missing key.
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

  /// Whether the row that the cells refer to exists; true where they refer to no row.
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

  /// Notes that the row with these cells was just written, so that it need not be looked up when
  /// the next row refers to it. Ignored where a trigger of the table could have removed the row.
  func noteFound(_ parentCells: [Cell]) {
    guard !parentHasTriggers else { return }
    _ = lastFound.encode(parentCells, foreignKey.parentColumns)
  }

  /// Notes that a row was written whose referenced row does not exist.
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

  /// Notes that an interrupted run has written references too, so that they have to be counted by
  /// a query.
  func countInFile() { isOverflowing = true }

  /// Forgets which rows exist. Call after a rollback to a savepoint, and when another process has
  /// written.
  func forgetFound() {
    found.removeAll()
    lastFound = []
  }

  /// The rows that refer to each key that is missing now, in the order in which the keys came.
  func stillMissing() throws(DatabaseError) -> [Mentions] {
    var result: [Mentions] = []
    for number in 0..<missing.count where try !exists(missing.key(number)) {
      result.append(mentions[number])
    }
    return result
  }

  /// Forgets the keys whose rows exist by now.
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

  /// Whether a row with this key exists.
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
