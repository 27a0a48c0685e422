/// The treatment of values that a text format cannot represent.
package struct ValueRules: Sendable {
  package var blobs: BlobEncoding
  /// Whether infinity is written as `9e999`, which most readers parse as infinity, or refused.
  package var allowsInfinity: Bool
  /// Whether U+FFFD replaces bytes that are not UTF-8, or the text is refused.
  package var repairsText: Bool

  /// Returns the rules of an export: a value that would not read back as the same is refused.
  package static func exact(_ blobs: BlobEncoding) -> ValueRules {
    ValueRules(blobs: blobs, allowsInfinity: false, repairsText: false)
  }

  /// The rules of a display: every value is shown.
  package static let display = ValueRules(
    blobs: .base64,
    allowsInfinity: true,
    repairsText: true
  )
}
