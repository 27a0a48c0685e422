import Foundation
import ImportTestSupport
import StateGraphFormats
import StateGraphImport
import StateGraphSQLite
import TestSupport
import Testing

/// The text in UTF-16, as the standard library encodes it.
func utf16(_ text: String, littleEndian: Bool, mark: Bool = false) -> [UInt8] {
  let units = (mark ? [0xFEFF] : []) + Array(text.utf16)
  return units.flatMap { unit in
    let bytes = [UInt8(unit >> 8), UInt8(unit & 0xFF)]
    return littleEndian ? bytes.reversed() : bytes
  }
}

@Suite("The encoding of an input")
struct EncodingTests {
  private static let text = "id,näme\r\nа,\"日\n本\"\"\"\nb,😀\u{FEFF}x\n\"\",e\u{301}\rc,\n"

  private func transcript(
    _ bytes: [UInt8],
    _ encoding: TextEncoding? = nil,
    chunkBytes: Int
  ) -> Transcript {
    csvTranscript(bytes, encoding: encoding, chunkBytes: chunkBytes)
  }

  @Test(arguments: [true, false], [true, false])
  func `UTF-16 with a mark or without gives the records and places of UTF-8`(
    littleEndian: Bool,
    mark: Bool
  ) throws {
    let expected = csvTranscript(Array(Self.text.utf8), chunkBytes: 1 << 16)
    #expect(expected.records.count == 5)
    let bytes = utf16(Self.text, littleEndian: littleEndian, mark: mark)
    for size in chunkSizes {
      #expect(transcript(bytes, chunkBytes: size) == expected)
      #expect(transcript(bytes, .utf16, chunkBytes: size) == expected)
      let exact = littleEndian ? TextEncoding.utf16LittleEndian : .utf16BigEndian
      #expect(transcript(bytes, exact, chunkBytes: size) == expected)
    }
    let source = try ByteSource(bytes: bytes, name: "x")
    #expect(source.encoding == (littleEndian ? .utf16LittleEndian : .utf16BigEndian))
    #expect(source.hasByteOrderMark == mark)
  }

  @Test func `random text comes out of UTF-16 as it went in`() {
    let seed = TestSeed.current
    var generator = SeededGenerator(state: seed)
    // Commas and line ends among letters of one to four bytes.
    let letters = Array("a,\néß日本😀\u{10FFFF}\u{FFFD}")
    for _ in 0..<20 {
      let body = (0..<Int.random(in: 1...40_000, using: &generator)).map { _ in
        letters[Int.random(in: 0..<letters.count, using: &generator)]
      }
      let text = "a\n" + String(body)
      let expected = csvTranscript(Array(text.utf8), chunkBytes: 1 << 16)
      let bytes = utf16(text, littleEndian: Bool.random(using: &generator), mark: true)
      #expect(transcript(bytes, chunkBytes: 1 << 12) == expected, "seed \(seed)")
    }
  }

  @Test func `JSON in UTF-16 is JSON`() {
    let text = "[{\"é\":\"😀\",\n\"b\":1},\r\n{}]"
    let expected = jsonTranscript(Array(text.utf8), chunkBytes: 1 << 16)
    #expect(expected.records.count == 2 && expected.failures.isEmpty)
    for littleEndian in [true, false] {
      for mark in [true, false] {
        let bytes = utf16(text, littleEndian: littleEndian, mark: mark)
        for size in chunkSizes {
          #expect(jsonTranscript(bytes, chunkBytes: size) == expected)
        }
      }
    }
  }

  struct Damage: Sendable, CustomTestStringConvertible {
    let name: String
    let units: [UInt16]
    var tail: [UInt8] = []
    let column: Int
    var testDescription: String { name }
  }

  @Test(arguments: [
    Damage(name: "a high surrogate before a letter", units: [0x62, 0xD83D, 0x63], column: 2),
    Damage(name: "a low surrogate alone", units: [0xE9, 0xDE00], column: 2),
    Damage(name: "two high surrogates", units: [0xD83D, 0xD83D, 0xDE00], column: 1),
    Damage(name: "a high surrogate before the line end", units: [0x62, 0xD83D], column: 2),
  ])
  func `half of a surrogate pair is refused at its place, and reading goes on`(
    _ damage: Damage
  ) {
    let units: [UInt16] = [0xFEFF, 0x61, 0x0A] + damage.units + [0x0A, 0x63]
    for littleEndian in [true, false] {
      let bytes = units.flatMap { unit -> [UInt8] in
        littleEndian
          ? [UInt8(unit & 0xFF), UInt8(unit >> 8)] : [UInt8(unit >> 8), UInt8(unit & 0xFF)]
      }
      for size in chunkSizes {
        let transcript = transcript(bytes, chunkBytes: size)
        #expect(transcript.first?.code == .invalidEncoding)
        #expect(transcript.first?.place?.description == "in.csv:2:\(damage.column)")
        #expect(transcript.first?.canContinue == true)
        #expect(transcript.records.first == "1:1<a>")
        #expect(transcript.records.last == "3:1<c>")
      }
    }
  }

  @Test(arguments: [[UInt8](), [0x3D, 0xD8]])
  func `UTF-16 that ends within a character is refused at the end`(before: [UInt8]) {
    let bytes = utf16("ab\nc", littleEndian: true, mark: true) + before + [0x64]
    for size in chunkSizes {
      let transcript = transcript(bytes, chunkBytes: size)
      #expect(transcript.first?.code == .invalidEncoding)
      #expect(transcript.first?.place?.description == "in.csv:2:2")
    }
  }

  @Test func `half of a surrogate pair in a JSON string is refused at its place`() {
    var bytes = utf16("{\"a\":\"é", littleEndian: true, mark: true)
    bytes += [0x3D, 0xD8] + utf16("\"}\n{}", littleEndian: true)
    for size in chunkSizes {
      let transcript = jsonTranscript(bytes, chunkBytes: size)
      #expect(transcript.first?.code == .invalidEncoding)
      #expect(transcript.first?.place?.description == "in.json:1:8")
      #expect(transcript.records.count == 2)
    }
  }

  @Test func `every byte of Windows-1252 is the character that iconv says`() throws {
    let directory = try TemporaryDirectory()
    let undefined: [UInt8] = [0x81, 0x8D, 0x8F, 0x90, 0x9D]
    let bytes = (UInt8(0x0E)...0xFF).filter { !undefined.contains($0) && $0 != 0x22 && $0 != 0x2C }
    let path = try directory.write(bytes, to: "all")
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["iconv", "-f", "WINDOWS-1252", "-t", "UTF-8", "-o", path + ".out", path]
    try process.run()
    process.waitUntilExit()
    let expected = try String(contentsOfFile: path + ".out", encoding: .utf8)
    #expect(expected.unicodeScalars.count == bytes.count)
    for size in chunkSizes {
      let records = transcript(bytes, .windows1252, chunkBytes: size).records
      #expect(records.map { Array($0.utf8) } == [Array("1:1<\(expected)>".utf8)])
    }
  }

  @Test(arguments: [0x81, 0x8D, 0x8F, 0x90, 0x9D] as [UInt8])
  func `a byte that Windows-1252 leaves undefined is refused at its place`(byte: UInt8) {
    let bytes: [UInt8] = [0x61, 0x0A, 0xE9, byte, 0x0A, 0x62]
    let transcript = transcript(bytes, .windows1252, chunkBytes: 2)
    #expect(transcript.first?.code == .invalidEncoding)
    #expect(transcript.first?.place?.description == "in.csv:2:2")
    #expect(transcript.records.last == "3:1<b>")
  }

  @Test func `every byte of Latin-1 is the character of its number`() {
    let bytes = (UInt8(0x80)...0xFF).map { $0 }
    let expected = String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    let records = transcript(bytes, .latin1, chunkBytes: 7).records
    #expect(records.map { Array($0.utf8) } == [Array("1:1<\(expected)>".utf8)])
  }

  @Test(arguments: [
    ([0xFF, 0xFE, 0, 0, 0x61, 0, 0, 0] as [UInt8], "UTF-32"),
    ([0, 0, 0xFE, 0xFF, 0, 0, 0, 0x61], "UTF-32"), ([0x61, 0, 0, 0, 0x2C, 0, 0, 0], "UTF-32"),
    ([0, 0, 0, 0x61, 0, 0, 0, 0x2C], "UTF-32"), ([0x50, 0x4B, 3, 4, 0x14], "ZIP"),
    ([0x28, 0xB5, 0x2F, 0xFD, 0], "zstd"), (Array("SQLite format 3\0".utf8), "SQLite"),
    (Array("BZh91AY&SY".utf8), "bzip2"), ([0x7F, 0x45, 0, 0x46, 0, 0, 1], "binary"),
    ([0x7F, 0x45, 0x4C, 0x46, 2, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3, 0], "binary"),
  ])
  func `an unsupported encoding is refused by its name, at the start`(
    bytes: [UInt8],
    name: String
  ) {
    let error = #expect(throws: ImportError.self) { try ByteSource(bytes: bytes, name: "x") }
    #expect(error?.code == .unsupportedEncoding)
    #expect(error?.message.contains(name) == true)
    #expect(error?.place?.description == "x:1:1")
    #expect(error?.remedy.isEmpty == false)
  }

  @Test func `text that begins like the name of a format is text`() throws {
    #expect(csvTranscript(Array("BZh,b\n".utf8), chunkBytes: 64).records.count == 1)
    #expect(csvTranscript(Array("PK,b\n".utf8), chunkBytes: 64).records.count == 1)
  }

  @Test(arguments: [
    ([0xEF, 0xBB, 0xBF, 0x61] as [UInt8], TextEncoding.utf16), ([0xFF, 0xFE, 0x61, 0], .utf8),
    ([0xFE, 0xFF, 0, 0x61], .utf16LittleEndian), ([0xEF, 0xBB, 0xBF, 0x61], .windows1252),
  ])
  func `a byte order mark that differs from the requested encoding is refused`(
    bytes: [UInt8],
    encoding: TextEncoding
  ) {
    let error = #expect(throws: ImportError.self) {
      try ByteSource(bytes: bytes, name: "x", encoding: encoding)
    }
    #expect(error?.code == .unsupportedEncoding)
    #expect(error?.remedy == "Leave out --encoding")
  }

  @Test func `UTF-16 without anything that says the byte order asks for it`() {
    let bytes = utf16("日本,日本語日本語", littleEndian: false)
    let error = #expect(throws: ImportError.self) {
      try ByteSource(bytes: utf16("日本語日本語", littleEndian: false), name: "x", encoding: .utf16)
    }
    #expect(error?.remedy == "Pass --encoding utf-16le or utf-16be")
    #expect(transcript(bytes, .utf16BigEndian, chunkBytes: 3).records.count == 1)
  }

  @Test func `a stray NUL does not pass for UTF-16`() {
    let text = "some text,of a plain table\n1,\0\n2,x\n"
    let transcript = csvTranscript(Array(text.utf8), chunkBytes: 64)
    #expect(transcript.first?.code == .malformedCSV)
    #expect(transcript.first?.place?.description == "in.csv:2:3")
  }

  @Test func `compressed UTF-16 is decompressed and decoded`() throws {
    let bytes = try gzipped(utf16(Self.text, littleEndian: true, mark: true))
    let expected = csvTranscript(Array(Self.text.utf8), chunkBytes: 1 << 16)
    #expect(transcript(bytes, chunkBytes: 1 << 16) == expected)
  }

  @Test func `an input is read in the requested encoding`() throws {
    let scene = try ImportScene("CREATE TABLE users (id TEXT PRIMARY KEY NOT NULL, name TEXT)")
    let bytes: [UInt8] = Array("id,name\na,".utf8) + [0x80, 0xE9, 0x0A]
    let path = try scene.directory.write(bytes, to: "users.csv")
    let error = #expect(throws: ImportError.self) { try scene.run([path]) }
    #expect(error?.code == .invalidUTF8)
    #expect(error?.remedy.contains("--encoding windows-1252") == true)
    #expect(try scene.dump().isEmpty)
    try scene.run([path]) { $0.inputs[0].encoding = .windows1252 }
    #expect(try scene.rows("SELECT name FROM users") == [[.text("€é")]])
  }
}
