import ImportTestSupport
import StateGraphSQLite
import TestSupport
import Testing

@testable import StateGraphFormats

/// An input that begins with gigabytes of blanks, which are neither stored nor parsed.
///
/// It leaves out most of the blanks: after the first read, the target keeps its bytes. It never fails
/// or waits, as a real file can.
private final class LargeInput: ByteInput {
  private var skippedBytes: Int64
  private let rest: MemoryInput
  private(set) var bytesTaken: Int64 = 0

  init(skippedBytes: Int64, _ text: String) {
    self.skippedBytes = skippedBytes
    rest = MemoryInput(Array(text.utf8))
  }

  func read(into target: UnsafeMutablePointer<UInt8>, atMost limit: Int) -> Int {
    var count = Int(min(skippedBytes, Int64(limit)))
    if count == 0 {
      count = rest.read(into: target, atMost: limit)
    } else {
      // The first bytes determine the format; the parser skips the other blanks.
      if bytesTaken == 0 { target.update(repeating: UInt8(ascii: " "), count: count) }
      skippedBytes -= Int64(count)
    }
    bytesTaken += Int64(count)
    return count
  }
}

@Suite("Places behind four gigabytes") struct LargeOffsetTests {
  private static let chunkBytes = 1 << 20

  /// A source that has already read `skippedBytes` bytes.
  private func source(behind skippedBytes: Int64, _ text: String) throws -> ByteSource {
    let source = try ByteSource(
      InputLayers(
        over: LargeInput(skippedBytes: skippedBytes, text),
        name: "large",
        encoding: .utf8
      ),
      name: "large",
      totalBytes: nil,
      chunkBytes: Self.chunkBytes,
      maximumFieldBytes: 64 << 20
    )
    while source.baseOffset + Int64(source.count) < skippedBytes {
      guard try source.refill(keeping: source.count) else { break }
    }
    _ = try source.refill(keeping: source.count)
    #expect(source.baseOffset == skippedBytes)
    return source
  }

  @Test(arguments: [1 << 31, 1 << 32, (1 << 32) + (300 << 20), 1 << 33] as [Int64])
  func `offsets of CSV are exact behind the numbers of 32 bits`(start: Int64) throws {
    let reader = CSVReader(
      try source(behind: start, "id,name\r\na,\"é\nb\"\r\nc,d\"e\r\n"),
      dialect: CSVDialect(),
      isStrict: true
    )
    #expect(try reader.next())
    #expect(reader.place(ofField: 1).byteOffset == start + 11)
    let error = #expect(throws: ImportError.self) { try reader.next() }
    #expect(error?.place == InputPlace(file: "large", line: 4, column: 4, byteOffset: start + 22))
    #expect(reader.source.bytesRead == start + 26)
  }

  @Test(arguments: [1 << 31, 1 << 32, (1 << 32) + (300 << 20), 1 << 33] as [Int64])
  func `offsets of JSON are exact behind the numbers of 32 bits`(start: Int64) throws {
    let reader = JSONRecordReader(
      try source(behind: start, "{\"id\":\"é\"}\n{\"id\":\n?}\n")
    )
    let record = try #require(try reader.next())
    #expect(record.place.byteOffset == start)
    let error = #expect(throws: ImportError.self) { try reader.next() }
    #expect(error?.place?.byteOffset == start + 19)
    #expect(error?.lineAndColumn == "3:1")
  }
}
