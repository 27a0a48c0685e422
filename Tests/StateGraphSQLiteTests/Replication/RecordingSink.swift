import Testing

@testable import StateGraphSQLite

/// A sink that keeps what it receives, and checks the order of the calls as a server would.
struct RecordingSink {
  struct Received {
    let transaction: PendingTransaction
    var changes: [PendingChange] = []
  }

  private(set) var received: [Received] = []
  private var open: Received?
  private var keys: Set<[SQLiteValue]> = []
  /// The number of the last transaction that the sink has.
  private(set) var last: Int64

  init(after seq: Int64 = 0) { last = seq }

  mutating func begin(_ transaction: PendingTransaction) {
    #expect(open == nil, "a transaction begins after the end of the last one")
    #expect(transaction.seq == last + 1, "the numbers have no gap and no repetition")
    open = Received(transaction: transaction)
    keys = []
  }

  mutating func append(_ change: PendingChange) {
    let key = [.text(change.table.string)] + change.row.key.values
    #expect(keys.insert(key).inserted, "each row occurs once")
    #expect(change.row.old != nil || change.row.new != nil)
    #expect(open != nil)
    open?.changes.append(change)
  }

  mutating func end(_ transaction: PendingTransaction) throws {
    let whole = try #require(open)
    #expect(whole.transaction == transaction)
    received.append(whole)
    last = transaction.seq
    open = nil
  }
}

extension RecordingSink.Received {
  /// One line for each changed row, sorted.
  var lines: [String] {
    var changeSet = ChangeSet()
    for (name, changes) in Dictionary(grouping: changes, by: \.table) {
      changeSet.tables[name] = .rows(changes.map(\.row))
    }
    return changeSet.lines
  }
}
