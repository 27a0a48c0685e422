import Foundation
import ImportTestSupport
import StateGraphFormats
import TestSupport
import Testing

@Suite("JSON conformance") struct JSONConformanceTests {
  @Test(arguments: JSONConformanceCase.accepted)
  func `valid JSON is read to its end`(example: JSONConformanceCase) {
    for size in chunkSizes { #expect(Self.failure(example, size) == nil, "chunk size \(size)") }
  }

  @Test(arguments: JSONConformanceCase.refused)
  func `invalid JSON is refused at a place inside the input`(example: JSONConformanceCase) {
    for size in chunkSizes {
      let failure = Self.failure(example, size)
      #expect(failure != nil, "chunk size \(size)")
      let offsets = 0...Int64(example.input.count)
      #expect(failure?.place.map { offsets.contains($0.byteOffset) } == true, "chunk size \(size)")
    }
  }

  @Test(arguments: JSONConformanceCase.open)
  func `cases that the RFC leaves open have the same result for every chunk size`(
    example: JSONConformanceCase
  ) {
    for size in chunkSizes {
      #expect(Self.failure(example, size)?.code == example.refusal, "chunk size \(size)")
    }
  }

  @Test func `every case of a table has its own name`() {
    for table in [
      JSONConformanceCase.accepted, JSONConformanceCase.refused, JSONConformanceCase.open,
    ] {
      #expect(Set(table.map(\.name)).count == table.count)
    }
  }

  /// The first failure, or nil where the reader comes to the end.
  private static func failure(_ example: JSONConformanceCase, _ chunkBytes: Int) -> ImportError? {
    do {
      let source = try ByteSource(bytes: example.input, name: "in.json", chunkBytes: chunkBytes)
      let reader = JSONReader(source)
      while try reader.next() != .end {}
      return nil
    } catch {
      return error
    }
  }
}

@Suite("JSON conformance, by Python") struct JSONConformanceReferenceTests {
  private static let script = """
    import json, os, sys

    def refuse(constant):
      raise ValueError(constant)

    for name in sorted(os.listdir(sys.argv[1])):
      with open(os.path.join(sys.argv[1], name), "rb") as file:
        text = file.read()
      try:
        json.loads(text.decode("utf-8"), parse_constant=refuse)
        print("accepted")
      except ValueError:
        print("refused")
    """

  @Test func `Python accepts and refuses the same texts as JSON`() throws {
    let directory = try TemporaryDirectory()
    let cases = JSONConformanceCase.accepted + JSONConformanceCase.refused
    let texts = directory.file("texts")
    try FileManager.default.createDirectory(atPath: texts, withIntermediateDirectories: false)
    for (number, example) in cases.enumerated() {
      try directory.write(example.input, to: "texts/\(10_000 + number)")
    }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["python3", "-c", Self.script, texts]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let output = try #require(try pipe.fileHandleForReading.readToEnd())
    process.waitUntilExit()
    let verdicts = String(decoding: output, as: UTF8.self).split(separator: "\n")
    try #require(verdicts.count == cases.count)
    for (example, (number, verdict)) in zip(cases, verdicts.enumerated()) {
      let expected = number < JSONConformanceCase.accepted.count ? "accepted" : "refused"
      #expect(verdict == expected, "\(example.name)")
    }
  }
}
