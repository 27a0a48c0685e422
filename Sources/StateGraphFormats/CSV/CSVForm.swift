/// The properties that are necessary to read one CSV record without the other lines of its file.
///
/// The import stores these properties with each rejected record. A user can then correct the record
/// and import it again.
package struct CSVForm: Equatable {
  /// The names of the fields, in the order of the fields in the record.
  package var header: [String]
  package var separator: UInt8
  package var quote: UInt8?
  /// Whether the record may have fewer fields than `header` has names.
  ///
  /// The missing fields then have no value.
  package var mayEndEarly: Bool

  package init(header: [String], separator: UInt8, quote: UInt8?, mayEndEarly: Bool) {
    (self.header, self.separator) = (header, separator)
    (self.quote, self.mayEndEarly) = (quote, mayEndEarly)
  }
}
