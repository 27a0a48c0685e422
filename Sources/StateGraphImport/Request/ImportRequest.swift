/// The inputs of an import and its options.
///
/// An import inserts and updates rows, and deletes nothing. A row, a value or a link of a nested
/// array stays in the database when a later record does not have it any more.
public struct ImportRequest: Sendable {
  /// The inputs. A directory stands for the files in it.
  public var inputs: [ImportInput]
  /// Whether the inputs are read in the order of the request. Otherwise inputs of a referenced
  /// table come before those of the tables that refer to it, which makes references cheaper to
  /// check. The result is the same.
  public var keepsOrder = false
  /// How names and values of the inputs are converted to those of the schema; nil if they are the
  /// same.
  public var mapping: MappingSource?
  /// Whether columns and members that neither the schema nor the mapping has are left out.
  /// Otherwise they are an error.
  public var ignoresUnknown = false
  /// The texts of unquoted CSV fields that mean NULL, besides the empty text.
  public var nullSpellings: [String] = []
  /// What happens to a reference whose row is neither in the inputs nor in the database.
  public var dangling = DanglingPolicy.reject
  /// What happens to a record whose key is in the table already.
  public var onConflict = ConflictPolicy.merge
  /// What happens to a bad record.
  public var onError = ErrorPolicy.abort
  /// The number of bad records after which the import ends with an error; nil for no limit.
  public var maximumErrors: Int?
  /// The reject file of the policy ``ErrorPolicy/reject``, which must be new or empty. Nil means
  /// `<database>.rejects.jsonl`, or where that is taken, the first free one of
  /// `<database>.rejects.2.jsonl`, `<database>.rejects.3.jsonl` and so on.
  public var rejectFilePath: String?
  /// The number of records in one transaction. Nil means all records under the policy
  /// ``ErrorPolicy/abort``, and 5,000 under the other policies. Each transaction contains a
  /// checkpoint, from which the same import is resumed after an interruption.
  public var batchSize: Int?
  /// Whether everything is read, checked and counted, but nothing is written.
  public var isDryRun = false
  /// Whether the import starts over and does not resume an interrupted run of the same import.
  public var restarts = false
  /// Called before the records of an input are read, on the thread that runs the import.
  public var willRead: (@Sendable (InputSummary) -> Void)?
  /// Called for every entry of a directory that is not imported, on the thread that runs the
  /// import.
  public var didSkip: (@Sendable (SkippedInput) -> Void)?

  /// Creates a request with the default options.
  public init(inputs: [ImportInput]) {
    self.inputs = inputs
  }
}

/// What happens to a reference whose row is neither in the inputs nor in the database.
public enum DanglingPolicy: String, Sendable, CaseIterable {
  /// The record is bad. Under the policy ``ErrorPolicy/abort`` the import fails.
  case reject
  /// The reference is left out: it is NULL in a new row, and unchanged in an existing one. Where
  /// the column is NOT NULL, the record is treated as under ``reject``.
  case null
  /// The reference is stored although it dangles.
  case keep
}
