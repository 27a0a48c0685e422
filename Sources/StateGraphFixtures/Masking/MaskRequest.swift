/// The files that determine the masks of an extraction.
package struct MaskRequest: Sendable {
  /// The path of the JSON file with a mask for each column.
  package var masks: String
  /// The path of the file whose bytes are the key.
  package var key: String

  package init(masks: String, key: String) {
    (self.masks, self.key) = (masks, key)
  }
}
