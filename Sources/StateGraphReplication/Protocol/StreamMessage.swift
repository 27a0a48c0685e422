/// A message of the replication stream, which carries the messages of `pgoutput`.
package enum StreamMessage: Hashable, Sendable {
  /// A part of the log: the message of `pgoutput` in `payload`.
  case data(start: LogPosition, end: LogPosition, payload: ArraySlice<UInt8>)
  /// A sign of life. `end` is the position up to which the server has read its log.
  case keepalive(end: LogPosition, wantsReply: Bool)

  /// Decodes the content of one CopyData message.
  ///
  /// - Throws: `.malformedMessage`.
  package init(_ bytes: ArraySlice<UInt8>) throws(ReplicationError) {
    var reader = MessageReader(bytes)
    switch try reader.byte("kind") {
    case UInt8(ascii: "w"):
      let start = try reader.logPosition("start position")
      let end = try reader.logPosition("end position")
      _ = try reader.integer(Int64.self, field: "time")
      self = .data(start: start, end: end, payload: reader.rest())
    case UInt8(ascii: "k"):
      let end = try reader.logPosition("end position")
      _ = try reader.integer(Int64.self, field: "time")
      let reply = try reader.byte("reply")
      guard reply <= 1 else { throw reader.malformed("the request of a reply is no boolean") }
      self = .keepalive(end: end, wantsReply: reply == 1)
      try reader.expectEnd()
    case let kind: throw reader.malformed("the kind \(kind) of the stream's message is unknown")
    }
  }
}

/// A report to the server: up to where this machine has received, flushed and applied the log.
package struct StandbyStatus: Hashable, Sendable {
  package var written: LogPosition
  /// The server may forget all changes before this position.
  package var flushed: LogPosition
  package var applied: LogPosition
  /// Whether the server must answer at once.
  package var wantsReply: Bool

  package init(
    written: LogPosition,
    flushed: LogPosition,
    applied: LogPosition,
    wantsReply: Bool
  ) {
    self.written = written
    self.flushed = flushed
    self.applied = applied
    self.wantsReply = wantsReply
  }

  /// The content of a CopyData message.
  ///
  /// The time is 2000-01-01, the server's zero. The server only shows it, and this library reads no
  /// clock that people can set.
  package var bytes: [UInt8] {
    var bytes: [UInt8] = [UInt8(ascii: "r")]
    for number in [written.rawValue, flushed.rawValue, applied.rawValue, 0] {
      withUnsafeBytes(of: number.bigEndian) { bytes.append(contentsOf: $0) }
    }
    bytes.append(wantsReply ? 1 : 0)
    return bytes
  }
}
