/// The inputs of an import and its options.
///
/// An import inserts and updates rows, but never deletes any. If a later version of a record no
/// longer contains a row, a value or a link of a nested array, it stays in the database.
public struct ImportRequest: Sendable {
  /// The inputs. A directory stands for the files that it contains.
  public var inputs: [ImportInput]
  /// Whether the inputs are read in the order of the request. Otherwise the inputs of a referenced
  /// table are read before those of the tables that refer to it, which makes references cheaper to
  /// check. The imported rows are the same in both cases.
  public var keepsOrder = false
  /// How names and values of the inputs are converted to those of the schema; nil if no conversion
  /// is needed.
  public var mapping: MappingSource?
  /// Whether the import ignores columns and members that neither the schema nor the mapping
  /// contains. Otherwise they are an error.
  public var ignoresUnknown = false
  /// The texts that mean NULL in unquoted CSV fields, in addition to the empty text.
  public var nullSpellings: [String] = []
  /// What the import does with a reference to a row that is neither in the inputs nor in the
  /// database.
  public var dangling = DanglingPolicy.reject
  /// What the import does with a record if the table already has a row with the record's key.
  public var onConflict = ConflictPolicy.merge
  /// What the import does with a bad record.
  public var onError = ErrorPolicy.abort
  /// The number of bad records after which the import ends with an error; nil for no limit.
  public var maximumErrors: Int?
  /// The path of the reject file for the policy ``ErrorPolicy/reject``. The file must be new or
  /// empty. Nil means `<database>.rejects.jsonl`, or if that name is taken, the first free name of
  /// `<database>.rejects.2.jsonl`, `<database>.rejects.3.jsonl` and so on.
  public var rejectFilePath: String?
  /// The number of records in one transaction. Nil means all records under the policy
  /// ``ErrorPolicy/abort``, and 5,000 records under the other policies. Each transaction stores a
  /// checkpoint, from which the same import is resumed after an interruption.
  public var batchSize: Int?
  /// Whether the import only reads, checks and counts everything, and writes nothing.
  public var isDryRun = false
  /// Whether the import starts from the beginning, instead of resuming an interrupted run of the
  /// same import.
  public var restarts = false
  /// Called before the records of an input are read. The call comes on the thread that runs the
  /// import.
  public var willRead: (@Sendable (InputSummary) -> Void)?
  /// Called for every directory entry that is not imported. The call comes on the thread that runs
  /// the import.
  public var didSkip: (@Sendable (SkippedInput) -> Void)?

  /// Creates a request with the default options.
  public init(inputs: [ImportInput]) {
    self.inputs = inputs
  }
}

/// What an import does with a reference to a row that is neither in the inputs nor in the database.
public enum DanglingPolicy: String, Sendable, CaseIterable {
  /// The record with the reference is bad. Under the policy ``ErrorPolicy/abort``, the import
  /// fails.
  case reject
  /// The reference is left out: it is NULL in a new row, and unchanged in an existing row. If the
  /// column is NOT NULL, the record is treated as under ``reject``.
  case null
  /// The reference is stored, although the row that it refers to does not exist.
  case keep
}
