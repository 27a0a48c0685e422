import StateGraphFormats

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

/// How an export writes BLOB values, for which CSV and JSON have no type.
public enum BlobEncoding: String, Sendable, CaseIterable {
  /// The export fails at the first BLOB, so that no value is lost or changed.
  case reject
  /// The export writes Base64 text in CSV, and `{"$base64": "…"}` in JSON. The importer converts
  /// the JSON form back to bytes, and the CSV form in BLOB columns with
  /// `ImportRequest/readsBase64`.
  case base64
}

/// Why a value cannot be written in a text format. The error that is made from it does not contain
/// the value.
package enum ValueProblem: Error {
  case blob, infinity, invalidText, nul, lonelyNull

  package func error(table: String, column: String, row: Int) -> InspectionError {
    let (reason, remedy) = texts
    return InspectionError(
      .unrepresentable,
      "row \(row) of \(printable(table)), column \(printable(column)): \(reason)",
      remedy: remedy
    )
  }

  private var texts: (reason: String, remedy: String) {
    switch self {
    case .blob: ("a text format cannot represent a BLOB", "Pass --blobs base64")
    case .infinity:
      ("the format cannot represent infinity", "Set the value to NULL or to a finite number first")
    case .invalidText: ("the text is not UTF-8", "Correct the text or CAST it to BLOB first")
    case .nul: ("CSV readers, including import, refuse a NUL byte", "Choose --format json")
    case .lonelyNull:
      ("a line without values is blank, and import skips it", "Choose --format json")
    }
  }
}
