import StateGraphSQLite

/// The reason why the value of a record cannot be stored in its column.
///
/// The error messages never contain the value.
package enum CellProblem: Error, Equatable {
  case notAnInteger, integerTooLarge, leadingZero, notANumber, realTooLarge, inexactReal
  case textAsNumber, booleanInText, realInInteger, blob, notOneValue, null
  case realTooSmall, misplacedBytes, notBase64, textNotBase64, negativeZero
  case notABoolean, booleanWord, notJSON, inexactJSON, otherForm, comma
  /// The field is a number with these options of the command.
  case otherMarks(String)

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
    case .textAsNumber:
      (
        "the value is a string",
        "Write the number without quotes, or pass --any-type to store text in any column"
      )
    case .booleanInText:
      ("the value is a boolean", "Write it in quotes, or make the column INTEGER")
    case .realInInteger:
      (
        "the number is written as a real",
        "Write it without a fraction or exponent, or pass --any-type to store a fraction"
      )
    case .blob:
      (
        "the value is text",
        "Import bytes in base 64: from JSON as {\"$base64\": \"AP8=\"}, from CSV with --blobs "
          + "base64. Or store text with --any-type"
      )
    case .misplacedBytes:
      ("the value is bytes", "Make the column BLOB, or pass --any-type to store bytes")
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
    default: formTexts
    }
  }

  /// The two texts of the problems for which there is another option or another declaration, and of
  /// `null`.
  private var formTexts: (what: String, remedy: String) {
    switch self {
    case .notABoolean:
      (
        "the value is not a boolean",
        "Write true or false, t or f, yes or no, y or n, on or off, 1 or 0"
      )
    case .booleanWord:
      (
        "the value is a boolean",
        "Write 1 or 0, or declare the column with CHECK (column IN (0, 1))"
      )
    case .textNotBase64:
      (
        "the value is not base 64",
        "Export the table as JSON, or store text with --any-type and without --blobs base64"
      )
    case .notJSON: ("the value is not JSON", "Correct it, or make the column TEXT")
    case .inexactJSON:
      (
        "SQLite would store this JSON number with another text",
        "Declare the column as TEXT with CHECK (json_valid(column))"
      )
    case .otherForm:
      (
        "the number is not in the form that SQLite stores",
        "Pass --numbers lenient, which also reads 5.0 as 5, 1e3, +5, 5-, (5), 5 %, $5, inf, and "
          + "NaN as NULL"
      )
    case .otherMarks(let options):
      ("the number is not in the form that SQLite stores", "Pass \(options)")
    case .comma:
      (
        "the number has a comma",
        "Pass --decimal ',' where a comma begins the fraction, or --group ',' where it separates "
          + "thousands"
      )
    default: ("the value is NULL", "Give a value, or leave the field empty")
    }
  }
}

extension CellProblem {
  /// Creates the problem of a CSV field that is not a number, which names the option that reads it
  /// if there is one. Other problems stay unchanged.
  init(_ problem: CellProblem, of field: UnsafeRawBufferPointer) {
    self = problem
    guard problem == .notAnInteger || problem == .notANumber else { return }
    if BooleanText.isWord(field) {
      self = .booleanWord
    } else if let other = Self.inOtherForm(field, isInteger: problem == .notAnInteger) {
      self = other
    }
  }

  /// Returns the problem of a number that needs an option. Nil if the field is no number, or if it
  /// is not an integer although it must be one.
  static func inOtherForm(
    _ field: UnsafeRawBufferPointer,
    isInteger: Bool = false
  ) -> CellProblem? {
    let isComma = { (byte: UInt8) in byte == UInt8(ascii: ",") }
    let isMark = { (byte: UInt8) in isComma(byte) || byte == UInt8(ascii: ".") }
    if let body = NumberAffixes(field)?.body, body.contains(where: isComma),
      body.allSatisfy({ $0 &- 48 < 10 || isMark($0) }),
      !body.contains(UInt8(ascii: ".")) || NumberForm.options(for: field) == nil
    {
      return .comma
    }
    guard let options = NumberForm.options(for: field) else { return nil }
    if !options.isEmpty, options != "--numbers lenient" { return .otherMarks(options) }
    if isInteger { return (try? NumberForm(.lenient).integer(field)) == nil ? nil : .otherForm }
    // The options of the command line exclude the usual form.
    return options.isEmpty
      ? .otherMarks(
        "--decimal . where a point begins the fraction, or --group . where it separates "
          + "thousands"
      ) : .otherForm
  }
}
