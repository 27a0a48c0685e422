/// A name that is compared byte for byte. Swift compares two normalisation forms of a letter as
/// equal, but SQLite and JSON do not.
package struct ExactName: Hashable {
  package let text: String

  package init(_ text: String) { self.text = text }

  package static func == (left: ExactName, right: ExactName) -> Bool {
    left.text.utf8.elementsEqual(right.text.utf8)
  }
}

extension Sequence<String> {
  /// Returns whether one of the texts has the same bytes as `text`.
  package func containsExactly(_ text: String) -> Bool {
    contains { $0.utf8.elementsEqual(text.utf8) }
  }
}
