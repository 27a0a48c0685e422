/// The line ending of an exported CSV file.
public enum LineEnd: String, Sendable, CaseIterable {
  /// A line feed, as on Unix.
  case lf
  /// Carriage return and line feed, as in RFC 4180.
  case crlf

  var text: String { self == .lf ? "\n" : "\r\n" }
}
