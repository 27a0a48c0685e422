/// The properties of a CSV dialect that the caller specifies.
///
/// `CSVSniffer` determines the other properties from the first bytes of the input.
package struct CSVDialectRequest: Sendable {
  /// The byte between two fields; nil if `CSVSniffer` must determine it from the input.
  package var separator: UInt8?
  /// The quote around a field; nil if `CSVSniffer` must determine it from the input.
  package var quote: CSVQuote?
  /// The byte at the start of a comment line, which the reader skips.
  ///
  /// Nil if the input has no comments. The sniffer does not guess this byte.
  package var commentPrefix: UInt8?

  package init(separator: UInt8?, quote: CSVQuote?, commentPrefix: UInt8?) {
    self.separator = separator
    self.quote = quote
    self.commentPrefix = commentPrefix
  }
}
