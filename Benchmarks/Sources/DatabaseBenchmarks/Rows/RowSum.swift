import CSQLiteLoops

/// A value with the columns of a row.
protocol UserFields {
  var key: String { get }
  var name: String { get }
  var email: String { get }
  var age: Int { get }
  var visits: Int { get }
  var balance: Double { get }
}

extension UserRow: UserFields {
  var key: String { id }
}

extension loop_sum {
  /// Adds a row. This reads all of its columns.
  @inline(__always)
  mutating func add(_ user: some UserFields) {
    count += 1
    text_bytes += Int64(user.key.utf8.count + user.name.utf8.count + user.email.utf8.count)
    integers += Int64(user.age + user.visits)
    balances += user.balance
  }
}

extension loop_sum: @retroactive Equatable {
  public static func == (left: loop_sum, right: loop_sum) -> Bool {
    left.count == right.count && left.text_bytes == right.text_bytes
      && left.integers == right.integers && left.balances == right.balances
  }
}
