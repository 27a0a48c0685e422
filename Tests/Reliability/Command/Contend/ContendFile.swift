import StateGraphSQLite

/// A file to which several processes write. Every commit increments a counter, inserts a row with
/// the new count, and changes a ring. They reveal a lost, doubled, torn or misplaced commit.
struct ContendFile {
  static let ringLength = 10
  /// The number of the writer that commits last, after all other writers have ended.
  static let lastWriter = -1

  let path: String

  /// Creates the file.
  init(at path: String) throws {
    self.path = path
    let database = try Database.shared(path)
    try database.write {
      try database.execute("CREATE TABLE counter (id INTEGER PRIMARY KEY, n INTEGER NOT NULL)")
      try database.execute("INSERT INTO counter VALUES (1, 0)")
      try database.execute("CREATE TABLE ring (id INTEGER PRIMARY KEY, next INTEGER NOT NULL)")
      for (id, next) in ContendFile.ring(after: 0).enumerated() {
        try database.execute("INSERT INTO ring VALUES (\(id), \(next))")
      }
      try database.execute(
        """
        CREATE TABLE commits (
          writer INTEGER NOT NULL, number INTEGER NOT NULL, total INTEGER NOT NULL,
          PRIMARY KEY (writer, number)
        ) STRICT, WITHOUT ROWID
        """
      )
    }
    try database.close()
  }

  /// Makes one commit.
  ///
  /// - Parameter inside: Called in the transaction, while it holds the write lock.
  static func commit(
    to database: Database,
    writer: Int,
    number: Int,
    inside: () -> Void = {}
  ) throws {
    try database.write {
      inside()
      let total = try integer("SELECT n FROM counter", of: database) + 1
      try database.execute("UPDATE counter SET n = \(total)")
      try database.execute("INSERT INTO commits VALUES (\(writer), \(number), \(total))")
      try Ring.turn(behind: total % ringLength, in: database)
    }
  }

  private static func integer(_ sql: SQL, of database: Database) throws -> Int {
    guard let value = try database.rows(sql).first?[0], let integer = Int(value) else {
      throw Violation("the query returned no number: \(sql)")
    }
    return integer
  }

  /// The number of commits of each writer in the file.
  ///
  /// - Throws: ``Violation`` if the content is not the result of that many commits in sequence.
  func check() throws -> [Int: Int] {
    let database = try Database.shared(path)
    defer { try? database.close() }
    let integrity = try database.rows("PRAGMA integrity_check").map { $0[0] }
    guard integrity == [.text("ok")] else { throw Violation("integrity_check: \(integrity)") }
    var counts: [Int: Int] = [:]
    for row in try database.rows("SELECT writer, count(*) FROM commits GROUP BY writer") {
      if let writer = Int(row[0]), let count = Int(row[1]) { counts[writer] = count }
    }
    let sum = counts.values.reduce(0, +)
    let counter = try ContendFile.integer("SELECT n FROM counter", of: database)
    guard counter == sum else { throw Violation("the counter is \(counter) after \(sum) commits") }
    try expectNone(
      """
      SELECT 1 FROM (SELECT total, row_number() OVER (ORDER BY total) AS place FROM commits)
      WHERE total <> place LIMIT 1
      """,
      "the counts of the commits are not 1, 2, 3 and so on",
      database
    )
    try expectNone(
      """
      SELECT 1 FROM (
        SELECT number, row_number() OVER (PARTITION BY writer ORDER BY total) AS place FROM commits
      ) WHERE number <> place - 1 LIMIT 1
      """,
      "the commits of one writer are not in order",
      database
    )
    let ring = try database.rows("SELECT next FROM ring ORDER BY id").map { Int($0[0]) ?? -1 }
    guard ring == ContendFile.ring(after: sum) else {
      throw Violation("the ring is not the result of \(sum) commits")
    }
    return counts
  }

  private func expectNone(_ sql: SQL, _ what: String, _ database: Database) throws {
    guard try database.rows(sql).isEmpty else { throw Violation(what) }
  }

  /// The ring after `count` commits. It does not depend on the writers of the commits.
  private static func ring(after count: Int) -> [Int] {
    var ring = (0..<ringLength).map { ($0 + 1) % ringLength }
    for total in 0..<count {
      let node = (total + 1) % ringLength
      let (first, second) = (ring[node], ring[ring[node]])
      (ring[node], ring[first], ring[second]) = (second, ring[second], first)
    }
    return ring
  }
}
