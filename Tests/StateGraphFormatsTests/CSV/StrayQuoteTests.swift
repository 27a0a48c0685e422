import Foundation
import ImportTestSupport
import StateGraphFormats
import TestSupport
import Testing

@Suite("CSV reader: quotes inside unquoted fields")
struct StrayQuoteTests {
  private static let texts = [
    "a,b\nc,d\"e\nf,g\n", "a,b\nc, \"d\"\nf,g", "a,b\nc,d\"\"e\"\n", "a,b\nx\",\"y \"\"z\"\"\"\n",
    "a,b\n5\" pipe,\t\"q\"\n", "a,b\n1, \"x, y\"\n", "é\",ü\n\" \", \"\n",
  ]

  private func records(_ text: String, chunkBytes: Int) throws -> [[String]] {
    let source = try ByteSource(bytes: Array(text.utf8), name: "in.csv", chunkBytes: chunkBytes)
    let reader = CSVReader(source, dialect: CSVDialect(hasHeader: false))
    reader.expects(fieldCount: 9, orFewer: true)
    var records: [[String]] = []
    while try reader.next() {
      records.append(
        (0..<reader.fieldCount).map { String(decoding: reader.field($0), as: UTF8.self) }
      )
    }
    return records
  }

  @Test(arguments: texts) func `Python reads the same fields`(text: String) throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write(text, to: "in.csv")
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [
      "python3", "-c",
      "import csv, json, sys; print(json.dumps(list(csv.reader(open(sys.argv[1], newline='')))))",
      path,
    ]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let output = try #require(try pipe.fileHandleForReading.readToEnd())
    process.waitUntilExit()
    let expected = try #require(try JSONSerialization.jsonObject(with: output) as? [[String]])
    for size in chunkSizes {
      #expect(try records(text, chunkBytes: size) == expected, "chunk size \(size)")
    }
  }

  @Test func `stray quotes are counted, with the first place`() throws {
    let text = "a,b\nc,\"d\"\ne\"\"f\", \"g\"\n"
    let reader = CSVReader(try ByteSource(bytes: Array(text.utf8), name: "in.csv"))
    while try reader.next() {}
    #expect(reader.strayQuotes.count == 2)
    #expect(reader.strayQuotes.first?.line == 3)
    #expect(reader.strayQuotes.first?.column == 2)
  }

  @Test(arguments: [("c,d\"e", "quote inside"), ("c, \"e\"", "blank stands before")])
  func `a strict reader refuses the field and names the cause`(line: String, cause: String) throws {
    let source = try ByteSource(bytes: Array("a,b\n\(line)\n".utf8), name: "in.csv")
    let reader = CSVReader(source, isStrict: true)
    let error = #expect(throws: ImportError.self) { try reader.next() }
    #expect(error?.code == .malformedCSV)
    #expect(error?.place?.column == 4)
    #expect(error?.message.contains(cause) == true)
  }

  @Test func `the error of a row that a blank makes too long mentions the blank`() throws {
    let source = try ByteSource(bytes: Array("a,b\n1, \"x, y\"\n".utf8), name: "in.csv")
    let reader = CSVReader(source)
    let error = #expect(throws: ImportError.self) { try reader.next() }
    #expect(error?.code == .raggedRow)
    #expect(error?.remedy.contains("blank") == true)
  }
}
