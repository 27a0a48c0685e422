extension ImportError {
  /// The kind of an import failure.
  ///
  /// A struct and not an enum, so that a later version can add kinds without breaking a `switch`.
  public struct Code: Sendable, Hashable {
    enum Kind: String, Sendable {
      case unreadableInput, inputIsDirectory, inputMissing, permissionDenied, unsupportedEncoding
      case invalidRequest, invalidMapping
      case corruptCompression, inputChanged
      case malformedCSV, raggedRow, unterminatedQuote
      case malformedJSON, tooDeep, duplicateKey
      case invalidUTF8, invalidEncoding, fieldTooLarge
      case unknownTable, unknownColumn, missingValue, wrongType
      case duplicateIdentifier, danglingReference, constraint, cannotSniff
      case ambiguousMember, unsupportedSchema, noTables, databaseMissing, database, interrupted
      case cannotCreateOutput, outputFailed
    }

    let kind: Kind

    /// The operating system refused to open or read the input.
    public static let unreadableInput = Code(kind: .unreadableInput)
    /// The input is a directory.
    public static let inputIsDirectory = Code(kind: .inputIsDirectory)
    /// No file has this name.
    public static let inputMissing = Code(kind: .inputMissing)
    /// The file exists, and this user may not read it.
    public static let permissionDenied = Code(kind: .permissionDenied)
    /// The input is UTF-32, binary, compressed in an unknown way, or not what it was said to be.
    public static let unsupportedEncoding = Code(kind: .unsupportedEncoding)
    /// The options of the request contradict each other or the inputs.
    public static let invalidRequest = Code(kind: .invalidRequest)
    /// The input was shortened or overwritten while it was read, or is not the one of which an
    /// interrupted run has read a part.
    public static let inputChanged = Code(kind: .inputChanged)
    /// A mapping file says what no mapping can, or what the schema lacks.
    public static let invalidMapping = Code(kind: .invalidMapping)
    /// A compressed input is damaged or cut short.
    public static let corruptCompression = Code(kind: .corruptCompression)
    /// The text breaks a rule of CSV.
    public static let malformedCSV = Code(kind: .malformedCSV)
    /// A row has more or fewer fields than the header or the first row.
    public static let raggedRow = Code(kind: .raggedRow)
    /// A quoted field is still open at the end of the input.
    public static let unterminatedQuote = Code(kind: .unterminatedQuote)
    /// The text breaks a rule of JSON, or its shape holds no records.
    public static let malformedJSON = Code(kind: .malformedJSON)
    /// Arrays and objects are nested beyond the limit.
    public static let tooDeep = Code(kind: .tooDeep)
    /// An object repeats a key, or a header repeats a column name.
    public static let duplicateKey = Code(kind: .duplicateKey)
    /// Bytes that are not UTF-8.
    public static let invalidUTF8 = Code(kind: .invalidUTF8)
    /// Bytes that mean no character in the input's encoding, where that is not UTF-8.
    public static let invalidEncoding = Code(kind: .invalidEncoding)
    /// A field, string or record is longer than the limit.
    public static let fieldTooLarge = Code(kind: .fieldTooLarge)
    /// The mapping names a table that the database lacks.
    public static let unknownTable = Code(kind: .unknownTable)
    /// The input has a column that the table lacks.
    public static let unknownColumn = Code(kind: .unknownColumn)
    /// A required value is absent.
    public static let missingValue = Code(kind: .missingValue)
    /// A value does not fit its type, or a number does not fit any.
    public static let wrongType = Code(kind: .wrongType)
    /// Two top-level records of one input carry one identifier.
    public static let duplicateIdentifier = Code(kind: .duplicateIdentifier)
    /// A reference leads to no record.
    public static let danglingReference = Code(kind: .danglingReference)
    /// The database refused the row.
    public static let constraint = Code(kind: .constraint)
    /// The format of the input could not be guessed.
    public static let cannotSniff = Code(kind: .cannotSniff)
    /// Several foreign keys or join tables fit a nested array.
    public static let ambiguousMember = Code(kind: .ambiguousMember)
    /// The schema lacks what an import needs, such as a primary key.
    public static let unsupportedSchema = Code(kind: .unsupportedSchema)
    /// The database has no tables yet.
    public static let noTables = Code(kind: .noTables)
    /// There is no database file.
    public static let databaseMissing = Code(kind: .databaseMissing)
    /// The database failed, and not because of a record; the cause says how.
    public static let database = Code(kind: .database)
    /// Whoever watched the progress asked to stop.
    public static let interrupted = Code(kind: .interrupted)
    /// A file that the import writes besides the database cannot be created.
    public static let cannotCreateOutput = Code(kind: .cannotCreateOutput)
    /// A file that the import writes besides the database cannot be written any further.
    public static let outputFailed = Code(kind: .outputFailed)
  }
}

extension ImportError.Code: CustomStringConvertible {
  /// The stable name, as it appears in machine-readable reports.
  public var description: String { kind.rawValue }
}
