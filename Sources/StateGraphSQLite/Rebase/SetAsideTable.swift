/// The pending transactions that do not fit the server's state, in the table
/// `stategraph_set_aside`.
enum SetAsideTable {
  static let table = LibraryTable.setAside

  static func create(on connection: Connection) throws(DatabaseError) {
    try connection.run(
      """
      CREATE TABLE IF NOT EXISTS main.\(table: table) (
        seq INTEGER PRIMARY KEY NOT NULL,
        reason TEXT NOT NULL
      ) STRICT
      """
    )
  }

  static func isEmpty(on connection: Connection) throws(DatabaseError) -> Bool {
    try connection.firstValue("SELECT 1 FROM main.\(table: table) LIMIT 1") == nil
  }

  static func replace(
    with reasons: [Int64: SetAsideReason],
    on connection: Connection
  ) throws(DatabaseError) {
    try connection.run("DELETE FROM main.\(table: table)")
    for (sequence, reason) in reasons.sorted(by: { $0.key < $1.key }) {
      try connection.run(
        """
        INSERT INTO main.\(table: table) (seq, reason) VALUES (\(sequence), \(reason.description))
        """
      )
    }
  }

  /// Returns the numbers and reasons, in the order of the numbers.
  static func all(
    on connection: Connection
  ) throws(DatabaseError) -> [(sequence: Int64, reason: String)] {
    let statement = try connection.prepare(
      "SELECT seq, reason FROM main.\(table: table) ORDER BY seq"
    )
    defer { statement.reset() }
    var result: [(sequence: Int64, reason: String)] = []
    while try statement.step() {
      result.append((statement.integer(at: 0), statement.text(at: 1)))
    }
    return result
  }
}
