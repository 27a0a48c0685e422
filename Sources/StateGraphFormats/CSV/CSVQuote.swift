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
