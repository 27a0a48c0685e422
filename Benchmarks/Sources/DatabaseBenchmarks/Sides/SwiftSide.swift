import CSQLiteLoops

/// The same calls of SQLite's C interface from Swift, with Swift's strings.
final class SwiftSide: Side {
  static let name = "Swift on the C API"

  private let db: OpaquePointer
  private let rows: UserRows
  private var held: Range<Int> = 0..<0
  private lazy var update = loop_prepare(db, "UPDATE users SET name = ? WHERE id = ?")
  private lazy var select = loop_prepare(
    db,
    "SELECT id, name, email, age, visits, balance FROM users WHERE id = ?"
  )
  private lazy var insertion = loop_prepare(
    db,
    "INSERT INTO users (id, name, email, age, visits, balance) VALUES (?, ?, ?, ?, ?, ?)"
  )

  init(path: String, rows: UserRows) {
    db = loop_open(path)
    self.rows = rows
  }

  deinit {
    while let statement = sqlite3_next_stmt(db, nil) { sqlite3_finalize(statement) }
    loop_close(db)
  }

  func insert() {
    inTransaction {
      let statement = insertion
      for row in rows.all {
        bind(row.id, to: statement, at: 1)
        bind(row.name, to: statement, at: 2)
        bind(row.email, to: statement, at: 3)
        sqlite3_bind_int64(statement, 4, Int64(row.age))
        sqlite3_bind_int64(statement, 5, Int64(row.visits))
        sqlite3_bind_double(statement, 6, row.balance)
        run(statement)
      }
    }
  }

  func hold(_ range: Range<Int>) { held = range }

  func setNames(shift: Int) {
    let statement = update
    for index in held {
      bind(rows.name(index, in: held, shift: shift), to: statement, at: 1)
      bind(rows.all[index].id, to: statement, at: 2)
      run(statement)
    }
  }

  func setNamesInOneTransaction(shift: Int) {
    inTransaction { setNames(shift: shift) }
  }

  func get(_ indexes: [Int]) -> loop_sum {
    let statement = select
    var sum = loop_sum()
    for index in indexes {
      bind(rows.all[index].id, to: statement, at: 1)
      precondition(sqlite3_step(statement) == SQLITE_ROW)
      sum.add(row(of: statement))
      sqlite3_reset(statement)
    }
    return sum
  }

  func load() -> Loaded {
    let statement = loop_prepare(db, "SELECT id, name, email, age, visits, balance FROM users")
    defer { sqlite3_finalize(statement) }
    var users: [UserRow] = []
    while sqlite3_step(statement) == SQLITE_ROW { users.append(row(of: statement)) }
    return Loaded(users)
  }
}

extension SwiftSide {
  private func inTransaction(_ body: () -> Void) {
    loop_execute(db, "BEGIN IMMEDIATE")
    body()
    loop_execute(db, "COMMIT")
  }

  private func run(_ statement: OpaquePointer) {
    loop_check(db, sqlite3_step(statement))
    sqlite3_reset(statement)
  }

  /// Binds a copy of the text, because a small string has no lasting address.
  private func bind(_ text: String, to statement: OpaquePointer, at index: Int32) {
    let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    var text = text
    text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { characters in
        _ = sqlite3_bind_text(
          statement,
          index,
          characters.baseAddress,
          Int32(characters.count),
          copied
        )
      }
    }
  }

  private func row(of statement: OpaquePointer) -> UserRow {
    UserRow(
      id: text(of: statement, 0),
      name: text(of: statement, 1),
      email: text(of: statement, 2),
      age: Int(sqlite3_column_int64(statement, 3)),
      visits: Int(sqlite3_column_int64(statement, 4)),
      balance: sqlite3_column_double(statement, 5)
    )
  }

  private func text(of statement: OpaquePointer, _ column: Int32) -> String {
    let bytes = sqlite3_column_text(statement, column)
    let count = Int(sqlite3_column_bytes(statement, column))
    return String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
  }
}
