import StateGraphFormats

/// Kinds of errors that concern the database, its schema or a column mapping.
extension ImportError.Code {
  /// An ``ImportMapping`` is malformed, or contains a name that the schema does not contain.
  public static let invalidMapping = Self("invalidMapping")
  /// The database has no table with the name in ``ImportInput/table``.
  ///
  /// If ``ImportInput/table`` is nil, the name of the input file is the name of the table.
  public static let unknownTable = Self("unknownTable")
  /// The input has a column or JSON member that the table does not have.
  public static let unknownColumn = Self("unknownColumn")
  /// A record has no value for a column that requires one.
  public static let missingValue = Self("missingValue")
  /// A record has a key that an earlier record of the same input already has.
  ///
  /// With ``ConflictPolicy/error``, a row of the database with this key is an error too.
  public static let duplicateIdentifier = Self("duplicateIdentifier")
  /// A record refers to a row that exists neither in the inputs nor in the database.
  public static let danglingReference = Self("danglingReference")
  /// A record violates a constraint of its table, such as UNIQUE or CHECK.
  public static let constraint = Self("constraint")
  /// The name of a nested array in a JSON record is ambiguous.
  ///
  /// Several foreign keys or join tables match the name.
  public static let ambiguousMember = Self("ambiguousMember")
  /// The import cannot use the schema of the database.
  ///
  /// For example, a foreign key refers to a table that does not exist.
  public static let unsupportedSchema = Self("unsupportedSchema")
  /// The database has no tables. The program must create the tables by migrations before the
  /// import.
  public static let noTables = Self("noTables")
  /// The database file does not exist.
  public static let databaseMissing = Self("databaseMissing")
  /// The database failed, and no record caused the failure. The cause is a `DatabaseError`.
  public static let database = Self("database")
  /// The import cannot create an output file, such as the reject file.
  public static let cannotCreateOutput = Self("cannotCreateOutput")
  /// The import cannot write to an output file, such as the reject file.
  ///
  /// For example, the disk is full.
  public static let outputFailed = Self("outputFailed")
}
