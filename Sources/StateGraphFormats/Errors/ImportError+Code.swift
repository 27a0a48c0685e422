extension ImportError {
  /// The kind of an import failure, for code that handles an ``ImportError``.
  ///
  /// A kind is a struct and not an enum. A later version can therefore add kinds without breaking
  /// a `switch`.
  public struct Code: Sendable, Hashable {
    /// The name of the failure in machine-readable reports. It stays the same in later versions.
    private let name: String

    /// Creates a kind of failure with a stable name.
    ///
    /// Other modules use this to declare their own kinds, such as failures that concern tables.
    package init(_ name: String) { self.name = name }

    /// The operating system reported an error when the input was opened or read.
    public static let unreadableInput = Code("unreadableInput")
    /// The path of the input is the path of a directory. An import reads only files.
    public static let inputIsDirectory = Code("inputIsDirectory")
    /// No file exists at the path of the input, or a folder in the path is missing.
    public static let inputMissing = Code("inputMissing")
    /// The file exists, but the user of this process has no permission to read it.
    public static let permissionDenied = Code("permissionDenied")
    /// The import cannot read the encoding of the input.
    ///
    /// Examples are UTF-32, binary data and unsupported compression. Another example is a byte
    /// order mark that contradicts the requested encoding.
    public static let unsupportedEncoding = Code("unsupportedEncoding")
    /// Options of the request contradict each other, or an option is not possible for the input.
    public static let invalidRequest = Code("invalidRequest")
    /// The input changed during an import, or before an import was resumed.
    ///
    /// For example, another program shortened or overwrote the file.
    public static let inputChanged = Code("inputChanged")
    /// A compressed input is damaged or cut off. The bytes before the damage can still be read.
    public static let corruptCompression = Code("corruptCompression")
    /// The text violates a rule of the CSV format. An example is text after a closing quote.
    public static let malformedCSV = Code("malformedCSV")
    /// A row has more or fewer fields than the header.
    ///
    /// If there is no header, the names in the request or the first row determine the number of
    /// fields.
    public static let raggedRow = Code("raggedRow")
    /// A quoted field is still open at the end of the input.
    ///
    /// The error contains the position of the opening quote.
    public static let unterminatedQuote = Code("unterminatedQuote")
    /// The text is not valid JSON, or it contains no records. An example is a single number.
    public static let malformedJSON = Code("malformedJSON")
    /// Arrays and objects are nested more deeply than the limit allows.
    ///
    /// The limit exists because freeing a very deep tree could overflow the call stack.
    public static let tooDeep = Code("tooDeep")
    /// A JSON object contains a key twice, or a header contains a column name twice.
    public static let duplicateKey = Code("duplicateKey")
    /// A text contains bytes that are not valid UTF-8.
    public static let invalidUTF8 = Code("invalidUTF8")
    /// A text in another encoding than UTF-8 contains bytes that encode no character.
    public static let invalidEncoding = Code("invalidEncoding")
    /// A field, a string or a record is longer than the allowed maximum.
    public static let fieldTooLarge = Code("fieldTooLarge")
    /// A value does not have the type of its column, or a number is outside the range of 64-bit
    /// integers and doubles.
    public static let wrongType = Code("wrongType")
    /// The first bytes do not show the byte order of UTF-16 text. The user must specify the byte
    /// order.
    public static let cannotSniff = Code("cannotSniff")
    /// The caller's progress function asked the import to stop.
    public static let interrupted = Code("interrupted")
  }
}

extension ImportError.Code: CustomStringConvertible {
  /// The stable name of the failure, as it appears in machine-readable reports.
  public var description: String { name }
}
