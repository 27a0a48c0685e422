extension ImportError {
  /// The kind of an import failure.
  ///
  /// A struct and not an enum, so that a later version can add kinds without breaking a `switch`.
  public struct Code: Sendable, Hashable {
    /// The stable name of this kind of failure, as it appears in machine-readable reports.
    private let name: String

    /// Creates a kind of failure. Other modules declare kinds of their own, such as those about
    /// tables.
    package init(_ name: String) { self.name = name }

    /// The operating system refused to open or read the input.
    public static let unreadableInput = Code("unreadableInput")
    /// The input is a directory.
    public static let inputIsDirectory = Code("inputIsDirectory")
    /// No file exists at the path of the input.
    public static let inputMissing = Code("inputMissing")
    /// The file exists, but this user may not read it.
    public static let permissionDenied = Code("permissionDenied")
    /// The input is UTF-32, is binary, is compressed by an unsupported format, or does not have the
    /// encoding that the request names.
    public static let unsupportedEncoding = Code("unsupportedEncoding")
    /// Options of the request contradict each other or the inputs.
    public static let invalidRequest = Code("invalidRequest")
    /// The input was shortened or overwritten while it was read. Or a resumed import was given
    /// another input than the one that the interrupted run had begun to read.
    public static let inputChanged = Code("inputChanged")
    /// A compressed input is damaged or cut off.
    public static let corruptCompression = Code("corruptCompression")
    /// The text breaks a rule of CSV.
    public static let malformedCSV = Code("malformedCSV")
    /// A row has more or fewer fields than the header or the first row.
    public static let raggedRow = Code("raggedRow")
    /// A quoted field is still open at the end of the input.
    public static let unterminatedQuote = Code("unterminatedQuote")
    /// The text breaks a rule of JSON, or its shape contains no records, such as a single number.
    public static let malformedJSON = Code("malformedJSON")
    /// Arrays and objects are nested more deeply than the limit allows.
    public static let tooDeep = Code("tooDeep")
    /// An object repeats a key, or a header repeats a column name.
    public static let duplicateKey = Code("duplicateKey")
    /// A text contains bytes that are not valid UTF-8.
    public static let invalidUTF8 = Code("invalidUTF8")
    /// A text in an encoding other than UTF-8 contains bytes that encode no character.
    public static let invalidEncoding = Code("invalidEncoding")
    /// A field, string or record is longer than the limit.
    public static let fieldTooLarge = Code("fieldTooLarge")
    /// A value does not fit the type of its column, or a number fits no numeric type.
    public static let wrongType = Code("wrongType")
    /// The format of the input could not be guessed.
    public static let cannotSniff = Code("cannotSniff")
    /// The caller's progress function asked the import to stop.
    public static let interrupted = Code("interrupted")
  }
}

extension ImportError.Code: CustomStringConvertible {
  /// The stable name of this kind of failure, as it appears in machine-readable reports.
  public var description: String { name }
}
