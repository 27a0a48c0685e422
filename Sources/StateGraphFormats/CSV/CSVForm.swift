/// The information that is needed to read one CSV record without the rest of its file, for example
/// to import a rejected record again.
package struct CSVForm: Equatable {
  /// The names of the fields, from the header of the input.
  package var header: [String]
  package var separator: UInt8
  package var quote: UInt8?
  /// Whether the record may have fewer fields than `header` has names.
  package var mayEndEarly: Bool

  package init(header: [String], separator: UInt8, quote: UInt8?, mayEndEarly: Bool) {
    (self.header, self.separator) = (header, separator)
    (self.quote, self.mayEndEarly) = (quote, mayEndEarly)
  }
}
