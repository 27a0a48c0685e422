import StateGraphFormats

/// Error codes for failures that involve the database, its schema or a column mapping.
extension ImportError.Code {
  /// An ``ImportMapping`` is malformed, or has a name that the schema does not contain.
  public static let invalidMapping = Self("invalidMapping")
  /// The database has no table of the requested name. Without a requested name, it is the name of
  /// the input file.
  public static let unknownTable = Self("unknownTable")
  /// The input has a column or member that the table does not have.
  public static let unknownColumn = Self("unknownColumn")
  /// A record has no value for a column that requires one.
  public static let missingValue = Self("missingValue")
  /// Two records of one input have the same key. Or, under the policy ``ConflictPolicy/error``, the
  /// database already has a row with the key of a record.
  public static let duplicateIdentifier = Self("duplicateIdentifier")
  /// A record refers to a row that exists neither in the inputs nor in the database.
  public static let danglingReference = Self("danglingReference")
  /// A record violates a constraint of its table.
  public static let constraint = Self("constraint")
  /// A nested array in a JSON record is ambiguous, because several foreign keys or join tables fit
  /// it.
  public static let ambiguousMember = Self("ambiguousMember")
  /// The schema lacks something that an import needs, such as a primary key.
  public static let unsupportedSchema = Self("unsupportedSchema")
  /// The database has no tables yet.
  public static let noTables = Self("noTables")
  /// The database file does not exist.
  public static let databaseMissing = Self("databaseMissing")
  /// The database failed for a reason that no record caused. The error's cause is a
  /// `DatabaseError`.
  public static let database = Self("database")
  /// The import cannot create a file that it writes besides the database, such as the reject file.
  public static let cannotCreateOutput = Self("cannotCreateOutput")
  /// Writing failed on a file besides the database, such as the reject file.
  public static let outputFailed = Self("outputFailed")
}
