/// The special bytes of a CSV format, such as the separator, and whether the text has a header.
package struct CSVDialect: Sendable, Equatable {
  /// The byte between two fields, such as a comma or a tab.
  package var separator: UInt8
  /// The byte before and after a field that contains separators or line ends, such as `"`, or nil
  /// if the format has no quotes.
  package var quote: UInt8?
  /// The byte at the start of a comment line, which the reader skips, or nil if the format has no
  /// comments.
  package var commentPrefix: UInt8?
  /// Whether the first record contains the names of the columns instead of values.
  package var hasHeader: Bool
  /// The byte that takes the meaning from a quote or a separator behind it, or nil if the format
  /// has no escapes.
  package var escape: UInt8?
  /// Whether blanks around fields are ignored, so that a quote may follow blanks.
  package var trims = false

  package init(
    separator: UInt8 = UInt8(ascii: ","),
    quote: UInt8? = UInt8(ascii: "\""),
    commentPrefix: UInt8? = nil,
    hasHeader: Bool = true,
    escape: UInt8? = nil
  ) {
    self.separator = separator
    self.quote = quote
    self.commentPrefix = commentPrefix
    self.hasHeader = hasHeader
    self.escape = escape
  }

  /// Whether a reader can use this dialect.
  ///
  /// The separator, the quote, the comment prefix and the escape must be different ASCII bytes. NUL
  /// and line ends are not allowed.
  package var isUsable: Bool {
    let given = [separator, quote, commentPrefix, escape].compactMap { $0 }
    let reserved: [UInt8] = [0, UInt8(ascii: "\n"), UInt8(ascii: "\r")]
    return Set(given).count == given.count
      && given.allSatisfy { $0 < 0x80 && !reserved.contains($0) }
  }
}

/// The properties of a CSV format that the caller specifies, such as the separator.
///
/// `CSVSniffer` detects the properties that the caller leaves open from the first bytes of the
/// input.
package struct CSVDialectRequest: Sendable {
  /// The byte between two fields. If nil, `CSVSniffer` detects it from the input.
  package var separator: UInt8?
  /// The quote around a field. If nil, `CSVSniffer` detects it from the input.
  package var quote: CSVQuote?
  /// The byte at the start of a comment line, or nil if the input has no comments. `CSVSniffer`
  /// does not detect this byte.
  package var commentPrefix: UInt8?
  /// Whether a quote inside an unquoted field is an error. If false, the quote is part of the text.
  package var isStrict: Bool
  /// Whether a record may have fewer fields than the header. The missing fields then have no value.
  package var mayEndEarly: Bool
  /// The byte that takes the meaning from a quote or a separator behind it, or nil.
  package var escape: UInt8?
  /// Whether blanks around fields are ignored.
  package var trims = false
  /// The number of lines to skip at the start of the input.
  package var skippedLines = 0
  /// The number of lines to skip at the end of the input.
  package var skippedFooterLines = 0

  package init(
    separator: UInt8?,
    quote: CSVQuote?,
    commentPrefix: UInt8?,
    isStrict: Bool = false,
    mayEndEarly: Bool = false
  ) {
    self.separator = separator
    self.quote = quote
    self.commentPrefix = commentPrefix
    self.isStrict = isStrict
    self.mayEndEarly = mayEndEarly
  }
}
