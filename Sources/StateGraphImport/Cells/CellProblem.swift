import StateGraphSQLite

/// The reason why the value of a record cannot be stored in its column.
///
/// The error messages never contain the value.
package enum CellProblem: Error {
  case notAnInteger, integerTooLarge, leadingZero, notANumber, realTooLarge, inexactReal
  case textAsNumber, booleanInText, realInInteger, blob, notOneValue, null
  case realTooSmall, misplacedBytes, notBase64, negativeZero

  /// The two parts of the error message: what is wrong, and what the user can do.
  ///
  /// Neither part ends with a full stop.
  var texts: (what: String, remedy: String) {
    switch self {
    case .notAnInteger:
      ("the value is not an integer", "Write digits, with a minus sign where it is negative")
    case .integerTooLarge: ("the integer does not fit 64 bits", "Make the column TEXT")
    case .leadingZero:
      ("the number begins with a zero that would be lost", "Make the column TEXT, or drop it")
    case .notANumber: ("the value is not a number", "Write it like -12.5 or 1.25e3")
    case .realTooLarge: ("the number is too large for a 64-bit real", "Make the column TEXT")
    case .realTooSmall:
      ("the number is too near zero for a 64-bit real", "Write 0, or make the column TEXT")
    case .inexactReal:
      ("the integer has more digits than a 64-bit real keeps", "Make the column INTEGER or TEXT")
    case .textAsNumber: ("the value is a string", "Write the number without quotes")
    case .booleanInText:
      ("the value is a boolean", "Write it in quotes, or make the column INTEGER")
    case .realInInteger:
      ("the number is written as a real", "Write it without a fraction or exponent")
    case .blob:
      (
        "the value is text",
        "Import bytes in base 64: from JSON as {\"$base64\": \"AP8=\"}, from CSV with --blobs "
          + "base64"
      )
    case .misplacedBytes: ("the value is bytes", "Make the column BLOB")
    case .notBase64:
      (
        "the value of \"$base64\" is not base 64",
        "Write A-Z, a-z, 0-9, + and /, filled up with = to a multiple of four"
      )
    case .notOneValue:
      (
        "the value is an object or an array",
        "Write a single value. To store JSON text, declare the column as JSON, or end its name in "
          + "_json in a STRICT table"
      )
    case .negativeZero:
      ("an integer column cannot keep the sign of a negative zero", "Write 0")
    case .null: ("the value is NULL", "Give a value, or leave the field empty")
    }
  }
}
