/// A name that is compared byte for byte.
///
/// Swift treats two Unicode normalisation forms of a letter as equal, but SQLite and JSON do not.
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
  /// `contains` would treat two Unicode normalisation forms of a letter as equal.
  package func containsExactly(_ text: String) -> Bool {
    contains { $0.utf8.elementsEqual(text.utf8) }
  }
}
