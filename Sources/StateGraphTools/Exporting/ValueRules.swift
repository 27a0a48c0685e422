import StateGraphFormats

/// What is written for a value that a text format has no way to write.
package struct ValueRules: Sendable {
  package var blobs: BlobEncoding
  /// Write infinity as `9e999`, which most readers take for it, instead of refusing it.
  package var allowsInfinity: Bool
  /// Write U+FFFD for bytes that are not UTF-8 instead of refusing the text.
  package var repairsText: Bool

  /// For an export: whatever would not be read back as the same is refused.
  package static func exact(_ blobs: BlobEncoding) -> ValueRules {
    ValueRules(blobs: blobs, allowsInfinity: false, repairsText: false)
  }

  /// For looking: everything is shown somehow.
  package static let display = ValueRules(
    blobs: .base64,
    allowsInfinity: true,
    repairsText: true
  )
}

/// How an export writes the bytes of a BLOB.
public enum BlobEncoding: String, Sendable, CaseIterable {
  /// Not at all: the export fails.
  case reject
  /// In base64: as text in CSV, as `{"$base64": "…"}` in JSON.
  case base64
}

/// Why a value cannot be written, without the value.
package enum ValueProblem: Error {
  case blob, infinity, invalidText, nul, lonelyNull

  package func error(table: String, column: String, row: Int) -> LookingError {
    let (what, remedy) = texts
    return LookingError(
      .unrepresentable,
      "row \(row) of \(printable(table)), column \(printable(column)): \(what)",
      remedy: remedy
    )
  }

  private var texts: (what: String, remedy: String) {
    switch self {
    case .blob: ("text formats cannot hold bytes as they are", "Pass --blobs base64")
    case .infinity:
      ("the format has no infinity", "Set it to NULL, or to the largest number, first")
    case .invalidText: ("the text is not UTF-8", "Mend it, or CAST it to BLOB, first")
    case .nul: ("CSV readers, import among them, take no NUL byte", "Choose --format json")
    case .lonelyNull:
      ("a NULL alone on its line is an empty line, which CSV readers skip", "Choose --format json")
    }
  }
}
