/// Counts the fields and quotes in a sample of delimited text, for one separator and one quote.
///
/// `CSVSniffer` compares the counts of several separators and quotes to find the best ones.
struct CSVStatistics {
  /// What shows whether a record is the header.
  struct RecordStart {
    /// The line of the record, counted from 1.
    let line: Int
    let followsBlankLine: Bool
    let fields: Int
    /// The number of fields that are not empty and do not begin like a number.
    let names: Int
    let hasNumber: Bool

    var hasAllNames: Bool { !hasNumber && names == fields }

    /// Whether at most one field has no name.
    var mayBeHeader: Bool { !hasNumber && names > 0 && names >= fields - 1 }
  }

  /// One element for each record of the sample: the number of its fields.
  ///
  /// Blank lines and comments are not records. A last record that the sample cuts off has no
  /// element.
  private(set) var fieldCounts: [Int] = []
  /// One element for each record.
  private(set) var starts: [RecordStart] = []
  /// What the commas in the numbers show.
  private(set) var commas = CommaEvidence()
  /// The number of fields in quotes, whether or not the content of the field needs quotes.
  private(set) var quotedFields = 0
  private(set) var tellingQuotedFields = 0
  /// Whether every field of the first record is in quotes. Some programs write headers this way.
  private(set) var headerIsQuoted = false
  /// Whether a quote in the sample is never closed, or text follows a closing quote.
  ///
  /// If true, the quote is probably an apostrophe of the text.
  private(set) var hasBrokenQuotes = false
  /// The fields of the first record without their quotes. At most a thousand fields are stored.
  private(set) var header: [String] = []
  private(set) var lineEndings: Set<LineEnding> = []

  /// The maximum number of bytes of a field below the header that are stored.
  private static let storedBytes = 64

  private let separator: UInt8
  private let quote: UInt8?
  private let escape: UInt8?
  private let trims: Bool
  private var line = 1
  private var nameCount = 0
  private var hasNumber = false
  /// Whether the last line is blank, or consists of separators.
  private var followsBlankLine = false
  private var isEmptyRecord = false
  private var fieldCount = 0
  private var field: [UInt8] = []
  private var fieldIsQuoted = false
  private var headerQuotedFields = 0

  /// Counts the fields of all records in `sample`.
  ///
  /// - Parameter isWhole: Whether the sample is the complete input. If false, the sample may end
  ///   inside a record, so the last record is not counted.
  init(
    _ sample: UnsafeBufferPointer<UInt8>,
    isWhole: Bool,
    request: CSVDialectRequest,
    separator: UInt8,
    quote: UInt8?
  ) {
    self.separator = separator
    self.quote = quote
    (escape, trims) = (request.escape, request.trims)
    let commentPrefix = request.commentPrefix
    var index = 0
    var lineStart = 0
    while index < sample.count {
      let byte = sample[index]
      if Self.isLineEnd(byte) {
        followsBlankLine = lineStart == index || isEmptyRecord
        isEmptyRecord = false
        skipLineEnd(sample, at: &index)
        lineStart = index
      } else if byte == commentPrefix {
        while index < sample.count, !Self.isLineEnd(sample[index]) { index += 1 }
      } else {
        readRecord(sample, at: &index, isWhole: isWhole)
      }
    }
  }

  private mutating func readRecord(
    _ sample: UnsafeBufferPointer<UInt8>,
    at index: inout Int,
    isWhole: Bool
  ) {
    fieldCount = 0
    (nameCount, hasNumber) = (0, false)
    let start = line
    while true {
      readField(sample, at: &index)
      if index < sample.count, sample[index] == separator {
        endField()
        index += 1
        continue
      }
      guard index < sample.count || isWhole else { return }
      endField()
      fieldCounts.append(fieldCount)
      starts.append(
        RecordStart(
          line: start,
          followsBlankLine: followsBlankLine,
          fields: fieldCount,
          names: nameCount,
          hasNumber: hasNumber
        )
      )
      isEmptyRecord = nameCount == 0 && !hasNumber
      if fieldCounts.count == 1 { headerIsQuoted = headerQuotedFields == fieldCount }
      noteLineEnd(sample, at: index)
      return
    }
  }

  /// Reads one field and moves `index` to the separator or line end after it.
  ///
  /// At the end of the sample, `index` is the length of the sample.
  private mutating func readField(_ sample: UnsafeBufferPointer<UInt8>, at index: inout Int) {
    field.removeAll(keepingCapacity: true)
    skipBlanks(sample, at: &index)
    fieldIsQuoted = index < sample.count && sample[index] == quote
    if fieldIsQuoted, readQuoted(sample, at: &index) { tellingQuotedFields += 1 }
    skipBlanks(sample, at: &index)
    let start = index
    while index < sample.count, sample[index] != separator, !Self.isLineEnd(sample[index]) {
      if sample[index] == escape, index + 1 < sample.count { index += 1 }
      keep(sample[index])
      index += 1
    }
    while trims, !fieldIsQuoted, let last = field.last, last == 0x20 || last == 0x09 {
      field.removeLast()
    }
    if fieldIsQuoted, index > start { hasBrokenQuotes = true }
  }

  /// Reads a quoted field and moves `index` after its closing quote.
  ///
  /// Returns whether the field needs its quotes. A field needs them if it contains a separator, a
  /// line end or a quote.
  private mutating func readQuoted(
    _ sample: UnsafeBufferPointer<UInt8>,
    at index: inout Int
  ) -> Bool {
    var isTelling = false
    index += 1
    while index < sample.count {
      let byte = sample[index]
      index += 1
      if byte == quote {
        guard index < sample.count, sample[index] == quote else { return isTelling }
        index += 1
        isTelling = true
      } else if byte == escape, index < sample.count {
        keep(sample[index])
        index += 1
        isTelling = true
        continue
      } else if Self.isLineEnd(byte) {
        index -= 1
        skipLineEnd(sample, at: &index)
        isTelling = true
      } else if byte == separator {
        isTelling = true
      }
      keep(byte)
    }
    hasBrokenQuotes = true
    return false
  }

  /// Stores a byte of the current field: all of the header, and the first ones of other fields.
  private mutating func keep(_ byte: UInt8) {
    if fieldCounts.isEmpty || field.count < Self.storedBytes { field.append(byte) }
  }

  private func skipBlanks(_ sample: UnsafeBufferPointer<UInt8>, at index: inout Int) {
    while trims, index < sample.count, sample[index] == 0x20 || sample[index] == 0x09,
      sample[index] != separator
    {
      index += 1
    }
  }

  /// Moves `index` behind one line end, and counts the line.
  private mutating func skipLineEnd(_ sample: UnsafeBufferPointer<UInt8>, at index: inout Int) {
    let isPair =
      sample[index] == UInt8(ascii: "\r") && index + 1 < sample.count
      && sample[index + 1] == UInt8(ascii: "\n")
    index += isPair ? 2 : 1
    line += 1
  }

  private mutating func endField() {
    fieldCount += 1
    if fieldIsQuoted { quotedFields += 1 }
    if let first = field.first {
      let isNumber = first &- 48 < 10 || Array("+-.,".utf8).contains(first)
      if isNumber { hasNumber = true } else { nameCount += 1 }
      if isNumber, !fieldCounts.isEmpty { commas.observe(field) }
    }
    guard fieldCounts.isEmpty else { return }
    if fieldIsQuoted { headerQuotedFields += 1 }
    // A thousand names are enough to recognise a header. The limit bounds the memory.
    if header.count < 1_000 { header.append(String(decoding: field, as: UTF8.self)) }
  }

  private mutating func noteLineEnd(_ sample: UnsafeBufferPointer<UInt8>, at index: Int) {
    guard index < sample.count else { return }
    if sample[index] == UInt8(ascii: "\n") {
      lineEndings.insert(.lineFeed)
    } else {
      let isPair = index + 1 < sample.count && sample[index + 1] == UInt8(ascii: "\n")
      lineEndings.insert(isPair ? .carriageReturnLineFeed : .carriageReturn)
    }
  }

  /// The number of fields of the records that have the most fields together, if several records
  /// have this number. Many short titles can stand above a few records.
  var usualFieldCount: Int {
    var records: [Int: Int] = [:]
    for count in fieldCounts { records[count, default: 0] += 1 }
    let repeated = records.filter { $0.value > 1 }
    return (repeated.isEmpty ? records : repeated)
      .max { ($0.key * $0.value, $0.key) < ($1.key * $1.value, $1.key) }?.key ?? 0
  }

  /// The index of the record that is probably the header, if there are titles before it: the first
  /// record of the usual number of fields that can be a header.
  ///
  /// Below titles with the same number of fields, the header has all names and follows a blank
  /// line.
  var headerBelowTitles: Int? {
    let usual = usualFieldCount
    guard usual > 1, let first = starts.first, !(fieldCounts[0] == usual && first.hasAllNames)
    else {
      return nil
    }
    let needsBlankLine = fieldCounts[0] == usual && first.names * 2 >= usual
    return fieldCounts.indices.dropFirst().first { index in
      let start = starts[index]
      return fieldCounts[index] == usual
        && (needsBlankLine ? start.hasAllNames && start.followsBlankLine : start.mayBeHeader)
    }
  }

  private static func isLineEnd(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
  }
}
