/// The properties of a CSV format that the caller specifies, such as the separator.
///
/// `CSVSniffer` detects the properties that the caller leaves open from the first bytes of the
/// input.
package struct CSVDialectRequest: Sendable {
  /// The byte between two fields. If nil, `CSVSniffer` detects it from the input.
  package var separator: UInt8?
  /// The quote around a field. If nil, `CSVSniffer` detects it from the input.
  package var quote: CSVQuote?
  /// The byte at the start of a comment line, which the reader skips.
  ///
  /// Nil if the input has no comments. `CSVSniffer` does not detect this byte.
  package var commentPrefix: UInt8?
  /// Whether a quote inside an unquoted field is an error. If false, the quote is part of the text.
  package var isStrict: Bool
  /// Whether a record may have fewer fields than the header. The missing fields then have no value.
  package var mayEndEarly: Bool
  /// The byte that takes the meaning from a quote or a separator behind it, or nil.
  package var escape: UInt8?
  /// Whether blanks around fields are ignored.
  package var trims: Bool
  /// The number of lines to skip at the start of the input.
  package var skippedLines: Int
  /// The number of lines to skip at the end of the input.
  package var skippedFooterLines: Int

  package init(
    separator: UInt8?,
    quote: CSVQuote?,
    commentPrefix: UInt8?,
    isStrict: Bool = false,
    mayEndEarly: Bool = false,
    escape: UInt8? = nil,
    trims: Bool = false,
    skippedLines: Int = 0,
    skippedFooterLines: Int = 0
  ) {
    self.separator = separator
    self.quote = quote
    self.commentPrefix = commentPrefix
    self.isStrict = isStrict
    self.mayEndEarly = mayEndEarly
    self.escape = escape
    self.trims = trims
    self.skippedLines = skippedLines
    self.skippedFooterLines = skippedFooterLines
  }
}
