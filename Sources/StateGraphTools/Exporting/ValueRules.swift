import StateGraphFormats

/// The treatment of values that a text format cannot represent.
package struct ValueRules: Sendable {
  package var blobs: BlobEncoding
  /// Whether infinity is written as `9e999`, which most readers parse as infinity, or refused.
  package var allowsInfinity: Bool
  /// Whether U+FFFD replaces bytes that are not UTF-8, or the text is refused.
  package var repairsText: Bool

  /// The rules of an export: a value that would not read back as the same is refused.
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

/// The encoding of BLOB values in an export.
public enum BlobEncoding: String, Sendable, CaseIterable {
  /// The export fails at the first BLOB.
  case reject
  /// Base64, as text in CSV and as `{"$base64": "…"}` in JSON.
  case base64
}

/// The reason why a value cannot be written. Does not contain the value.
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
      ("a line with a single NULL is empty, and CSV readers skip it", "Choose --format json")
    }
  }
}
