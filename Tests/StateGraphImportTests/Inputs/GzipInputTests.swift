import Foundation
import ImportTestSupport
import StateGraphFormats
import StateGraphImport
import TestSupport
import Testing

/// The output of `gzip` for some bytes.
func gzipped(_ bytes: [UInt8]) throws -> [UInt8] {
  let directory = try TemporaryDirectory()
  let process = Process()
  process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
  process.arguments = ["gzip", "-n", try directory.write(bytes, to: "plain")]
  try process.run()
  process.waitUntilExit()
  return Array(try Data(contentsOf: URL(fileURLWithPath: directory.file("plain.gz"))))
}

@Suite("Input compressed with gzip")
struct GzipInputTests {
  private static let text =
    "id,name\na,\"é\n\"\nb,日\n" + String(repeating: "c,dddddd\n", count: 900)

  @Test func `compressed text gives the records and places of the plain text`() throws {
    let plain = Array(Self.text.utf8)
    let compressed = try gzipped(plain)
    #expect(compressed.count < plain.count / 4)
    let expected = csvTranscript(plain, CSVDialect(), chunkBytes: 1 << 16)
    #expect(expected.records.count == 902)
    for transcript in underAllChunkSizes({ csvTranscript(compressed, chunkBytes: $0) }) {
      #expect(transcript.records.dropFirst() == expected.records[...])
      #expect(transcript.failures.isEmpty)
    }
  }

  @Test func `members one after another are one text, with padding of zeros behind them`() throws {
    let members =
      try gzipped(Array("a,b\n1,".utf8)) + gzipped([]) + gzipped(Array("2\n".utf8))
      + [UInt8](repeating: 0, count: 1_000)
    for transcript in underAllChunkSizes({ csvTranscript(members, chunkBytes: $0) }) {
      #expect(transcript.records == ["1:1<a>|1:3<b>", "2:1<1>|2:3<2>"])
      #expect(transcript.failures.isEmpty)
    }
  }

  @Test func `a stream that is cut short anywhere is refused, never taken for the whole`() throws {
    let whole = try gzipped(Array("a,b\n1,2\n3,4\n".utf8))
    for length in 2..<whole.count {
      let transcript = csvTranscript(Array(whole[..<length]), chunkBytes: 64)
      #expect(transcript.failures.count == 1, "\(length) bytes")
      #expect(transcript.first?.code == .corruptCompression, "\(length) bytes")
      #expect(transcript.first?.canContinue == false, "\(length) bytes")
      #expect(transcript.first?.place != nil, "\(length) bytes")
    }
  }

  @Test func `a damaged byte is refused with its offset in the compressed input`() throws {
    var damaged = try gzipped(Array(Self.text.utf8))
    // The checksum stands in the eight bytes at the end, before the length.
    damaged[damaged.count - 8] ^= 1
    let error = #expect(throws: ImportError.self) {
      let reader = CSVReader(try ByteSource(bytes: damaged, name: "x.csv.gz"))
      while try reader.next() {}
    }
    #expect(error?.code == .corruptCompression)
    #expect(error?.message.contains("incorrect data check") == true)
    #expect(error?.message.contains(" at byte \(damaged.count - 4) ") == true)
    #expect(error?.place?.line == 905)
  }

  @Test func `text behind the last member is refused`() throws {
    let member = try gzipped(Array("a\n1\n".utf8))
    let transcript = csvTranscript(member + Array("b\n".utf8), chunkBytes: 64)
    #expect(transcript.records.first == "1:1<a>")
    #expect(transcript.first?.code == .corruptCompression)
  }

  @Test func `a stream in a stream is refused at the start`() throws {
    let twice = try gzipped(try gzipped(Array("a\n1\n".utf8)))
    #expect(csvTranscript(twice, chunkBytes: 64).first?.code == .unsupportedEncoding)
  }

  @Test func `compressed text whose field exceeds the limit is refused at the limit`() throws {
    let bomb = try gzipped([UInt8](repeating: 0x61, count: 16 << 20))
    #expect(bomb.count < 20_000)
    let transcript = csvTranscript(bomb, chunkBytes: 1 << 16, maximumFieldBytes: 1 << 20)
    #expect(transcript.first?.code == .fieldTooLarge)
  }

  @Test func `the progress counts compressed bytes up to the size of the file`() throws {
    let directory = try TemporaryDirectory()
    let compressed = try gzipped(Array(Self.text.utf8))
    let path = try directory.write(compressed, to: "t.csv.gz")
    let source = try ByteSource(path: path)
    let reader = CSVReader(source)
    while try reader.next() {}
    #expect(source.totalBytes == Int64(compressed.count))
    #expect(source.bytesRead == Int64(compressed.count))
    #expect(source.compression == .gzip)
  }

  @Test(arguments: [
    ("posts.csv.gz", ImportFormat.csv), ("posts.CSV.GZ", .csv), ("d.gz/posts.jsonl.gz", .jsonl),
    ("posts.tab.gz", .tsv), ("posts.json", .json), ("posts.gz", nil), (".csv.gz", nil),
  ])
  func `the name within the compressed name says the format`(
    path: String,
    format: ImportFormat?
  ) {
    #expect(ImportFormat(path: path) == format)
  }

  @Test(arguments: ["users.csv.gz", "users.csv"])
  func `a compressed file is imported under either name`(name: String) throws {
    let scene = try ImportScene("CREATE TABLE users (id TEXT PRIMARY KEY NOT NULL, name TEXT)")
    let path = try scene.directory.write(try gzipped(Array("id,name\na,A\n".utf8)), to: name)
    let report = try scene.run([path])
    #expect(report.records == 1)
    #expect(try scene.dump().count == 1)
  }

  @Test func `damage in the last bytes keeps nothing of a file`() throws {
    let scene = try ImportScene("CREATE TABLE users (id TEXT PRIMARY KEY NOT NULL, name TEXT)")
    let whole = try gzipped(Array("id,name\na,A\n".utf8))
    let path = try scene.directory.write(Array(whole.dropLast()), to: "users.csv.gz")
    let error = #expect(throws: ImportError.self) { try scene.run([path]) }
    #expect(error?.code == .corruptCompression)
    #expect(error?.place?.file == path)
    #expect(try scene.dump().isEmpty)
  }
}
