import StateGraphSQLite

/// The schema of the bank, and two later migrations that change existing rows.
enum BankMigrations {
  static let first = MigrationSource.list([creation])
  static let all = MigrationSource.list([creation, rebuilding, memos])

  private static let creation = Migration(
    version: 1,
    name: "create bank",
    sql: """
      CREATE TABLE accounts (id INTEGER PRIMARY KEY, balance INTEGER NOT NULL) STRICT;
      CREATE TABLE ring (id INTEGER PRIMARY KEY, next INTEGER NOT NULL) STRICT;
      CREATE TABLE ledger (
        number INTEGER NOT NULL, step INTEGER NOT NULL,
        source INTEGER NOT NULL REFERENCES accounts (id),
        target INTEGER NOT NULL REFERENCES accounts (id),
        amount INTEGER NOT NULL, node INTEGER NOT NULL, padding BLOB NOT NULL,
        PRIMARY KEY (number, step)
      ) STRICT;
      CREATE TABLE cities (id TEXT PRIMARY KEY NOT NULL, name TEXT NOT NULL) STRICT;
      CREATE TABLE customers (
        id TEXT PRIMARY KEY NOT NULL, name TEXT NOT NULL, city_id TEXT REFERENCES cities (id)
      ) STRICT;
      WITH RECURSIVE ids (id) AS (
        SELECT 0 UNION ALL SELECT id + 1 FROM ids WHERE id < \(Bank.accountCount - 1)
      ) INSERT INTO accounts SELECT id, \(Bank.openingBalance) FROM ids;
      WITH RECURSIVE ids (id) AS (
        SELECT 0 UNION ALL SELECT id + 1 FROM ids WHERE id < \(Bank.ringLength - 1)
      ) INSERT INTO ring SELECT id, (id + 1) % \(Bank.ringLength) FROM ids;
      """
  )

  /// The procedure that SQLite advises for a change that ALTER TABLE cannot make
  /// (<https://sqlite.org/lang_altertable.html#otheralter>).
  private static let rebuilding = Migration(
    version: 2,
    name: "rebuild accounts",
    sql: """
      CREATE TABLE rebuilt_accounts (
        id INTEGER PRIMARY KEY, balance INTEGER NOT NULL, grade TEXT NOT NULL
      ) STRICT;
      INSERT INTO rebuilt_accounts SELECT id, balance, 'grade ' || id FROM accounts;
      DROP TABLE accounts;
      ALTER TABLE rebuilt_accounts RENAME TO accounts;
      CREATE INDEX ledger_sources ON ledger (source);
      """
  )

  private static let memos = Migration(version: 3, name: "add memos") { transaction in
    try transaction.execute("ALTER TABLE ledger ADD COLUMN memo TEXT")
    for row in try transaction.rows("SELECT number, step FROM ledger") {
      guard case .integer(let number) = row[0], case .integer(let step) = row[1] else { continue }
      try transaction.execute(
        """
        UPDATE ledger SET memo = \("step \(step)") WHERE number = \(number) AND step = \(step)
        """
      )
    }
  }

  /// Returns the number of applied migrations, and checks that each of them was applied as a whole.
  @discardableResult
  static func check(_ database: Database) throws -> Int {
    let applied = try database.rows("SELECT version FROM stategraph_migrations ORDER BY version")
    let version = applied.count
    guard applied.map({ Int($0[0]) }) == (1..<version + 1).map(Optional.some) else {
      throw Violation("the applied migrations have a gap: \(applied.map(\.values))")
    }
    try expect(version >= 2, "SELECT 1 FROM pragma_table_info('accounts') WHERE name = 'grade'")
    try expect(version >= 2, "SELECT 1 FROM sqlite_schema WHERE name = 'ledger_sources'")
    try expect(false, "SELECT 1 FROM sqlite_schema WHERE name = 'rebuilt_accounts'")
    try expect(version >= 3, "SELECT 1 FROM pragma_table_info('ledger') WHERE name = 'memo'")
    if version >= 2 { try expect(false, "SELECT 1 FROM accounts WHERE grade <> 'grade ' || id") }
    if version >= 3 { try expect(false, "SELECT 1 FROM ledger WHERE memo IS NOT 'step ' || step") }
    return version

    func expect(_ isThere: Bool, _ query: SQL) throws {
      guard try database.rows(query).isEmpty != isThere else {
        throw Violation("version \(version) is not applied as a whole: \(query)")
      }
    }
  }
}
