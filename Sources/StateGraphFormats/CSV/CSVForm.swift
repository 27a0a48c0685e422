/// The properties that are necessary to read one CSV record without the other lines of its file.
///
/// The import stores these properties with each rejected record. A user can then correct the record
/// and import it again.
package struct CSVForm: Equatable {
  /// The names of the fields, in the order of the fields in the record.
  package var header: [String]
  /// The special bytes of the record. The dialect has neither a header nor comments.
  package var dialect: CSVDialect
  /// Whether the record may have fewer fields than `header` has names.
  ///
  /// The missing fields then have no value.
  package var mayEndEarly: Bool
  /// Whether a quote inside a field without quotes is an error.
  ///
  /// Without this property, a record that a strict import has rejected would be accepted unchanged.
  package var isStrict: Bool
  /// What commas and points mean in the numbers of the whole input.
  package var marks: NumberMarks

  package init(
    header: [String],
    dialect: CSVDialect,
    mayEndEarly: Bool,
    isStrict: Bool,
    marks: NumberMarks
  ) {
    (self.header, self.dialect) = (header, dialect)
    (self.mayEndEarly, self.isStrict, self.marks) = (mayEndEarly, isStrict, marks)
  }
}

/// The quote around a CSV field.
///
/// A field needs quotes if it contains a separator or a line end.
public enum CSVQuote: Sendable, Equatable {
  /// The input has no quotes. A byte such as `"` is then part of the field.
  case absent
  /// The quote is this ASCII byte. Inside a quoted field, two such bytes stand for one.
  case byte(UInt8)

  package var byte: UInt8? {
    if case .byte(let byte) = self { byte } else { nil }
  }
}

/// The characters that end the lines of a text.
public enum LineEnding: String, Sendable {
  case lineFeed = "LF"
  case carriageReturnLineFeed = "CRLF"
  case carriageReturn = "CR"
  case mixed = "mixed line ends"
}
