import StateGraphPersistence
import TestSupport
import Testing

/// Two writers move money while four threads add up the balances: no reader ever sees half of a
/// transfer.
@Suite struct TransferTests {
  static let transfersOfEach = 200

  /// Runs two writers, and four readers that each call `read` repeatedly.
  private func withWriters(
    _ bank: Bank,
    readsOfEach: Int,
    read: @escaping @Sendable () throws -> Void
  ) throws {
    let finished = Recorder<Int>()
    let writers = (0..<2).map { writer in
      BackgroundThread {
        for number in 0..<Self.transfersOfEach { bank.transfer(number, by: writer) }
        finished.record(writer)
      }
    }
    // The readers run at least `readsOfEach` times, and until the writers have ended.
    let readers = (0..<4).map { _ in
      BackgroundThread {
        var count = 0
        while count < readsOfEach || finished.elements.count < 2 {
          try read()
          count += 1
        }
      }
    }
    for thread in writers + readers { try thread.join() }
    #expect(bank.wrongTotals.elements == [])
    // Without a transfer the test would prove nothing.
    #expect(bank.all.contains { $0.balance != 100 })
    #expect(bank.all.map(\.balance).reduce(0, +) == Bank.total)
    #expect(try bank.sumBySQL() == Bank.total)
    for account in bank.all {
      let row = try bank.database.rows(
        "SELECT balance FROM accounts WHERE id = \(account.typedID.raw)"
      )
      #expect(row.first?[0] == account.balance.value)
    }
  }

  @Test func `a sum by SQL is of one commit`() throws {
    let bank = try Bank()
    try withWriters(bank, readsOfEach: 300) { bank.check(try bank.sumBySQL(), "SQL") }
  }

  @Test func `a computed over held accounts sums one commit`() throws {
    let bank = try Bank()
    let sum = Computed { _ in bank.all.map(\.balance).reduce(0, +) }
    try withWriters(bank, readsOfEach: 500) { bank.check(sum.wrappedValue, "Computed") }
  }

  @Test func `a computed over the store sums one commit`() throws {
    let bank = try Bank()
    let sum = Computed { _ in bank.accounts.getAll().map(\.balance).reduce(0, +) }
    try withWriters(bank, readsOfEach: 100) { bank.check(sum.wrappedValue, "Computed, getAll") }
  }

  @Test func `a computed that is new on every read sums one commit`() throws {
    let bank = try Bank()
    try withWriters(bank, readsOfEach: 200) {
      let sum = Computed { _ in bank.all.map(\.balance).reduce(0, +) }
      bank.check(sum.wrappedValue, "new Computed")
    }
  }

  @Test func `an observer sees only complete transfers`() throws {
    let bank = try Bank()
    let sums = Recorder<Int>()
    let subscription = withGraphTracking {
      Computed { _ in bank.all.map(\.balance) }.onChange { sums.record($0.reduce(0, +)) }
    }
    try withWriters(bank, readsOfEach: 0) { _ = bank.accounts.count }
    #expect(Set(sums.elements) == [Bank.total])
    subscription.cancel()
  }

  @Test func `properties read in a snapshot are of one commit`() throws {
    let bank = try Bank()
    try withWriters(bank, readsOfEach: 300) {
      try bank.database.read {
        let byProperty = bank.all.map(\.balance).reduce(0, +)
        bank.check(byProperty, "read, properties")
        bank.check(try bank.sumBySQL(), "read, SQL")
        bank.check(bank.accounts.getAll().map(\.balance).reduce(0, +), "read, getAll")
        // A second read sees the same commit as the first, although writers have continued.
        if bank.all.map(\.balance).reduce(0, +) != byProperty { bank.check(-1, "read, again") }
      }
    }
  }

  @Test func `a snapshot does not move while writers go on`() throws {
    let bank = try Bank()
    let before = bank.all.map(\.balance)
    try bank.database.read {
      try withThread { for number in 1..<20 { bank.transfer(number, by: 0) } }
      #expect(bank.all.map(\.balance) == before)
      #expect(bank.accounts.getAll().map(\.balance) == before)
      #expect(try bank.sumBySQL() == Bank.total)
    }
    #expect(bank.all.map(\.balance) != before)
  }
}
