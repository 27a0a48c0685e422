/// Counts the fields and quotes in a sample of delimited text, for one separator and one quote.
///
/// `CSVSniffer` compares the counts of several separators and quotes to find the best ones.
struct CSVStatistics {
  /// One element for each record of the sample: the number of its fields.
  ///
  /// Blank lines and comments are not records. A last record that the sample cuts off has no
  /// element.
  private(set) var fieldCounts: [Int] = []
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

  private let separator: UInt8
  private let quote: UInt8?
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
    separator: UInt8,
    quote: UInt8?,
    commentPrefix: UInt8?
  ) {
    self.separator = separator
    self.quote = quote
    var index = 0
    while index < sample.count {
      let byte = sample[index]
      if Self.isLineEnd(byte) {
        index += 1
      } else if byte == commentPrefix {
        while index < sample.count, !Self.isLineEnd(sample[index]) { index += 1 }
      } else {
        readRecord(sample, &index, isWhole: isWhole)
      }
    }
  }

  private mutating func readRecord(
    _ sample: UnsafeBufferPointer<UInt8>,
    _ index: inout Int,
    isWhole: Bool
  ) {
    fieldCount = 0
    while true {
      readField(sample, &index)
      if index < sample.count, sample[index] == separator {
        endField()
        index += 1
        continue
      }
      guard index < sample.count || isWhole else { return }
      endField()
      fieldCounts.append(fieldCount)
      if fieldCounts.count == 1 { headerIsQuoted = headerQuotedFields == fieldCount }
      noteLineEnd(sample, index)
      return
    }
  }

  /// Reads one field and moves `index` to the separator or line end after it.
  ///
  /// At the end of the sample, `index` is the length of the sample.
  private mutating func readField(_ sample: UnsafeBufferPointer<UInt8>, _ index: inout Int) {
    field.removeAll(keepingCapacity: true)
    fieldIsQuoted = index < sample.count && sample[index] == quote
    if fieldIsQuoted, readQuoted(sample, &index) { tellingQuotedFields += 1 }
    let start = index
    while index < sample.count, sample[index] != separator, !Self.isLineEnd(sample[index]) {
      if fieldCounts.isEmpty { field.append(sample[index]) }
      index += 1
    }
    if fieldIsQuoted, index > start { hasBrokenQuotes = true }
  }

  /// Reads a quoted field and moves `index` after its closing quote.
  ///
  /// Returns whether the field needs its quotes. A field needs them if it contains a separator, a
  /// line end or a quote.
  private mutating func readQuoted(
    _ sample: UnsafeBufferPointer<UInt8>,
    _ index: inout Int
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
      } else if byte == separator || Self.isLineEnd(byte) {
        isTelling = true
      }
      if fieldCounts.isEmpty { field.append(byte) }
    }
    hasBrokenQuotes = true
    return false
  }

  private mutating func endField() {
    fieldCount += 1
    if fieldIsQuoted { quotedFields += 1 }
    guard fieldCounts.isEmpty else { return }
    if fieldIsQuoted { headerQuotedFields += 1 }
    // A thousand names are enough to recognise a header. The limit bounds the memory.
    if header.count < 1_000 { header.append(String(decoding: field, as: UTF8.self)) }
  }

  private mutating func noteLineEnd(_ sample: UnsafeBufferPointer<UInt8>, _ index: Int) {
    guard index < sample.count else { return }
    if sample[index] == UInt8(ascii: "\n") {
      lineEndings.insert(.lineFeed)
    } else {
      let isPair = index + 1 < sample.count && sample[index + 1] == UInt8(ascii: "\n")
      lineEndings.insert(isPair ? .carriageReturnLineFeed : .carriageReturn)
    }
  }

  private static func isLineEnd(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
  }
}
