/// Collects the messages between BEGIN and COMMIT, and checks each of them.
///
/// A message that breaks the protocol ends the feed before any part of its transaction is used.
struct TransactionAssembler {
  private let limits: ReplicationLimits
  private let spoolDirectory: String
  private var decoder: LogicalMessageDecoder
  private var open: OpenTransaction?

  private struct OpenTransaction {
    let final: LogPosition
    let number: UInt32
    let decoder: LogicalMessageDecoder
    var changeCount = 0
    var contents = TransactionContents()
  }

  init(limits: ReplicationLimits, spoolDirectory: String) {
    self.limits = limits
    self.spoolDirectory = spoolDirectory
    decoder = LogicalMessageDecoder(limits: limits)
  }

  /// Whether a transaction has begun and not ended.
  var isInTransaction: Bool { open != nil }

  /// Adds a message. Returns the transaction that it ends.
  mutating func add(
    _ message: ArraySlice<UInt8>
  ) throws(ReplicationError) -> ServerTransaction? {
    let before = decoder
    switch try decoder.decode(message) {
    case .begin(let final, _, let number):
      guard open == nil else { throw disorder("a BEGIN within a transaction") }
      open = OpenTransaction(final: final, number: number, decoder: before)
    case .commit(let position, let end, let time):
      guard let open, open.final == position, end > position else {
        throw disorder("a COMMIT that does not fit its BEGIN")
      }
      self.open = nil
      return try finished(open, end: end, time: time)
    case .change:
      guard open != nil else { throw disorder("a change outside of a transaction") }
      open?.changeCount += 1
      try append(message)
    case .relation:
      if open != nil { try append(message) }
    case .origin, .type: break
    }
    return nil
  }

  private mutating func append(_ message: ArraySlice<UInt8>) throws(ReplicationError) {
    try open?.contents.append(message, limits: limits, spoolDirectory: spoolDirectory)
  }

  private func finished(
    _ open: OpenTransaction,
    end: LogPosition,
    time: Int64
  ) throws(ReplicationError) -> ServerTransaction {
    var contents = open.contents
    try contents.seal()
    return ServerTransaction(
      position: open.final,
      end: end,
      number: open.number,
      time: time,
      changeCount: open.changeCount,
      decoder: open.decoder,
      contents: contents
    )
  }

  private func disorder(_ what: String) -> ReplicationError {
    ReplicationError(
      .malformedMessage,
      "The server sent messages in a wrong order: \(what)."
    )
  }
}
