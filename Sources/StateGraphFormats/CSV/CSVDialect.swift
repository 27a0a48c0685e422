/// The bytes that structure a delimited text file.
package struct CSVDialect: Sendable, Equatable {
  /// The byte between two fields.
  package var separator: UInt8
  /// The byte around a field that contains separators or line ends, such as `"`. Nil if the format
  /// has no quotes.
  package var quote: UInt8?
  /// Lines that start with this byte are skipped; nil if the format has no comments.
  package var commentPrefix: UInt8?
  /// Whether the first record names the columns.
  package var hasHeader: Bool

  package init(
    separator: UInt8 = UInt8(ascii: ","),
    quote: UInt8? = UInt8(ascii: "\""),
    commentPrefix: UInt8? = nil,
    hasHeader: Bool = true
  ) {
    self.separator = separator
    self.quote = quote
    self.commentPrefix = commentPrefix
    self.hasHeader = hasHeader
  }

  /// Whether the separator, the quote and the comment prefix are ASCII, all different, and neither
  /// NUL nor a line end.
  var isUsable: Bool {
    let given = [separator, quote, commentPrefix].compactMap { $0 }
    let reserved: [UInt8] = [0, UInt8(ascii: "\n"), UInt8(ascii: "\r")]
    return Set(given).count == given.count
      && given.allSatisfy { $0 < 0x80 && !reserved.contains($0) }
  }
}
