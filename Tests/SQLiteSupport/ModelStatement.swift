package import StateGraphSQLite
package import TestSupport

/// One random statement on the tables of ``ModelState``, for a file and for the model.
package struct ModelStatement {
  package let sql: [SQL]
  package let after: ModelState

  /// Chooses a statement whose result the rules allow. Keys and unique values collide often.
  package static func random(
    on state: ModelState,
    _ random: inout SeededRandom
  ) -> ModelStatement? {
    var after = state
    let number = Int64.random(in: 0..<6, using: &random)
    let letter = "abcdef".randomElement(using: &random)!
    let user = RowKey([.text("u\(Int.random(in: 0..<5, using: &random))")])
    let post = RowKey([.text("p\(Int.random(in: 0..<6, using: &random))")])
    let account = RowKey([.text("a\(Int.random(in: 0..<3, using: &random))")])
    let seat = RowKey([.text("r"), .integer(Int64.random(in: 0..<3, using: &random))])
    let file = RowKey([.text("f\(Int.random(in: 0..<3, using: &random))")])
    /// A value that PostgreSQL stores outside of its row, and does not send with each change.
    func data(_ number: Int64) -> SQLiteValue {
      .blob(Array(repeating: UInt8(number), count: 2_500))
    }
    func author() -> SQLiteValue { number == 0 ? .null : user.first }
    func change(_ table: String, _ key: RowKey, _ place: Int, _ value: SQLiteValue) -> [SQL]? {
      guard var row = state[table][key] else { return nil }
      row[place] = value
      after.set(row, key, in: table)
      return [update(table, key, place, value)]
    }
    func insert(_ table: String, _ row: ModelState.Row, _ key: RowKey) -> [SQL]? {
      guard state[table][key] == nil else { return nil }
      after.set(row, key, in: table)
      return ["INSERT INTO \(table: table) VALUES \(row)"]
    }
    func delete(_ table: String, _ key: RowKey) -> [SQL]? {
      guard state[table][key] != nil else { return nil }
      after.set(nil, key, in: table)
      return ["DELETE FROM \(table: table) WHERE \(condition(table, key))"]
    }
    let sql: [SQL]? =
      switch Int.random(in: 0..<22, using: &random) {
      case 0, 1: insert("users", [user.first, .text(String(letter)), .integer(number)], user)
      case 2: change("users", user, 1, .text(String(letter)))
      case 3, 4: change("users", user, 2, number == 5 ? .null : .integer(number))
      case 5: delete("users", user)
      case 6: swapNames(of: state, into: &after, &random)
      case 7, 8: insert("posts", [post.first, author(), .text("title \(letter)")], post)
      case 9: change("posts", post, 1, author())
      case 10: change("posts", post, 2, .text("title \(letter)"))
      case 11: delete("posts", post)
      case 12: insert("seats", seat.values + [author()], seat)
      case 13: change("seats", seat, 2, author())
      case 14: delete("seats", seat)
      case 15: insert("accounts", [account.first, .integer(number)], account)
      case 16: change("accounts", account, 1, .integer(number))
      case 17: insert("files", [file.first, data(number), .integer(number)], file)
      case 18: change("files", file, 1, data(number))
      case 19: change("files", file, 2, .integer(number))
      case 20: delete("files", file)
      default: delete("accounts", account)
      }
    guard let sql, after.isAllowed else { return nil }
    return ModelStatement(sql: sql, after: after)
  }

  private static func swapNames(
    of state: ModelState,
    into after: inout ModelState,
    _ random: inout SeededRandom
  ) -> [SQL]? {
    let keys = state["users"].keys.sorted { "\($0)" < "\($1)" }
    guard let first = keys.randomElement(using: &random),
      let second = keys.randomElement(using: &random), first != second,
      var one = state["users"][first], var other = state["users"][second]
    else { return nil }
    (one[1], other[1]) = (other[1], one[1])
    after.set(one, first, in: "users")
    after.set(other, second, in: "users")
    return [
      update("users", first, 1, .text("between")), update("users", second, 1, other[1]),
      update("users", first, 1, one[1]),
    ]
  }

  private static func update(
    _ table: String,
    _ key: RowKey,
    _ place: Int,
    _ value: SQLiteValue
  ) -> SQL {
    let column = ModelState.columns[table]![place]
    let condition = condition(table, key)
    return "UPDATE \(table: table) SET \(column: column) = \(value) WHERE \(condition)"
  }

  private static func condition(_ table: String, _ key: RowKey) -> SQL {
    let parts = zip(ModelState.columns[table]!, key.values).map { name, value -> SQL in
      "\(column: name) = \(value)"
    }
    return "\(parts, separator: " AND ")"
  }
}
