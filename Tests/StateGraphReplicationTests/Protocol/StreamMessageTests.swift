import StateGraphReplication
import Testing

@Suite struct StreamMessageTests {
  private static func writer(_ letter: Character, _ numbers: UInt64...) -> MessageWriter {
    var writer = MessageWriter()
    writer.add(letter: letter)
    for number in numbers { writer.add(number) }
    return writer
  }

  @Test func `a part of the log is decoded`() throws {
    var writer = Self.writer("w", 5, 9, 1)
    writer.add(UInt8(77))
    #expect(
      try StreamMessage(writer.bytes[...])
        == .data(start: LogPosition(rawValue: 5), end: LogPosition(rawValue: 9), payload: [77])
    )
  }

  @Test(arguments: [false, true])
  func `a sign of life is decoded`(wantsReply: Bool) throws {
    var writer = Self.writer("k", 9, 1)
    writer.add(UInt8(wantsReply ? 1 : 0))
    #expect(
      try StreamMessage(writer.bytes[...])
        == .keepalive(end: LogPosition(rawValue: 9), wantsReply: wantsReply)
    )
  }

  @Test func `parts, additions and unknown kinds are refused`() {
    var keepalive = Self.writer("k", 9, 1)
    keepalive.add(UInt8(1))
    let data = Self.writer("w", 5, 9, 1).bytes
    var bad = (0..<data.count).map { Array(data.prefix($0)) }
    bad += (0..<keepalive.bytes.count).map { Array(keepalive.bytes.prefix($0)) }
    bad += [keepalive.bytes + [0], Self.writer("k", 9, 1).bytes + [2], Self.writer("x", 9).bytes]
    for bytes in bad {
      let error = #expect(throws: ReplicationError.self) { try StreamMessage(bytes[...]) }
      #expect(error?.code == .malformedMessage)
    }
  }

  @Test func `a report has the positions in the server's order, and a request of an answer`() {
    let status = StandbyStatus(
      written: LogPosition(rawValue: 3),
      flushed: LogPosition(rawValue: 2),
      applied: LogPosition(rawValue: 1),
      wantsReply: true
    )
    var writer = Self.writer("r", 3, 2, 1, 0)
    writer.add(UInt8(1))
    #expect(status.bytes == writer.bytes)
  }
}
