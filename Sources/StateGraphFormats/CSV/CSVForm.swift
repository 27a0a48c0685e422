/// The properties that are needed to read one CSV record without the rest of its file.
///
/// They are stored with each rejected record, so that the record can be corrected and imported
/// again.
package struct CSVForm: Equatable {
  /// The names of the fields in the order of the fields, from the header of the input.
  package var header: [String]
  package var separator: UInt8
  package var quote: UInt8?
  /// Whether the record may have fewer fields than `header` has names. The missing fields have no
  /// value.
  package var mayEndEarly: Bool

  package init(header: [String], separator: UInt8, quote: UInt8?, mayEndEarly: Bool) {
    (self.header, self.separator) = (header, separator)
    (self.quote, self.mayEndEarly) = (quote, mayEndEarly)
  }
}
