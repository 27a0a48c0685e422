/// A number with its noun, for messages: `1 row` and `2 rows`.
package struct Quantity: CustomStringConvertible {
  private let count: Int64
  private let singular: String

  /// Creates a quantity.
  ///
  /// - Parameters:
  ///   - count: The number.
  ///   - singular: The singular of a noun whose plural ends in `s`.
  package init(_ count: some BinaryInteger, _ singular: String) {
    (self.count, self.singular) = (Int64(count), singular)
  }

  package var description: String { "\(count) \(singular)\(count == 1 ? "" : "s")" }
}
