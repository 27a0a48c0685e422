/// How to write values that a text format cannot represent.
package struct ValueRules: Sendable {
  package var blobs: BlobEncoding
  /// Whether infinity is written as `9e999`, which most readers parse as infinity. If false,
  /// infinity is an error.
  package var allowsInfinity: Bool
  /// Whether U+FFFD replaces bytes that are not valid UTF-8. If false, such a text is an error.
  package var repairsText: Bool

  /// Returns the rules for an export: a value that would be read back as a different value is an
  /// error.
  package static func exact(_ blobs: BlobEncoding) -> ValueRules {
    ValueRules(blobs: blobs, allowsInfinity: false, repairsText: false)
  }

  /// The rules for display: every value is shown, even if the text is not exact.
  package static let display = ValueRules(
    blobs: .base64,
    allowsInfinity: true,
    repairsText: true
  )
}
