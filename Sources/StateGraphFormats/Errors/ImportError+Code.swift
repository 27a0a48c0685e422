extension ImportError {
  /// The kind of an import failure, for code that handles an ``ImportError``.
  ///
  /// This is a struct and not an enum. A later version can then add kinds without breaking a
  /// `switch`.
  public struct Code: Sendable, Hashable {
    /// The stable name of the failure, as it appears in machine-readable reports.
    private let name: String

    /// Creates a kind of failure with a stable name.
    ///
    /// Other modules declare more kinds with it, such as failures that concern tables.
    package init(_ name: String) { self.name = name }

    /// The operating system reported an error when the input was opened or read.
    public static let unreadableInput = Code("unreadableInput")
    /// The path of the input belongs to a directory. An import reads only files.
    public static let inputIsDirectory = Code("inputIsDirectory")
    /// No file exists at the path of the input, or a folder in the path is missing.
    public static let inputMissing = Code("inputMissing")
    /// The file exists, but the user of this process may not read it.
    public static let permissionDenied = Code("permissionDenied")
    /// The input has an encoding that the reader does not support.
    ///
    /// It is UTF-32, binary or compressed by an unsupported program. Or it does not have the
    /// encoding that the request specifies.
    public static let unsupportedEncoding = Code("unsupportedEncoding")
    /// Options of the request contradict each other, or they do not fit the inputs.
    public static let invalidRequest = Code("invalidRequest")
    /// The input is not the same as before.
    ///
    /// Another program shortened or overwrote it during the import. Or a resumed import received
    /// another input than the interrupted import.
    public static let inputChanged = Code("inputChanged")
    /// A compressed input is damaged or cut off. The bytes before the damage can still be read.
    public static let corruptCompression = Code("corruptCompression")
    /// The text violates a rule of the CSV format, for example with text after a closing quote.
    public static let malformedCSV = Code("malformedCSV")
    /// A row has more or fewer fields than the header. Without a header, the first row determines
    /// the number.
    public static let raggedRow = Code("raggedRow")
    /// A quoted field is still open at the end of the input.
    ///
    /// The place of the error is that of the opening quote.
    public static let unterminatedQuote = Code("unterminatedQuote")
    /// The text is not valid JSON, or it is JSON without records, such as a single number.
    public static let malformedJSON = Code("malformedJSON")
    /// Arrays and objects are nested more deeply than the limit allows.
    ///
    /// Freeing a tree without a limit could overflow the call stack.
    public static let tooDeep = Code("tooDeep")
    /// A JSON object contains a key twice, or a header contains a column name twice.
    public static let duplicateKey = Code("duplicateKey")
    /// A text contains bytes that are not valid UTF-8.
    public static let invalidUTF8 = Code("invalidUTF8")
    /// A text in an encoding other than UTF-8 contains bytes that encode no character.
    public static let invalidEncoding = Code("invalidEncoding")
    /// A field, a string or a record is longer than the limit for its length.
    public static let fieldTooLarge = Code("fieldTooLarge")
    /// A value does not fit the type of its column, or a number fits no numeric type.
    public static let wrongType = Code("wrongType")
    /// The format of the input could not be determined. The user must specify it.
    public static let cannotSniff = Code("cannotSniff")
    /// The import stopped because the caller's progress function requested it.
    public static let interrupted = Code("interrupted")
  }
}

extension ImportError.Code: CustomStringConvertible {
  /// The stable name of the failure, as it appears in machine-readable reports.
  public var description: String { name }
}
