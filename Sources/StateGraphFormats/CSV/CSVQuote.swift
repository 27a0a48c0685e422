/// The quote around a field of CSV that contains separators or line ends.
public enum CSVQuote: Sendable, Equatable {
  /// No quote: every byte that is neither separator nor line end belongs to the field.
  case absent
  /// An ASCII byte. Inside the field it is doubled.
  case byte(UInt8)

  package var byte: UInt8? {
    if case .byte(let byte) = self { byte } else { nil }
  }
}
