/// The quote around a CSV field, which is necessary if the field contains separators or line ends.
public enum CSVQuote: Sendable, Equatable {
  /// The input has no quotes: every byte except separators and line ends belongs to a field.
  case absent
  /// The quote is this ASCII byte. Inside a quoted field, the byte is written twice.
  case byte(UInt8)

  package var byte: UInt8? {
    if case .byte(let byte) = self { byte } else { nil }
  }
}
