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

/// How a mask replaces the values of a column. The raw values are the names in the file of the
/// masks. ``ValueMask`` carries out the masks.
enum MaskKind: String, CaseIterable {
  /// Exchanges letters and digits. Different values get different masked values.
  case text
  /// Like ``text``, but masks the parts before and after the `@` separately.
  case email
  /// Like ``text``, but keeps the code of the country.
  case phone
  /// Moves each date by a number of days that depends on its owner.
  case date
  /// Replaces letters and digits by others from which the text cannot be computed.
  case freeText = "free-text"
  /// Exchanges the digits of numbers.
  case number
  /// Masks the strings inside a JSON text like ``text``.
  case json
  /// Exchanges the bytes of BLOBs, and keeps their number.
  case blob
  /// Keeps each value unchanged.
  case keep
  /// Replaces each value by NULL.
  case null
}
