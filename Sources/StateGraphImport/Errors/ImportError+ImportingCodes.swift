import StateGraphFormats

/// The kinds of failure that need a database, a schema or a mapping.
extension ImportError.Code {
  /// A mapping file says what no mapping can, or what the schema lacks.
  public static let invalidMapping = Self("invalidMapping")
  /// The mapping names a table that the database lacks.
  public static let unknownTable = Self("unknownTable")
  /// The input has a column that the table lacks.
  public static let unknownColumn = Self("unknownColumn")
  /// A required value is absent.
  public static let missingValue = Self("missingValue")
  /// Two top-level records of one input carry one identifier.
  public static let duplicateIdentifier = Self("duplicateIdentifier")
  /// A reference leads to no record.
  public static let danglingReference = Self("danglingReference")
  /// The database refused the row.
  public static let constraint = Self("constraint")
  /// Several foreign keys or join tables fit a nested array.
  public static let ambiguousMember = Self("ambiguousMember")
  /// The schema lacks what an import needs, such as a primary key.
  public static let unsupportedSchema = Self("unsupportedSchema")
  /// The database has no tables yet.
  public static let noTables = Self("noTables")
  /// There is no database file.
  public static let databaseMissing = Self("databaseMissing")
  /// The database failed, and not because of a record; the cause says how.
  public static let database = Self("database")
  /// A file that the import writes besides the database cannot be created.
  public static let cannotCreateOutput = Self("cannotCreateOutput")
  /// A file that the import writes besides the database cannot be written any further.
  public static let outputFailed = Self("outputFailed")
}
