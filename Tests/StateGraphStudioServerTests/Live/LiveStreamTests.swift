import StateGraphThreads
import TestSupport
import Testing

@testable import StateGraphStudioServer

@Suite("The stream of events of one tab")
struct LiveStreamTests {
  @Test func `events within 50 ms are sent together`() async {
    let stream = LiveStream(schema: "s") { _ in }
    let start = ContinuousClock.now
    let hello = await stream.next()
    #expect(hello != nil)
    for number in 0..<20 {
      stream.notify("n\(number)", data: Array("{}".utf8))
      if number == 0 { stream.notify("first", data: Array("{}".utf8)) }
    }
    let part = String(decoding: await stream.next() ?? [], as: UTF8.self)
    #expect(start.duration(to: .now) >= .milliseconds(45))
    #expect(part.split(separator: "event:").count == 21)
    stream.end()
    #expect(await stream.next() == nil)
  }

  @Test func `a row with the same key and another rowid is sent whole`() {
    var old = ShownRow(key: Array(#"["a"]"#.utf8), tie: Array("[1]".utf8))
    var new = ShownRow(key: Array(#"["a"]"#.utf8), tie: Array("[2]".utf8))
    old.append(Array("5".utf8))
    new.append(Array("5".utf8))
    var writer = JSONBuilder()
    WindowDifference(from: [old], to: [new]).write(to: &writer)
    #expect(
      String(decoding: writer.bytes, as: UTF8.self)
        == #"[{"key":["a"],"tie":[2],"values":[5]}]"#
    )
  }
}
