import StateGraphFormats

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
