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
