import StateGraphFormats
import StateGraphSQLite

/// Watches one foreign key while rows are written in any order: which of the keys they refer to
/// were not there yet, and which are still missing at the end.
final class ReferenceTracker {
  /// Beyond this many keys the cache is emptied and keys are looked up again.
  static let keyLimit = 200_000

  let foreignKey: ForeignKeyPlan
  private let lookup: Statement
  private let parentHasTriggers: Bool
  @exclusivity(unchecked) private var found = KeyTable()
  @exclusivity(unchecked) private var missing = KeyTable()
  /// By the number of the key in `missing`.
  private var mentions: [Mentions] = []
  /// More keys were missing than are known here: the end has to count in the file.
  private(set) var isOverflowing = false
  @exclusivity(unchecked) private var key = KeyBuffer()
  @exclusivity(unchecked) private var lastFound: KeyBuffer = []

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

  /// Whether the row that the cells refer to is there; true where they refer to nothing.
  func isSatisfied(_ cells: [Cell]) throws(DatabaseError) -> Bool {
    guard key.encode(cells, foreignKey.columns) else { return true }
    if key == lastFound || found.number(of: key) != nil { return true }
    try lookup.bind(cells, foreignKey.columns)
    if try isThere() {
      if found.count >= Self.keyLimit { found.removeAll() }
      _ = found.insert(key)
      swap(&lastFound, &key)
      return true
    }
    return false
  }

  /// The row with these cells is there: it was just written, and need not be looked up when the
  /// next one refers to it. A trigger could have removed it.
  func noteFound(_ parentCells: [Cell]) {
    guard !parentHasTriggers else { return }
    _ = lastFound.encode(parentCells, foreignKey.parentColumns)
  }

  /// A row has been written that refers to one that is not there.
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

  /// Some references were written by an earlier run: the end has to count in the file.
  func countInFile() { isOverflowing = true }

  /// Rows that were there may be gone: a savepoint was rolled back, or another process has written.
  func forgetFound() {
    found.removeAll()
    lastFound = []
  }

  /// The keys that are missing now, each with its mentions, in the order in which they came.
  func stillMissing() throws(DatabaseError) -> [Mentions] {
    var result: [Mentions] = []
    for number in 0..<missing.count where try !isThere(missing.key(number)) {
      result.append(mentions[number])
    }
    return result
  }

  /// Keys whose rows have come since need not be remembered.
  private func forgetResolved() throws(DatabaseError) {
    var keptKeys = KeyTable()
    var keptMentions: [Mentions] = []
    for number in 0..<missing.count where try !isThere(missing.key(number)) {
      _ = keptKeys.insert(missing.key(number))
      keptMentions.append(mentions[number])
    }
    missing = keptKeys
    mentions = keptMentions
  }

  /// Whether there is a row with this key, as a `KeyBuffer` has encoded it.
  func isThere(_ encoded: [UInt8]) throws(DatabaseError) -> Bool {
    let cells = KeyBuffer.decode(encoded)
    try lookup.bind(cells, Array(cells.indices))
    return try isThere()
  }

  private func isThere() throws(DatabaseError) -> Bool {
    defer { lookup.reset() }
    return try lookup.step()
  }
}
