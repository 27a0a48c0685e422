/// Names the files that determine the masks of an extraction: how each value is replaced.
package struct MaskRequest: Sendable {
  /// The path of the JSON file with a mask for each column.
  package var masks: String
  /// The path of the file whose bytes are the secret key. The same key always gives the same masked
  /// values. A person who has the key can compute most original values.
  package var key: String

  package init(masks: String, key: String) {
    (self.masks, self.key) = (masks, key)
  }
}
