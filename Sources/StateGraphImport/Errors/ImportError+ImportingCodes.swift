import StateGraphFormats

/// The kinds of failure that need a database, a schema or a mapping.
extension ImportError.Code {
  /// A mapping is malformed, or has a name that the schema lacks.
  public static let invalidMapping = Self("invalidMapping")
  /// The database has no table with the name of the input, or of the request.
  public static let unknownTable = Self("unknownTable")
  /// The input has a column or member that the table lacks.
  public static let unknownColumn = Self("unknownColumn")
  /// A required value is absent.
  public static let missingValue = Self("missingValue")
  /// Two records of one input have the same key, or a key exists already under the policy
  /// ``ConflictPolicy/error``.
  public static let duplicateIdentifier = Self("duplicateIdentifier")
  /// A record refers to a row that does not exist.
  public static let danglingReference = Self("danglingReference")
  /// The row violates a constraint of its table.
  public static let constraint = Self("constraint")
  /// Several foreign keys or join tables fit a nested array.
  public static let ambiguousMember = Self("ambiguousMember")
  /// The schema lacks what an import needs, such as a primary key.
  public static let unsupportedSchema = Self("unsupportedSchema")
  /// The database has no tables yet.
  public static let noTables = Self("noTables")
  /// There is no database file.
  public static let databaseMissing = Self("databaseMissing")
  /// The database failed, and not because of a record. The error's cause is a `DatabaseError`.
  public static let database = Self("database")
  /// A file that the import writes besides the database cannot be created.
  public static let cannotCreateOutput = Self("cannotCreateOutput")
  /// Writing to a file besides the database failed.
  public static let outputFailed = Self("outputFailed")
}
