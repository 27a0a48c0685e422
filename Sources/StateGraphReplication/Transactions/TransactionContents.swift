/// The messages of a transaction, in memory or in a ``SpoolFile``.
struct TransactionContents: Sendable {
  private(set) var memory: [UInt8] = []
  private(set) var spool: SpoolFile?
  /// The size of all messages with their lengths.
  private(set) var byteCount = 0

  static let lengthBytes = 4

  /// Adds a message. Beyond the limit for memory, all messages go to a file.
  mutating func append(
    _ message: ArraySlice<UInt8>,
    limits: ReplicationLimits,
    spoolDirectory: String
  ) throws(ReplicationError) {
    let size = Self.lengthBytes + message.count
    guard byteCount + size <= limits.transactionBytes else {
      throw ReplicationError(
        .tooLarge,
        "A transaction of the server has more than \(limits.transactionBytes) bytes.",
        remedy: "Raise the limit of a transaction."
      )
    }
    let length = withUnsafeBytes(of: UInt32(message.count)) { Array($0) }
    byteCount += size
    if spool == nil, byteCount > limits.memoryBytes {
      let file = try SpoolFile(in: spoolDirectory)
      try file.append(memory[...])
      memory = []
      spool = file
    }
    if let spool {
      try spool.append(length[...])
      try spool.append(message)
    } else {
      memory += length
      memory += message
    }
  }

  /// Ends the messages, before another thread reads them.
  mutating func seal() throws(ReplicationError) { try spool?.seal() }

  /// Returns up to `count` bytes at an offset.
  func read(_ count: Int, at offset: Int) throws(ReplicationError) -> ArraySlice<UInt8> {
    if let spool { return try spool.read(count, at: offset)[...] }
    return memory[offset..<min(memory.count, offset + count)]
  }
}
