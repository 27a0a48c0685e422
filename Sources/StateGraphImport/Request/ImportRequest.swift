/// The inputs and options of an import.
///
/// An import inserts and updates rows, but never deletes any. If a later version of a record no
/// longer contains a nested record or a link, the database keeps the old row.
public struct ImportRequest: Sendable {
  /// The inputs of the import. An input whose path is a directory stands for the files in that
  /// directory.
  public var inputs: [ImportInput]
  /// Whether the inputs are read in the order of the request.
  ///
  /// Otherwise the inputs of a referenced table are read before the inputs of the tables that refer
  /// to it, which makes the check of references faster. The imported rows are the same in both
  /// cases.
  public var keepsOrder = false
  /// How names and values of the inputs are converted to those of the schema. Nil if they need no
  /// conversion.
  public var mapping: MappingSource?
  /// Whether the import ignores columns and members that are neither in the schema nor in the
  /// mapping. Otherwise they are errors.
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
  /// The maximum number of bad records. The next bad record ends the import with an error. Nil
  /// means no limit.
  public var maximumErrors: Int?
  /// The path of the reject file for the policy ``ErrorPolicy/reject``. The file must be new or
  /// empty.
  ///
  /// Nil means `<database>.rejects.jsonl`. If that file exists, the import uses the first free name
  /// of `<database>.rejects.2.jsonl`, `<database>.rejects.3.jsonl` and so on.
  public var rejectFilePath: String?
  /// The number of records in one transaction. Each transaction also stores a checkpoint, from
  /// which the same import continues after an interruption.
  ///
  /// Nil means a single transaction for all records under the policy ``ErrorPolicy/abort``, and
  /// 5,000 records under the other policies.
  public var batchSize: Int?
  /// Whether the import only reads, checks and counts everything, and writes nothing.
  public var isDryRun = false
  /// Whether the import starts from the beginning, instead of resuming an interrupted run of the
  /// same import.
  public var restarts = false
  /// A function that the import calls before it reads the records of an input, on the thread that
  /// runs the import.
  public var willRead: (@Sendable (InputSummary) -> Void)?
  /// A function that the import calls for every directory entry that it leaves out, on the thread
  /// that runs the import.
  public var didSkip: (@Sendable (SkippedInput) -> Void)?

  /// Creates a request with the default options.
  public init(inputs: [ImportInput]) {
    self.inputs = inputs
  }
}

/// What an import does with a reference to a row that is neither in the inputs nor in the database.
public enum DanglingPolicy: String, Sendable, CaseIterable {
  /// The record that contains the reference is bad, and the ``ErrorPolicy`` determines what happens
  /// to it.
  case reject
  /// The import leaves out the reference. It is NULL in a new row, and unchanged in an existing
  /// row.
  ///
  /// If the column is NOT NULL, the record is treated as under ``reject``.
  case null
  /// The import stores the reference, although the row that it refers to does not exist.
  case keep
}
