/// What happens to values that a text format cannot represent exactly: an error, or an
/// approximation.
package struct ValueRules: Sendable {
  package var blobs: BlobEncoding
  /// Whether infinity is written as `9e999`, which most readers convert to infinity. If false,
  /// infinity is an error.
  package var allowsInfinity: Bool
  /// Whether U+FFFD replaces bytes that are not valid UTF-8. If false, a text with such bytes is an
  /// error.
  package var repairsText: Bool

  /// Returns the rules for an export. A value is an error if a reader would get a different value.
  package static func exact(_ blobs: BlobEncoding) -> ValueRules {
    ValueRules(blobs: blobs, allowsInfinity: false, repairsText: false)
  }

  /// The rules for values that a person reads. Every value is shown, even if the text does not
  /// represent it exactly.
  package static let display = ValueRules(
    blobs: .base64,
    allowsInfinity: true,
    repairsText: true
  )
}
