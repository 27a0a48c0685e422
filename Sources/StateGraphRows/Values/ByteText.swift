/// A text that is compared, ordered and hashed by its UTF-8 bytes, as SQLite compares text.
///
/// Swift's `String` treats a composed and a decomposed "é" as equal. In a database file they are
/// different values and different names. So a text from a database file is a `ByteText` if it is a
/// key of a dictionary, an element of a set, or a property of a type with a synthesised `==`.
@usableFromInline
package struct ByteText: Sendable {
  @usableFromInline
  package let string: String

  @inlinable
  package init(_ string: String) { self.string = string }
}

extension ByteText: Hashable {
  @usableFromInline
  package static func == (left: ByteText, right: ByteText) -> Bool {
    left.string.hasSameBytes(as: right.string)
  }

  @usableFromInline
  package func hash(into hasher: inout Hasher) {
    string.hashBytes(into: &hasher)
    // No UTF-8 text contains the byte 0xff. It separates successive texts, so that `("ab", "c")`
    // and `("a", "bc")` have different hashes.
    hasher.combine(0xff as UInt8)
  }
}

extension ByteText: Comparable {
  @usableFromInline
  package static func < (left: ByteText, right: ByteText) -> Bool {
    left.string.utf8.lexicographicallyPrecedes(right.string.utf8)
  }
}

extension ByteText: ExpressibleByStringLiteral {
  @usableFromInline
  package init(stringLiteral text: String) { string = text }
}

extension ByteText: CustomStringConvertible {
  @usableFromInline
  package var description: String { string }
}

// MARK: - Parts

extension ByteText {
  package func hasPrefix(_ part: ByteText) -> Bool { string.utf8.starts(with: part.string.utf8) }

  package func hasSuffix(_ part: ByteText) -> Bool {
    string.utf8.reversed().starts(with: part.string.utf8.reversed())
  }

  package func contains(_ part: ByteText) -> Bool {
    let (bytes, part) = (Array(string.utf8), Array(part.string.utf8))
    guard let first = part.first else { return true }
    guard bytes.count >= part.count else { return false }
    return (0...(bytes.count - part.count)).contains { start in
      bytes[start] == first && bytes[start..<(start + part.count)].elementsEqual(part)
    }
  }
}

// MARK: - Lists of texts

extension Sequence<String> {
  /// Returns whether both sequences have the same texts in the same order, compared by their bytes.
  package func haveSameBytes(as others: some Sequence<String>) -> Bool {
    elementsEqual(others) { $0.hasSameBytes(as: $1) }
  }

  /// Returns whether one of the texts has the same bytes as `text`.
  package func containsBytes(of text: String) -> Bool { contains { $0.hasSameBytes(as: text) } }
}
