import CSQLiteLoops
import GRDB

/// GRDB's prepared statements. Their arguments are not checked again for each row.
final class GRDBStatementSide: Side {
  static let name = "GRDB statement"

  private let pool: DatabasePool
  private let rows: UserRows
  private var held: Range<Int> = 0..<0

  init(path: String, rows: UserRows) throws {
    pool = try DatabasePool(path: path)
    self.rows = rows
  }

  func insert() throws {
    try pool.write { db in
      let statement = try db.makeStatement(
        sql: "INSERT INTO users (id, name, email, age, visits, balance) VALUES (?, ?, ?, ?, ?, ?)"
      )
      for row in rows.all {
        statement.setUncheckedArguments([
          row.id, row.name, row.email, row.age, row.visits, row.balance,
        ])
        try statement.execute()
      }
    }
  }

  func hold(_ range: Range<Int>) { held = range }

  func setNames(shift: Int) throws {
    for index in held {
      try pool.write { db in try setName(index, shift: shift, update(db)) }
    }
  }

  func setNamesInOneTransaction(shift: Int) throws {
    try pool.write { db in
      let statement = try update(db)
      for index in held { try setName(index, shift: shift, statement) }
    }
  }

  private func update(_ db: GRDB.Database) throws -> GRDB.Statement {
    try db.cachedStatement(sql: "UPDATE users SET name = ? WHERE id = ?")
  }

  private func setName(_ index: Int, shift: Int, _ statement: GRDB.Statement) throws {
    statement.setUncheckedArguments([
      rows.name(index, in: held, shift: shift), rows.all[index].id,
    ])
    try statement.execute()
  }

  func get(_ indexes: [Int]) throws -> loop_sum {
    var sum = loop_sum()
    for index in indexes {
      try pool.read { db in
        let statement = try db.cachedStatement(
          sql: "SELECT id, name, email, age, visits, balance FROM users WHERE id = ?"
        )
        statement.setUncheckedArguments([rows.all[index].id])
        let cursor = try Row.fetchCursor(statement)
        // A row of the cursor is valid only while the cursor exists.
        try withExtendedLifetime(cursor) {
          guard let row = try cursor.next() else { return }
          sum.add(UserRow(row))
        }
      }
    }
    return sum
  }

  func load() throws -> Loaded {
    let users = try pool.read { db in
      var users: [UserRow] = []
      let cursor = try Row.fetchCursor(
        db,
        sql: "SELECT id, name, email, age, visits, balance FROM users"
      )
      while let row = try cursor.next() { users.append(UserRow(row)) }
      return users
    }
    return Loaded(users)
  }
}

extension UserRow {
  fileprivate init(_ row: Row) {
    self.init(
      id: row[0],
      name: row[1],
      email: row[2],
      age: row[3],
      visits: row[4],
      balance: row[5]
    )
  }
}
