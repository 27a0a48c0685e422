#if GTK
/// Text on its way to GTK, where a NUL ends it, and back, where it may be damaged.
package enum LoopText {
  /// The text without NUL, which becomes U+FFFD.
  package static func shown(_ text: String) -> String {
    text.utf8.contains(0) ? text.replacing("\0", with: "\u{FFFD}") : text
  }

  /// The text at a pointer. Invalid UTF-8 becomes U+FFFD, and no text is empty.
  package static func read(_ text: UnsafePointer<CChar>?) -> String {
    text.map { String(cString: $0) } ?? ""
  }
}

#endif
