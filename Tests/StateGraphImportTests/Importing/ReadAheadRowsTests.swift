import ImportTestSupport
import StateGraphSQLite
import TestSupport
import Testing

@testable import StateGraphFormats
@testable import StateGraphImport

/// Reading ahead on a second thread gives the same answers as the reader itself.
@Suite struct ReadAheadRowsTests {
  /// The values that an import may read after each record.
  private struct Answer: Equatable {
    var cells: [String]?
    var failure: String?
    var goesOn = true
    var text = ""
    let place: InputPlace
    let fieldPlaces: [InputPlace]
    let position: RecordPosition
    let bytesRead: Int64
  }

  private static let plan: Result<ImportPlan, any Error> = Result {
    let connection = try WriterConnection.open(.memory)
    try connection.runScript(
      """
      CREATE TABLE items (id TEXT PRIMARY KEY NOT NULL, a TEXT, b INTEGER, c REAL, d NUMERIC,
        e TEXT NOT NULL DEFAULT 'x');
      """
    ) { _ in }
    return ImportPlan(try SchemaReader(connection).tables())
  }

  /// A text, and how to read it.
  private struct Input {
    var bytes: [UInt8] = []
    var encoding: TextEncoding = .utf8
    var dialect = CSVDialectRequest(separator: UInt8(ascii: ","), quote: nil, commentPrefix: nil)
    var goesOn = true

    func source(chunkBytes: Int) throws -> ByteSource {
      try ByteSource(bytes: bytes, name: "items.csv", encoding: encoding, chunkBytes: chunkBytes)
    }

    func rows(chunkBytes: Int) throws -> CSVRowReader {
      try ReadAheadRowsTests.rows(try source(chunkBytes: chunkBytes), dialect)
    }

    func goes(on error: ImportError) -> Bool { goesOn && error.concernsOneRecord }
  }

  private static func rows(
    _ source: ByteSource,
    _ dialect: CSVDialectRequest
  ) throws -> CSVRowReader {
    let table = try plan.get().tables[0]
    let csv = try CSVSource(source, request: dialect, format: .csv, outsideNames: nil) {
      table.knows($0)
    }
    let reader = csv.reader()
    let mapping = ResolvedMapping(table, ignoresUnknown: true)
    let header = try CSVFieldAssignment(csv, reader: reader, mapping: mapping, madeKey: nil)
    var rules = FieldRules()
    rules.nullSpellings = ["", "N/A"]
    return CSVRowReader(reader, header: header, mapping: mapping, rules: rules)
  }

  private static func describe(_ cell: Cell) -> String {
    guard case .bytes(let bytes) = cell else { return "\(cell)" }
    return "<\(text(bytes))>"
  }

  private static func answers(_ rows: some CSVRowSource, _ input: Input) -> [Answer] {
    var answers: [Answer] = []
    var cells = [Cell](repeating: .absent, count: 6)
    while true {
      var isRecord = false
      var failure: String?
      var goesOn = true
      do {
        isRecord = try rows.next(into: &cells)
      } catch {
        failure = "\(error.code) \(error)"
        goesOn = input.goes(on: error) && rows.goOn(behind: error)
      }
      answers.append(
        Answer(
          cells: isRecord ? cells.map(describe) : nil,
          failure: failure,
          goesOn: goesOn,
          text: goesOn ? text(rows.recordBytes) : "",
          place: rows.recordPlace,
          fieldPlaces: isRecord ? cells.indices.map { rows.place(ofColumn: $0) } : [],
          position: rows.position,
          bytesRead: rows.bytesRead
        )
      )
      if !isRecord, failure == nil || !goesOn { return answers }
    }
  }

  // MARK: - Random texts

  private static func input(_ random: inout SeededRandom) -> Input {
    var input = Input()
    let separator = [",", ";", "\t", "|"].randomElement(using: &random) ?? ","
    let quote = ["\"", "'"].randomElement(using: &random) ?? "\""
    let lineEnd = ["\n", "\r\n", "\r"].randomElement(using: &random) ?? "\n"
    let encodings: [TextEncoding] = [.utf8, .utf8, .latin1, .utf16LittleEndian]
    input.encoding = encodings.randomElement(using: &random)!
    input.goesOn = Bool.random(using: &random)
    input.dialect = CSVDialectRequest(
      separator: separator.utf8.first,
      quote: .byte(quote.utf8.first!),
      commentPrefix: Bool.random(using: &random) ? UInt8(ascii: "#") : nil,
      isStrict: Bool.random(using: &random),
      mayEndEarly: Bool.random(using: &random)
    )
    var lines = [["id", "b", "unknown", "a", "c", "d", "e"].joined(separator: separator)]
    for number in 0..<Int.random(in: 0...30, using: &random) {
      var fields = ["\(number)"]
      for _ in 0..<6 { fields.append(field(quote, separator, lineEnd, &random)) }
      if Int.random(in: 0..<8, using: &random) == 0 { fields.removeLast() }
      if Int.random(in: 0..<12, using: &random) == 0 { fields.append("more") }
      lines.append(fields.joined(separator: separator))
      if Int.random(in: 0..<10, using: &random) == 0 { lines.append("") }
      if Int.random(in: 0..<10, using: &random) == 0 { lines.append("# a comment") }
    }
    var text = lines.joined(separator: lineEnd)
    if Bool.random(using: &random) { text += lineEnd }
    switch input.encoding {
    case .utf16LittleEndian: input.bytes = text.utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
    case .latin1: input.bytes = text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
    default: input.bytes = Array(text.utf8)
    }
    return input
  }

  /// Mostly valid fields: a quarter of the others would already end most texts.
  private static func field(
    _ quote: String,
    _ separator: String,
    _ lineEnd: String,
    _ random: inout SeededRandom
  ) -> String {
    switch Int.random(in: 0..<60, using: &random) {
    case 0: return "5\(quote) disk"
    case 1: return " \(quote)blank before\(quote)"
    case 2: return quote + "never closed"
    case 3: return "\(quote)text\(quote)after"
    case 4: return "N/A"
    case 5: return String(repeating: "long ", count: 200)
    case 6...10: return "\(quote)a\(quote)\(quote)b\(separator)\(lineEnd)é\(quote)"
    case 11...14: return quote + quote
    case 15...18: return "é\u{FC}"
    case 19...22: return "1.5"
    case 23...40: return "\(Int.random(in: -9...99, using: &random))"
    default: return ""
    }
  }

  @Test(arguments: TestSeed.seeds(150, includesCurrent: true))
  func `reading ahead gives the reader's rows and errors for all batch sizes and bounds`(
    seed: UInt64
  ) throws {
    var random = SeededRandom(seed: seed)
    let input = Self.input(&random)
    for chunkBytes in [1, 13, 64 * 1024] {
      let expected: [Answer]
      do {
        expected = Self.answers(try input.rows(chunkBytes: chunkBytes), input)
      } catch is ImportError {
        // The header is wrong, so there is nothing to read ahead of.
        return
      }
      for (batchBytes, maximumBytes) in [(1, 1), (777, 2_001), (1 << 20, 1 << 20)] {
        let made = ReadAheadRows(
          try input.rows(chunkBytes: chunkBytes),
          batchBytes: batchBytes,
          maximumBytes: maximumBytes,
          goesOn: { [goesOn = input.goesOn] in goesOn && $0.concernsOneRecord }
        )
        let ahead = try #require(made)
        let answers = Self.answers(ahead, input)
        #expect(answers == expected, "STATEGRAPH_SEED=\(seed), batches of \(batchBytes)")
        let direct = try input.rows(chunkBytes: chunkBytes)
        _ = Self.answers(direct, input)
        if answers.last?.failure == nil {
          #expect(ahead.strayQuotes == direct.strayQuotes, "STATEGRAPH_SEED=\(seed)")
        }
      }
    }
  }

  // MARK: - The thread and its memory

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

  private static func endless(_ again: String) throws -> CSVRowReader {
    let input = EndlessInput("id,a,b\n", thenAgainAndAgain: again)
    let source = try ByteSource(
      try InputLayers(over: input, name: "endless"),
      name: "endless",
      totalBytes: nil,
      chunkBytes: 4_096,
      maximumFieldBytes: 1 << 20
    )
    let comma = UInt8(ascii: ",")
    return try rows(
      source,
      CSVDialectRequest(separator: comma, quote: .byte(0x22), commentPrefix: nil)
    )
  }

  @Test(arguments: TestSeed.seeds(30, includesCurrent: true))
  func `releasing an unfinished reader ends its thread and releases the rows`(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let again = ["x,some text,7\n", "x,\"a\"\"b\",bad\n", "\n"].randomElement(using: &random)!
    weak var left: CSVRowReader?
    do {
      let rows = try Self.endless(again)
      left = rows
      let made = ReadAheadRows(consume rows) { $0.concernsOneRecord }
      let ahead = try #require(made)
      var cells = [Cell](repeating: .absent, count: 6)
      // The third text has no record, so the thread must stop without one.
      if again != "\n" {
        for _ in 0..<Int.random(in: 0...20_000, using: &random) {
          do throws(ImportError) {
            let isRecord = try ahead.next(into: &cells)
            #expect(isRecord)
          } catch {
            #expect(error.code == .wrongType)
          }
        }
      }
    }
    #expect(left == nil, "STATEGRAPH_SEED=\(seed)")
  }

  @Test func `a pipe is not read ahead of, so each of its records is imported at once`() throws {
    let rows = try Self.endless("x,a,1\n")
    let around = ReadAheadRows.around(rows) { _ in true }
    #expect(around === rows)
  }

  @Test func `a record that is longer than a batch comes whole, and its memory is freed`() throws {
    let long = String(repeating: "0123456789", count: 1_000_000)
    let text = "id,a,b\n1,x,1\n2,\"\(long)\"\"\",2\n3,y,3\n"
    let reader = try Self.rows(
      try ByteSource(bytes: Array(text.utf8), name: "items.csv"),
      CSVDialectRequest(separator: UInt8(ascii: ","), quote: .byte(0x22), commentPrefix: nil)
    )
    let made = ReadAheadRows(reader) { _ in false }
    let ahead = try #require(made)
    var cells = [Cell](repeating: .absent, count: 6)
    var lengths: [Int] = []
    while try ahead.next(into: &cells) {
      if case .bytes(let bytes) = cells[1] { lengths.append(bytes.count) }
    }
    #expect(lengths == [1, long.utf8.count + 1, 1])
  }

  @Test func `a batch has a limit in bytes, and an emptied batch keeps no large buffer`() throws {
    let long = String(repeating: "z", count: 900)
    var input = Input(bytes: Array("id,a\n1,\"x\"\"y\"\n2,\(long)\n".utf8))
    input.dialect.quote = .byte(0x22)
    let rows = try input.rows(chunkBytes: 4_096)
    var cells = [Cell](repeating: .absent, count: 6)
    let batch = RowBatch(columns: [0, 1])
    let hasFirst = try rows.next(into: &cells)
    #expect(hasFirst)
    batch.reserve(atLeast: 100, for: .record, of: rows.reader)
    batch.append(.record, row: cells, of: rows.reader)
    let hasSecond = try rows.next(into: &cells)
    #expect(hasSecond)
    #expect(!batch.hasRoom(for: .record, of: rows.reader), "900 bytes do not fit into 100")
    #expect(batch.byteCount > 0)
    batch.removeAll()
    #expect(batch.byteCount == 0)
    batch.reserve(atLeast: 100, for: .record, of: rows.reader)
    batch.append(.record, row: cells, of: rows.reader)
    batch.copyCells(of: 0, to: &cells)
    #expect(Self.describe(cells[1]).count == 902)
  }
}
