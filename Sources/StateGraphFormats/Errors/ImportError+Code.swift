extension ImportError {
  /// The kind of an import failure.
  ///
  /// A struct and not an enum, so that a later version can add kinds without breaking a `switch`.
  public struct Code: Sendable, Hashable {
    /// The stable name, as it appears in machine-readable reports.
    private let name: String

    /// Other modules declare further kinds, such as those that concern tables.
    package init(_ name: String) { self.name = name }

    /// The operating system refused to open or read the input.
    public static let unreadableInput = Code("unreadableInput")
    /// The input is a directory.
    public static let inputIsDirectory = Code("inputIsDirectory")
    /// No file has this name.
    public static let inputMissing = Code("inputMissing")
    /// The file exists, and this user may not read it.
    public static let permissionDenied = Code("permissionDenied")
    /// The input is UTF-32, binary, compressed in an unknown way, or not in the encoding of the
    /// request.
    public static let unsupportedEncoding = Code("unsupportedEncoding")
    /// Options of the request contradict each other or the inputs.
    public static let invalidRequest = Code("invalidRequest")
    /// The input was shortened or overwritten while it was read, or is not the input that an
    /// interrupted run read in part.
    public static let inputChanged = Code("inputChanged")
    /// A compressed input is damaged or cut short.
    public static let corruptCompression = Code("corruptCompression")
    /// The text breaks a rule of CSV.
    public static let malformedCSV = Code("malformedCSV")
    /// A row has more or fewer fields than the header or the first row.
    public static let raggedRow = Code("raggedRow")
    /// A quoted field is still open at the end of the input.
    public static let unterminatedQuote = Code("unterminatedQuote")
    /// The text breaks a rule of JSON, or has no records in its shape.
    public static let malformedJSON = Code("malformedJSON")
    /// Arrays and objects are nested beyond the limit.
    public static let tooDeep = Code("tooDeep")
    /// An object repeats a key, or a header repeats a column name.
    public static let duplicateKey = Code("duplicateKey")
    /// Bytes that are not UTF-8.
    public static let invalidUTF8 = Code("invalidUTF8")
    /// Bytes that encode no character, in an encoding other than UTF-8.
    public static let invalidEncoding = Code("invalidEncoding")
    /// A field, string or record is longer than the limit.
    public static let fieldTooLarge = Code("fieldTooLarge")
    /// A value does not fit its type, or a number does not fit any.
    public static let wrongType = Code("wrongType")
    /// The format of the input could not be guessed.
    public static let cannotSniff = Code("cannotSniff")
    /// The observer of the progress asked the import to stop.
    public static let interrupted = Code("interrupted")
  }
}

extension ImportError.Code: CustomStringConvertible {
  /// The stable name, as it appears in machine-readable reports.
  public var description: String { name }
}
