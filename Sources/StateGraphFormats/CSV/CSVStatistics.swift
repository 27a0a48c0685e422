/// Counts fields and quotes in a sample of delimited text, for one choice of separator and quote.
/// The sniffer compares these counts.
struct CSVStatistics {
  /// The number of fields in each record of the sample. Blank lines, comments, and a last record
  /// that the sample cuts off are not counted.
  private(set) var fieldCounts: [Int] = []
  /// The number of fields in quotes. `tellingQuotedFields` counts those whose content needs quotes.
  private(set) var quotedFields = 0
  private(set) var tellingQuotedFields = 0
  /// Whether every field of the first record is in quotes.
  private(set) var headerIsQuoted = false
  /// Whether the sample contains a quote that is never closed, or a closing quote that text
  /// follows.
  private(set) var hasBrokenQuotes = false
  /// The fields of the first record, without their quotes.
  private(set) var header: [String] = []
  private(set) var lineEndings: Set<LineEnding> = []

  private let separator: UInt8
  private let quote: UInt8?
  private var fieldCount = 0
  private var field: [UInt8] = []
  private var fieldIsQuoted = false
  private var headerQuotedFields = 0

  /// - Parameter isWhole: Whether the sample is the whole input, so that its last record is
  ///   complete.
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

  /// Moves `index` to the separator or line end after the field, or to the end of the sample.
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

  /// Moves `index` after the closing quote. Returns whether the content of the field needs quotes.
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
    // The first thousand names are enough to recognise a header.
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
