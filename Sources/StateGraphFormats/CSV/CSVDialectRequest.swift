/// The part of a CSV dialect that the caller knows; the sniffer finds out the rest.
package struct CSVDialectRequest: Sendable {
  /// The byte between two fields; nil if the sniffer should determine it.
  package var separator: UInt8?
  /// The quote around a field; nil if the sniffer should determine it.
  package var quote: CSVQuote?
  /// The byte at the start of a comment line, which the reader skips; nil if the input has no
  /// comments.
  package var commentPrefix: UInt8?

  package init(separator: UInt8?, quote: CSVQuote?, commentPrefix: UInt8?) {
    self.separator = separator
    self.quote = quote
    self.commentPrefix = commentPrefix
  }
}
