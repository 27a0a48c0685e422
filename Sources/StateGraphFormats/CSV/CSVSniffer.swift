/// Determines the separator and the quote of a CSV input from its first 64 KiB.
///
/// A good separator divides every record into the same number of fields. The best separator
/// divides the header into names of columns of the target table. If the request specifies a
/// separator or a quote, the sniffer uses it.
struct CSVSniffer {
  static let sampleBytes = ImportFormat.sampleBytes
  private static let candidates = Array(",;\t|:".utf8)
  /// Separators of few programs, such as Hive and SAP. Each record must have the same number of
  /// them, because text contains some of these characters.
  private static let rareCandidates = Array("^~\u{1}\u{1F}".utf8)

  private let request: CSVDialectRequest
  private let own: UInt8
  private let sample: UnsafeBufferPointer<UInt8>
  private let isWhole: Bool
  /// The number of fields that each record may have at most, if the caller names the fields, or nil
  /// if the first record is the header.
  private let fieldCount: Int?
  private let hasHeader: Bool
  private let isColumn: (String) -> Bool

  /// The result of splitting the sample with one separator and one quote.
  private struct Reading {
    let separator: UInt8
    let quote: UInt8?
    let statistics: CSVStatistics
    let fields: Int
    /// The fraction of the records that have the expected number of fields, from 0 to 1.
    let agreement: Double
    let knowsHeader: Bool

    /// Whether almost all records have the expected number of fields.
    var isEven: Bool { agreement >= 0.9 }
  }

  /// The dialect of a sample, with what its records show.
  struct Result {
    let dialect: CSVDialect
    /// The line ending, if the sample contains one.
    let lineEnding: LineEnding?
    /// The line of the sample that is probably the header below titles, or nil if there is none.
    let likelyHeaderLine: Int?
    let marks: NumberMarks
  }

  /// Creates a sniffer for one sample.
  ///
  /// - Parameters:
  ///   - sample: The start of the text, without a first line such as `sep=;`.
  ///   - fieldCount: The number of names that the caller gives, or nil if it gives none.
  ///   - hasHeader: Whether the first record is the header.
  ///   - isColumn: Returns whether a name in the header is a column of the target table.
  init(
    _ request: CSVDialectRequest,
    format: ImportFormat,
    sample: UnsafeBufferPointer<UInt8>,
    isWhole: Bool,
    fieldCount: Int?,
    hasHeader: Bool,
    isColumn: @escaping (String) -> Bool
  ) {
    self.request = request
    own = UInt8(ascii: format == .tsv ? "\t" : ",")
    self.sample = sample
    self.isWhole = isWhole
    self.fieldCount = fieldCount
    self.hasHeader = hasHeader
    self.isColumn = isColumn
  }

  /// Returns the dialect of the sample.
  ///
  /// - Parameter directive: The separator that a first line such as `sep=;` specifies, or nil if
  ///   there is no such line.
  func sniff(directive: UInt8?) -> Result {
    let reserved = [request.quote?.byte, request.commentPrefix, request.escape]
    let wanted = request.separator ?? directive
    let choices = wanted.map { [$0] } ?? [own] + Self.candidates.filter { $0 != own }
    let readings = choices.filter { !reserved.contains($0) }.map { read($0) }
    var best: Reading?
    // A separator that occurs in no record is not a candidate, unless the user specified it.
    for reading in readings where reading.fields > 1 || wanted != nil {
      if best.map({ isBetter(reading, than: $0) }) ?? true { best = reading }
    }
    // A separator of few programs counts only if no other one occurs.
    if best == nil {
      let rare = Self.rareCandidates.filter { !reserved.contains($0) }.map { read($0) }
      best = rare.first { reading in
        reading.fields > 1 && reading.agreement == 1 && reading.statistics.fieldCounts.count > 1
      }
    }
    if best?.isEven != true { best = bestBelowTitles(readings) ?? best }
    let chosen = best ?? read(wanted ?? own)
    let endings = chosen.statistics.lineEndings
    var dialect = CSVDialect(
      separator: chosen.separator,
      quote: chosen.quote,
      commentPrefix: request.commentPrefix,
      hasHeader: hasHeader,
      escape: request.escape
    )
    dialect.trims = request.trims
    return Result(
      dialect: dialect,
      lineEnding: endings.count > 1 ? .mixed : endings.first,
      likelyHeaderLine: hasHeader
        ? chosen.statistics.headerBelowTitles.map { chosen.statistics.starts[$0].line } : nil,
      marks: chosen.statistics.commas.marks(separator: chosen.separator)
    )
  }

  /// Returns the reading whose records below some titles have the same number of fields.
  ///
  /// The titles contain other separators or none. A comma or a colon is no evidence, because titles
  /// and sentences contain them.
  private func bestBelowTitles(_ readings: [Reading]) -> Reading? {
    guard hasHeader else { return nil }
    var best: Reading?
    for reading in readings where Array(";\t|".utf8).contains(reading.separator) {
      guard let header = reading.statistics.headerBelowTitles else { continue }
      let usual = reading.statistics.usualFieldCount
      let counts = reading.statistics.fieldCounts[header...]
      guard counts.count > 1, counts.count(where: { $0 != usual }) <= max(1, counts.count / 10)
      else {
        continue
      }
      if usual > best?.statistics.usualFieldCount ?? 1 { best = reading }
    }
    return best
  }

  private func read(_ separator: UInt8) -> Reading {
    var quote: UInt8? = UInt8(ascii: "\"")
    if let given = request.quote { quote = given.byte }
    var statistics = statistics(separator, quote: quote)
    if request.quote == nil, statistics.quotedFields == 0, separator != UInt8(ascii: "'") {
      let single = self.statistics(separator, quote: UInt8(ascii: "'"))
      // Text often contains apostrophes. An apostrophe is a quote only if a field needs quotes,
      // or if every field of the header is quoted.
      if single.quotedFields > 0, !single.hasBrokenQuotes,
        single.tellingQuotedFields > 0 || single.headerIsQuoted
      {
        (statistics, quote) = (single, UInt8(ascii: "'"))
      }
    }
    let counts = statistics.fieldCounts
    let fields = fieldCount.map { min($0, counts.max() ?? 0) } ?? counts.first ?? 0
    let agreeing = counts.count { fieldCount == nil ? $0 == fields : $0 > 1 && $0 <= fields }
    return Reading(
      separator: separator,
      quote: quote,
      statistics: statistics,
      fields: fields,
      agreement: counts.isEmpty ? 0 : Double(agreeing) / Double(counts.count),
      knowsHeader: hasHeader && fields > 1 && statistics.header.allSatisfy(isColumn)
    )
  }

  private func statistics(_ separator: UInt8, quote: UInt8?) -> CSVStatistics {
    CSVStatistics(
      sample,
      isWhole: isWhole,
      request: request,
      separator: separator,
      quote: quote
    )
  }

  /// Returns whether `new` is a better result than `old`.
  ///
  /// Returns false for equally good results. The caller therefore tries the most usual separators
  /// first.
  private func isBetter(_ new: Reading, than old: Reading) -> Bool {
    if new.knowsHeader != old.knowsHeader { return new.knowsHeader }
    // Times such as 12:30 contain a colon, so every other separator is better than a colon.
    if new.separator == UInt8(ascii: ":") { return false }
    if new.isEven != old.isEven { return new.isEven }
    if new.isEven { return new.fields > old.fields }
    return new.agreement > old.agreement
  }
}
