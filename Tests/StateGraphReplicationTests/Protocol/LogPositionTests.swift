import StateGraphReplication
import TestSupport
import Testing

@Suite struct LogPositionTests {
  @Test(arguments: TestSeed.seeds(3, includesCurrent: true))
  func `a position survives its text`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    for _ in 0..<1_000 {
      let position = LogPosition(rawValue: .random(in: 0 ... .max, using: &random))
      #expect(LogPosition(position.description) == position, "seed \(seed)")
    }
  }

  @Test(arguments: [
    ("0/0", 0), ("0/192CE30", 0x192_CE30), ("1/0", 1 << 32), ("ff/A", 0xFF_0000_000A),
    ("FFFFFFFF/FFFFFFFF", UInt64.max),
  ])
  func `the server's text is read`(text: String, number: UInt64) {
    #expect(LogPosition(text)?.rawValue == number)
  }

  @Test(arguments: [
    "", "/", "0/", "/0", "0", "123456789/0", "0/123456789", "-1/0", "0/0/0", " 0/0", "G/0",
  ])
  func `another text is no position`(text: String) {
    #expect(LogPosition(text) == nil)
  }

  @Test func `positions are compared as numbers`() throws {
    let low = try #require(LogPosition("0/FFFFFFFF"))
    let high = try #require(LogPosition("1/0"))
    #expect(low < high && LogPosition.zero < low && high.description == "1/0")
  }
}
