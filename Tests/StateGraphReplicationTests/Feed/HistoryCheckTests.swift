import Testing

@testable import StateGraphReplication

/// Whether the log that a server sends is the log that a file has received.
@Suite struct HistoryCheckTests {
  private static func mark(_ end: UInt64, number: UInt32 = 7, time: Int64 = 5) -> TransactionMark {
    TransactionMark(
      position: LogPosition(rawValue: end - 1),
      end: LogPosition(rawValue: end),
      number: number,
      time: time
    )
  }

  /// The check of a file at position 100.
  private static func check(
    _ newest: NewestTransaction,
    confirmed: UInt64
  ) throws -> HistoryCheck {
    var request = FeedRequest(
      slot: try SlotName("s"),
      publication: try ServerName("p"),
      position: LogPosition(rawValue: 100)
    )
    request.newest = newest
    return HistoryCheck(of: request, confirmed: LogPosition(rawValue: confirmed))
  }

  @Test func `a file that knows no transaction begins at its position and filters by it`() throws {
    var check = try Self.check(.unknown, confirmed: 50)
    #expect(check.start.rawValue == 100)
    #expect(try !check.isNew(Self.mark(100)))
    #expect(try check.isNew(Self.mark(101)))
    try check.didReach(LogPosition(rawValue: 1_000))
  }

  @Test func `the newest transaction is awaited where the slot is before it`() throws {
    var check = try Self.check(.received(Self.mark(90)), confirmed: 50)
    #expect(check.start.rawValue == 89)
    try check.didReach(LogPosition(rawValue: 89))
    #expect(try !check.isNew(Self.mark(80)))
    #expect(try !check.isNew(Self.mark(90)))
    try check.didReach(LogPosition(rawValue: 100))
    #expect(try check.isNew(Self.mark(101)))
  }

  @Test(arguments: [mark(90, number: 8), mark(90, time: 6), mark(91), mark(300)])
  func `another transaction instead of the newest one needs a comparison`(
    other: TransactionMark
  ) throws {
    var check = try Self.check(.received(Self.mark(90)), confirmed: 50)
    let error = #expect(throws: ReplicationError.self) { try check.isNew(other) }
    #expect(error?.code == .needsReconcile)
  }

  @Test func `a server that has passed the newest transaction without it needs a comparison`()
    throws
  {
    let check = try Self.check(.received(Self.mark(90)), confirmed: 50)
    let error = #expect(throws: ReplicationError.self) {
      try check.didReach(LogPosition(rawValue: 90))
    }
    #expect(error?.code == .needsReconcile)
  }

  @Test(arguments: [NewestTransaction.none, .received(mark(40))])
  func `a transaction up to the position that the file has not received needs a comparison`(
    newest: NewestTransaction
  ) throws {
    var check = try Self.check(newest, confirmed: 50)
    #expect(check.start.rawValue < 50)
    try check.didReach(LogPosition(rawValue: 100))
    let error = #expect(throws: ReplicationError.self) { try check.isNew(Self.mark(100)) }
    #expect(error?.code == .needsReconcile)
    check = try Self.check(newest, confirmed: 50)
    #expect(try check.isNew(Self.mark(101)))
  }

  @Test func `the text of a mark is read again, and no other text is`() {
    let mark = TransactionMark(
      position: .zero,
      end: LogPosition(rawValue: .max),
      number: .max,
      time: .min
    )
    #expect(TransactionMark(mark.text) == mark)
    for text in ["", "0/1 0/2 3", "0/1 0/2 3 4 5", "0/1 2 3 4", "0/1 0/2 -3 4", "0/1 0/2 3 x"] {
      #expect(TransactionMark(text) == nil)
    }
  }
}
