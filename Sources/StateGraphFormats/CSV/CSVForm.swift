/// What a record of a CSV input needs besides its own text.
package struct CSVForm: Equatable {
  /// The input's names for the fields.
  package var header: [String]
  package var separator: UInt8
  package var quote: UInt8?
  /// See ``ImportInput/columns``.
  package var mayEndEarly: Bool

  package init(header: [String], separator: UInt8, quote: UInt8?, mayEndEarly: Bool) {
    (self.header, self.separator) = (header, separator)
    (self.quote, self.mayEndEarly) = (quote, mayEndEarly)
  }
}
