/// What stands around a field of CSV that holds separators or line ends.
public enum CSVQuote: Sendable, Equatable {
  /// Nothing: every byte that is neither separator nor line end belongs to the field.
  case absent
  /// An ASCII byte, doubled where it belongs to the field.
  case byte(UInt8)

  package var byte: UInt8? {
    if case .byte(let byte) = self { byte } else { nil }
  }
}
