/// The information that is needed to read one record of a CSV input by itself.
package struct CSVForm: Equatable {
  /// The names of the fields in the input.
  package var header: [String]
  package var separator: UInt8
  package var quote: UInt8?
  /// Whether the record may have fewer fields than names.
  package var mayEndEarly: Bool

  package init(header: [String], separator: UInt8, quote: UInt8?, mayEndEarly: Bool) {
    (self.header, self.separator) = (header, separator)
    (self.quote, self.mayEndEarly) = (quote, mayEndEarly)
  }
}
