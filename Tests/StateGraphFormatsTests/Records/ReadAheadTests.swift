import ImportTestSupport
import TestSupport
import Testing

@testable import StateGraphFormats

/// Reading ahead on a second thread gives the same answers as the reader itself.
@Suite struct ReadAheadTests {
  /// The values that an import may read after each record.
  private struct Answer: Equatable {
    var record: JSONValue?
    var failure: String?
    let text: String
    let place: InputPlace?
    let key: JSONRecordKey?
    let position: RecordPosition
    let bytesRead: Int64
    let canContinue: Bool
  }

  struct Input: Sendable, CustomTestStringConvertible {
    let text: [UInt8]
    var root: String?
    var isMapByKey = false
    var testDescription: String { String(decoding: text.prefix(60), as: UTF8.self) }
  }

  private static let inputs: [Input] =
    JSONRecordReaderTests.examples.map { Input(text: Array($0.input.utf8), root: $0.root) }
    + JSONReaderErrorTests.bad.map { Input(text: $0.input) }
    + JSONReaderErrorTests.bad.map { bad in
      Input(text: Array("{\"a\":1}\n".utf8) + bad.input + Array("\n{\"c\":[{},2]}\n".utf8))
    }
    + [
      Input(
        text: Array(#"{"x":{"n":1},"é":{"n":2},"y":3,"z":{"n":4,"n":5}}"#.utf8),
        isMapByKey: true
      ),
      Input(text: Array(#"{"n":[1],"d":{"r":[{"a":1},{"a":1e999}]},"z":1}"#.utf8), root: "d.r"),
      Input(text: Array("{}{}\r\n{\"a\":\"\u{1F600}\"} {}\r{}".utf8)),
    ]

  private static func reader(_ input: Input, chunkBytes: Int) throws -> JSONRecordReader {
    JSONRecordReader(
      try ByteSource(bytes: input.text, name: "in.json", chunkBytes: chunkBytes),
      root: input.root,
      isMapByKey: input.isMapByKey
    )
  }

  private static func answers(_ reader: some JSONRecordSource) -> [Answer] {
    var answers: [Answer] = []
    while true {
      var record: JSONValue?
      var failure: String?
      do {
        record = try reader.next()
      } catch {
        failure = "\(error.code) \(error)"
      }
      answers.append(
        Answer(
          record: record,
          failure: failure,
          text: text(reader.recordBytes),
          place: reader.recordPlace,
          key: reader.recordKey,
          position: reader.position,
          bytesRead: reader.bytesRead,
          canContinue: reader.canContinue
        )
      )
      if record == nil, failure == nil || !reader.canContinue { return answers }
    }
  }

  @Test(arguments: inputs)
  func `reading ahead gives the reader's records and errors for all batch sizes and bounds`(
    input: Input
  ) throws {
    for chunkBytes in [1, 7, 64 * 1024] {
      let expected: [Answer]
      do {
        expected = Self.answers(try Self.reader(input, chunkBytes: chunkBytes))
      } catch {
        // The input cannot be opened, so there is nothing to read ahead of.
        return
      }
      for (batchBytes, maximumBytes) in [(1, 1), (400, 1_000), (1 << 20, 1 << 20)] {
        let ahead = try #require(
          ReadAheadRecords(
            try Self.reader(input, chunkBytes: chunkBytes),
            keepsText: true,
            batchBytes: batchBytes,
            maximumBytes: maximumBytes
          )
        )
        #expect(ahead.recordPlace == nil)
        #expect(Self.answers(ahead) == expected, "batches of \(batchBytes)")
      }
    }
  }

  @Test func `many small records come in their order`() throws {
    let count = isSanitizerOn ? 100_000 : 1_000_000
    let lines = (0..<count).map { "{\"n\":\($0)}\n" }.joined()
    let source = try ByteSource(bytes: Array(lines.utf8), name: "in.json")
    let ahead = try #require(ReadAheadRecords(JSONRecordReader(source), keepsText: false))
    var next: Int64 = 0
    while let record = try ahead.next() {
      guard record.members?.first?.value.content == .integer(next) else { break }
      next += 1
    }
    #expect(next == Int64(count))
    #expect(try ahead.next() == nil, "the end stays the end")
    #expect(ahead.position.line == count + 1)
    #expect(ahead.recordBytes.isEmpty, "nobody has asked for the texts")
  }

  /// An endless input: a reader that does not stop by itself never returns.
  ///
  /// It leaves out the failures, short reads and waiting of a real file or pipe.
  private final class EndlessInput: ByteInput {
    private var rest: ArraySlice<UInt8>
    private let again: [UInt8]
    private(set) var bytesTaken: Int64 = 0

    init(_ start: String, thenAgainAndAgain again: String) {
      self.again = Array(again.utf8)
      rest = Array(start.utf8)[...]
    }

    func read(into target: UnsafeMutablePointer<UInt8>, atMost limit: Int) -> Int {
      if rest.isEmpty { rest = again[...] }
      let length = min(limit, rest.count)
      for (index, byte) in rest.prefix(length).enumerated() { target[index] = byte }
      rest = rest.dropFirst(length)
      bytesTaken += Int64(length)
      return length
    }
  }

  @Test(
    arguments: [
      ("", #"{"a":"some text of some length","b":[1,2,3]}"# + "\n", nil, 0),
      ("", #"{"a":"some text of some length","b":[1,2,3]}"# + "\n", nil, 1),
      ("", #"{"a":"some text of some length","b":[1,2,3]}"# + "\n", nil, 20_000),
      (#"{"r":[{"a":1}],"rest":[0"#, ",[0,1,{}],2", "r", 0),
      (#"{"first":[0"#, ",[0,1,{}],2", "r", 0),
      ("[{\"n\":[0", ",[0,1,{}],2", nil, 0),
    ] as [(String, String, String?, Int)]
  )
  func `releasing an unfinished reader ends its thread and releases the source`(
    start: String,
    again: String,
    root: String?,
    recordCount: Int
  ) throws {
    weak var left: JSONRecordReader?
    do {
      let input = EndlessInput(start, thenAgainAndAgain: again)
      let source = try ByteSource(
        try InputLayers(over: input, name: "endless"),
        name: "endless",
        totalBytes: nil,
        chunkBytes: 4_096,
        maximumFieldBytes: 1 << 30
      )
      let reader = JSONRecordReader(source, root: root)
      left = reader
      let ahead = try #require(ReadAheadRecords(consume reader, keepsText: true))
      for _ in 0..<recordCount { #expect(try ahead.next() != nil) }
    }
    #expect(left == nil)
  }

  @Test func `a pipe is read without reading ahead`() throws {
    let source = try ByteSource(
      try InputLayers(over: EndlessInput("", thenAgainAndAgain: "{}"), name: "endless"),
      name: "endless",
      totalBytes: nil,
      chunkBytes: 4_096,
      maximumFieldBytes: 1 << 20
    )
    let reader = JSONRecordReader(source)
    #expect(reader.readingAhead(keepsText: true) === reader)
  }

  @Test func `another batch is requested only while the byte limit has room`() {
    let exchange = BatchExchange<RecordBatch>(maximumBytes: 100)
    #expect(exchange.hasRoom)
    let batch = RecordBatch()
    guard let source = try? ByteSource(bytes: Array("{\"a\":1}".utf8), name: "x") else { return }
    batch.append(from: JSONRecordReader(source), keepsText: true)
    #expect(batch.byteCount > 100)
    exchange.deliver(batch)
    #expect(!exchange.hasRoom)
    #expect(exchange.takeFilled() === batch)
    #expect(!exchange.hasRoom, "it is still being written")
    exchange.giveBack(batch)
    #expect(exchange.hasRoom)
    #expect(exchange.takeUsed()?.first === batch)
    exchange.close()
    #expect(exchange.takeUsed() == nil)
  }
}
