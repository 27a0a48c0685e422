/// A name as it is written, byte for byte. Swift would call two spellings of one letter the same
/// String, and neither SQLite nor JSON does.
package struct ExactName: Hashable {
  package let text: String

  package init(_ text: String) { self.text = text }

  package static func == (left: ExactName, right: ExactName) -> Bool {
    left.text.utf8.elementsEqual(right.text.utf8)
  }
}

extension Sequence<String> {
  /// Whether one of the texts has the bytes of this one.
  package func containsExactly(_ text: String) -> Bool {
    contains { $0.utf8.elementsEqual(text.utf8) }
  }
}
