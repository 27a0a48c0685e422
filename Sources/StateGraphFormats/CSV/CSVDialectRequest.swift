/// The part of a CSV dialect that the caller knows; the sniffer finds out the rest.
package struct CSVDialectRequest: Sendable {
  /// The byte between two fields, or nil where the sniffer is to find it.
  package var separator: UInt8?
  /// The byte around a field, or nil where the sniffer is to find it.
  package var quote: CSVQuote?
  /// A line that starts with this byte is skipped; nil where the input has no comments.
  package var commentPrefix: UInt8?

  package init(separator: UInt8?, quote: CSVQuote?, commentPrefix: UInt8?) {
    self.separator = separator
    self.quote = quote
    self.commentPrefix = commentPrefix
  }
}
