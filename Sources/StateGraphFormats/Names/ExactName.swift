/// A name that is compared byte for byte.
///
/// Swift's `==` treats "é" as one character and "e" with an accent as equal. SQLite and JSON
/// distinguish these two spellings.
package struct ExactName: Hashable {
  package let text: String

  package init(_ text: String) { self.text = text }

  package static func == (left: ExactName, right: ExactName) -> Bool {
    left.text.utf8.elementsEqual(right.text.utf8)
  }
}

extension Sequence<String> {
  /// Returns whether one of the strings has exactly the same bytes as `text`.
  ///
  /// `contains` treats "é" as one character and "e" with an accent as equal. This method
  /// distinguishes these two spellings.
  package func containsExactly(_ text: String) -> Bool {
    contains { $0.utf8.elementsEqual(text.utf8) }
  }
}
