import StateGraphFormats

/// Checks that the result of the CSV reader agrees with `CSVGrammar` and does not depend on the
/// chunks of the input.
enum CSVTarget {
  private static let dialects = [
    CSVDialect(hasHeader: false),
    CSVDialect(separator: UInt8(ascii: ";"), commentPrefix: UInt8(ascii: "#"), hasHeader: false),
    CSVDialect(separator: UInt8(ascii: "\t"), quote: nil, hasHeader: false),
  ]

  static func run(_ input: [UInt8]) {
    for dialect in dialects {
      let whole = CSVTranscript(input, dialect, chunkBytes: input.count + 1)
      for chunkBytes in [1, 5] {
        let pieces = CSVTranscript(input, dialect, chunkBytes: chunkBytes)
        require(pieces == whole, "chunks of \(chunkBytes) change nothing: \(pieces), \(whole)")
      }
      compare(whole, with: CSVGrammar.rows(input, dialect), input)
      if TextPlaces.areCountable(input) { whole.checkPlaces(in: input) }
      if whole.failures.isEmpty { roundTrip(whole, dialect) }
      limited(input, dialect)
    }
    let header = CSVTranscript(input, CSVDialect(), chunkBytes: 3)
    if TextPlaces.areCountable(input) { header.checkPlaces(in: input) }
  }

  private static func compare(_ said: CSVTranscript, with rows: [[[UInt8]]]?, _ input: [UInt8]) {
    // The grammar knows neither compressed input nor an archive, which can look like text.
    let isOther = said.failures.first?.code == .unsupportedEncoding
    guard !input.starts(with: [0x1F, 0x8B]), !isOther else { return }
    require(said.failures.isEmpty == (rows != nil), "the grammar agrees: \(said)")
    guard let rows else { return }
    require(said.records.map { $0.map(\.bytes) } == rows, "the rows are \(rows): \(said)")
  }

  /// Checks that the reader returns the same rows after they are written with every field in
  /// quotes.
  private static func roundTrip(_ said: CSVTranscript, _ dialect: CSVDialect) {
    let quote = UInt8(ascii: "\"")
    var text: [UInt8] = []
    for record in said.records {
      for (index, field) in record.enumerated() {
        if index > 0 { text.append(dialect.separator) }
        text.append(quote)
        for byte in field.bytes { text += byte == quote ? [quote, quote] : [byte] }
        text.append(quote)
      }
      text += [0x0D, 0x0A]
    }
    let plain = CSVDialect(separator: dialect.separator, hasHeader: false)
    let again = CSVTranscript(text, plain, chunkBytes: 7)
    require(
      again.failures.isEmpty
        && again.records.map { $0.map(\.bytes) }
          == said.records.map { $0.map(\.bytes) },
      "the rows survive a round trip"
    )
  }

  /// Checks that a limit ends the reading at the same place with all chunks.
  private static func limited(_ input: [UInt8], _ dialect: CSVDialect) {
    let all = [1, 4, input.count + 1].map {
      CSVTranscript(input, dialect, chunkBytes: $0, maximumFieldBytes: 12)
    }
    for one in all {
      require(one == all[0], "the same under a limit: \(one) and \(all[0])")
      for record in one.records {
        require(record.allSatisfy { $0.bytes.count <= 12 }, "no field is beyond the limit")
      }
    }
  }
}

/// The records, errors and places that the reader reports for one input.
struct CSVTranscript: Equatable {
  struct Field: Equatable {
    let bytes: [UInt8]
    let isQuoted: Bool
    let place: InputPlace
  }

  struct Failure: Equatable {
    let code: ImportError.Code
    let place: InputPlace?
    let record: [UInt8]
    let canContinue: Bool
  }

  var records: [[Field]] = []
  var failures: [Failure] = []

  init(
    _ input: [UInt8],
    _ dialect: CSVDialect,
    chunkBytes: Int,
    maximumFieldBytes: Int = ByteSource.defaultMaximumFieldBytes
  ) {
    do {
      let source = try ByteSource(
        bytes: input,
        name: "input",
        encoding: .utf8,
        chunkBytes: chunkBytes,
        maximumFieldBytes: maximumFieldBytes
      )
      let reader = CSVReader(source, dialect: dialect)
      // One byte of deflate data gives at most 1,032 bytes.
      let byteCount = input.count * (source.compression == nil ? 1 : 1_032)
      while read(reader) {
        require(
          records.count + failures.count <= byteCount + 1,
          "every record has at least one byte"
        )
      }
    } catch {
      failures.append(Failure(code: error.code, place: error.place, record: [], canContinue: false))
    }
  }

  private mutating func read(_ reader: CSVReader) -> Bool {
    do {
      guard try reader.next() else { return false }
      // The places of all fields are requested at once: one by one, they would take the square of
      // the length of a record.
      let places = reader.fieldPlaces().map { $0.inFile(reader.source.name) }
      for index in [0, reader.fieldCount - 1] {
        require(places[index] == reader.place(ofField: index), "the place of field \(index)")
      }
      records.append(
        (0..<reader.fieldCount).map {
          Field(
            bytes: Array(reader.field($0)),
            isQuoted: reader.wasQuoted($0),
            place: places[$0]
          )
        }
      )
      return true
    } catch {
      failures.append(
        Failure(
          code: error.code,
          place: error.place,
          record: reader.canContinue ? Array(reader.recordBytes) : [],
          canContinue: reader.canContinue
        )
      )
      return reader.canContinue
    }
  }

  func checkPlaces(in input: [UInt8]) {
    let places = TextPlaces(input)
    for failure in failures { places.check(failure.place, "the error \(failure.code)") }
    for field in records.joined() { places.check(field.place, "a field") }
  }
}
