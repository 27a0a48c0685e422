import StateGraphReplication
import StateGraphRows

/// Checks the decoders of the replication stream. The input is a list of messages, each behind its
/// length in two bytes.
enum ReplicationTarget {
  static func run(_ input: [UInt8]) {
    var limits = ReplicationLimits()
    (limits.relations, limits.columns, limits.valueBytes) = (4, 20, 200)
    var decoder = LogicalMessageDecoder(limits: limits)
    for message in messages(in: input) {
      logical(message, &decoder)
      _ = try? StreamMessage(message)
      copiedRow(message)
      values(message)
    }
  }

  private static func messages(in input: [UInt8]) -> [ArraySlice<UInt8>] {
    var messages: [ArraySlice<UInt8>] = []
    var rest = input[...]
    while rest.count >= 2 {
      let size = Int(rest.removeFirst()) << 8 | Int(rest.removeFirst())
      messages.append(rest.prefix(size))
      rest = rest.dropFirst(size)
    }
    return messages
  }

  private static func logical(_ bytes: ArraySlice<UInt8>, _ decoder: inout LogicalMessageDecoder) {
    let before = decoder.relations
    guard let message = try? decoder.decode(bytes) else {
      return require(decoder.relations == before, "an error changes no relation")
    }
    require(decoder.relations.count <= 4, "there are no more relations than allowed")
    let written = MessageWriter.bytes(of: message)
    // The server may also write the name of pg_catalog.
    let hasCatalog = written.count + 10 == bytes.count
    require(written == Array(bytes) || hasCatalog, "a message has one encoding: \(message)")
    for count in 0..<bytes.count {
      var copy = decoder
      require((try? copy.decode(bytes.prefix(count))) == nil, "a part of a message is refused")
    }
  }

  private static func copiedRow(_ line: ArraySlice<UInt8>) {
    for count in 1...3 {
      guard
        let row = try? CopyRowDecoder.decode(line, columnCount: count, limits: ReplicationLimits())
      else { continue }
      require(row.count == count, "a row has its columns")
      require(row.reduce(0) { $0 + ($1?.count ?? 0) } <= line.count, "no value is longer")
    }
  }

  private static func values(_ text: ArraySlice<UInt8>) {
    for type in ServerType.allCases {
      for modifier: Int32 in [-1, 4 + 3, 4 + (5 << 16 | 2)] {
        guard
          let conversion = try? ReplicatedColumn(
            server: type.rawValue,
            modifier: modifier,
            file: type.fileType,
            column: "c"
          ),
          let value = try? conversion.fileValue(text)
        else { continue }
        // A value that the server can store comes back as the same value.
        guard let sent = try? conversion.serverText(value) else { continue }
        require(
          (try? conversion.fileValue(sent[...])) == value,
          "\(type) \(value) survives"
        )
      }
    }
  }
}
