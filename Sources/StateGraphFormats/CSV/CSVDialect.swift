/// The special bytes of a CSV format, such as the separator, and whether the text has a header.
package struct CSVDialect: Sendable, Equatable {
  /// The byte between two fields, such as a comma or a tab.
  package var separator: UInt8
  /// The byte before and after a field that contains separators or line ends, such as `"`.
  ///
  /// Nil if the format has no quotes.
  package var quote: UInt8?
  /// The byte at the start of each line that the reader skips as a comment.
  ///
  /// Nil if the format has no comments.
  package var commentPrefix: UInt8?
  /// Whether the first record contains the names of the columns instead of values.
  package var hasHeader: Bool
  /// The byte that takes the meaning from a quote or a separator behind it. Nil if the format has
  /// no escapes.
  package var escape: UInt8?
  /// Whether blanks around fields are ignored, so that a quote may follow blanks.
  package var trims: Bool

  package init(
    separator: UInt8 = UInt8(ascii: ","),
    quote: UInt8? = UInt8(ascii: "\""),
    commentPrefix: UInt8? = nil,
    hasHeader: Bool = true,
    escape: UInt8? = nil,
    trims: Bool = false
  ) {
    self.separator = separator
    self.quote = quote
    self.commentPrefix = commentPrefix
    self.hasHeader = hasHeader
    self.escape = escape
    self.trims = trims
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
