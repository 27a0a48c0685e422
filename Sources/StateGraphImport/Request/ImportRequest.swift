/// The inputs and options of an import.
///
/// An import inserts and updates rows, but never deletes rows. If a record no longer contains a
/// nested record, the database keeps the old nested row.
public struct ImportRequest: Sendable {
  /// The inputs of the import. A directory as an input means all files in that directory.
  public var inputs: [ImportInput]
  /// Whether the inputs are read in the order of the request.
  ///
  /// If false, referenced tables are read before the tables that refer to them. The import is
  /// then faster. The imported rows are the same in both cases.
  public var keepsOrder = false
  /// How names and values of the inputs are converted to those of the schema.
  ///
  /// Nil if the inputs need no conversion.
  public var mapping: MappingSource?
  /// Whether the import ignores columns and members that are neither in the schema nor in the
  /// mapping.
  ///
  /// If false, an unknown column or member is an error.
  public var ignoresUnknown = false
  /// What the texts of CSV fields mean, for example which of them mean NULL.
  public var fields = FieldRules()
  /// Which forms of numbers the import accepts, such as `5.0` for an integer.
  public var numbers = NumberPolicy.exact
  /// Whether the CSV texts of BLOB columns are bytes in base 64, as `export --blobs base64` writes
  /// them. If false, such a column accepts no text.
  public var readsBase64 = false
  /// Whether a column stores values of another type than it declares, as SQLite does in tables that
  /// are not STRICT: text in an INTEGER column, or a number in a BLOB column.
  ///
  /// If false, such a value is an error, because it is usually a mistake.
  public var acceptsAnyType = false
  /// What the import does with a reference to a row that does not exist.
  ///
  /// The row is neither in the inputs nor in the database.
  public var dangling = DanglingPolicy.reject
  /// What the import does with a record if the table already has a row with the record's key.
  public var onConflict = ConflictPolicy.merge
  /// What the import does if the inputs contain several versions of one row.
  public var onDuplicate = DuplicatePolicy.last
  /// How the import tells apart records without a key.
  public var missingKeys = MissingKeyPolicy.content
  /// What the import does with a bad record.
  public var onError = ErrorPolicy.abort
  /// The maximum number of bad records. One more bad record ends the import with an error.
  ///
  /// Nil means no limit.
  public var maximumErrors: Int?
  /// The path of the reject file for the policy ``ErrorPolicy/reject``. The file must be new or
  /// empty.
  ///
  /// Nil means `<database>.rejects.jsonl`. If that file exists, the import tries
  /// `<database>.rejects.2.jsonl`, `<database>.rejects.3.jsonl` and so on.
  public var rejectFilePath: String?
  /// The number of records in one transaction. An interrupted import continues after its last
  /// transaction.
  ///
  /// Nil means one transaction for all records with the policy ``ErrorPolicy/abort``. With the
  /// other policies, nil means 5,000 records.
  public var batchSize: Int?
  /// Whether the import only reads, checks and counts everything, without changing the database.
  public var isDryRun = false
  /// Whether the import starts from the beginning.
  ///
  /// If false, the import resumes an interrupted run of the same import.
  public var restarts = false
  /// Whether the import may change a file whose application id is that of another program.
  public var acceptsAnyApplication = false
  /// A function that the import calls before it reads the records of an input.
  ///
  /// The import calls the function on its own thread.
  public var willRead: (@Sendable (InputSummary) -> Void)?
  /// A function that the import calls for every directory entry that it does not import.
  ///
  /// The import calls the function on its own thread.
  public var didSkip: (@Sendable (SkippedInput) -> Void)?

  /// Converts labels to keys. Nil unless the inputs are fixtures of a test.
  package var labels: (any LabelReader)?
  /// A function that the import calls for every record that it rejects or skips.
  ///
  /// The report contains only the first errors of each kind. The import calls the function on its
  /// own thread.
  package var didReject: (@Sendable (ImportError) -> Void)?

  /// Creates a request with the default options.
  public init(inputs: [ImportInput]) {
    self.inputs = inputs
  }

  var numberForm: NumberForm { fields.numberForm(numbers) }

  var valueForms: ValueForms {
    var forms = ValueForms()
    forms.numbers = numberForm
    forms.readsBase64 = readsBase64
    forms.acceptsAnyType = acceptsAnyType
    return forms
  }

  /// The texts that mean NULL in CSV fields without quotes: ``FieldRules/nullSpellings``.
  public var nullSpellings: [String] {
    get { fields.nullSpellings }
    set { fields.nullSpellings = newValue }
  }
}

/// What an import does with a reference to a row that does not exist.
///
/// The row is neither in the inputs nor in the database.
public enum DanglingPolicy: String, Sendable, CaseIterable {
  /// The record that contains the reference is a bad record. The ``ErrorPolicy`` determines whether
  /// the import ends or continues.
  case reject
  /// The import omits the reference. It is NULL in a new row, and unchanged in an existing row.
  ///
  /// If the column is NOT NULL, the import treats the record as with ``reject``.
  case null
  /// The import stores the reference, although the target row does not exist.
  case keep
}
