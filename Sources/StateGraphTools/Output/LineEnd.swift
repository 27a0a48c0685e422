/// The line ending of an exported CSV or TSV file.
public enum LineEnd: String, Sendable, CaseIterable {
  /// LF, a line feed, as on Unix. This is the default.
  case lf
  /// CRLF, a carriage return and a line feed, as in RFC 4180.
  case crlf

  var text: String { self == .lf ? "\n" : "\r\n" }
}
