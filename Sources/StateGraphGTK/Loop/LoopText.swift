#if GTK
/// Converts text for GTK, and text from GTK. GTK would end a text at a NUL, and a text from GTK can
/// be invalid UTF-8.
package enum LoopText {
  /// Returns `text` with each NUL replaced by U+FFFD.
  package static func shown(_ text: String) -> String {
    text.utf8.contains(0) ? text.replacing("\0", with: "\u{FFFD}") : text
  }

  /// Returns the C string at a pointer. Empty if the pointer is nil. Invalid UTF-8 becomes U+FFFD.
  package static func read(_ text: UnsafePointer<CChar>?) -> String {
    text.map { String(cString: $0) } ?? ""
  }
}

#endif
