import CSQLiteLoops

/// One row of the table `users` as a Swift value.
struct UserRow {
  let id: String
  let name: String
  let email: String
  let age: Int
  let visits: Int
  let balance: Double
}

extension UserRow {
  init(_ row: loop_row) {
    id = text(of: row.id)
    name = text(of: row.name)
    email = text(of: row.email)
    age = Int(row.age)
    visits = Int(row.visits)
    balance = row.balance
  }
}

private func text<Characters>(of characters: Characters) -> String {
  withUnsafeBytes(of: characters) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
}
