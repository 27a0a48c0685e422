/// What to import, and how.
///
/// An import adds and updates, and deletes nothing: a row, a value or a link of a nested array that
/// a later record leaves out stays.
public struct ImportRequest: Sendable {
  /// What to read. A directory stands for the files in it.
  public var inputs: [ImportInput]
  /// Whether the inputs are read in the order of the request. Else those of a table that another
  /// one refers to come first, which makes references cheaper to check; the outcome is the same.
  public var keepsOrder = false
  /// How names and values become those of the schema; nil where they are those already.
  public var mapping: MappingSource?
  /// Whether columns and members that the schema and the mapping lack are left out. They are an
  /// error else.
  public var ignoresUnknown = false
  /// CSV fields that mean NULL where they are not in quotes, besides the empty field.
  public var nullSpellings: [String] = []
  /// What happens to a reference whose row is neither in the inputs nor in the file.
  public var dangling = DanglingPolicy.reject
  /// What happens to a record whose key a row has already.
  public var onConflict = ConflictPolicy.merge
  /// What happens to a bad record.
  public var onError = ErrorPolicy.abort
  /// With more bad records than this the import ends; nil means that it never does.
  public var maximumErrors: Int?
  /// The file for bad records under the policy `quarantine`, which must be new or empty. Nil means
  /// `<database>.rejects.jsonl`, or where that is taken the first free one of
  /// `<database>.rejects.2.jsonl` and so on.
  public var quarantinePath: String?
  /// The records of one transaction. Nil means all of them under the policy `abort`, and 5,000
  /// where the import goes on behind a bad record. Each transaction carries a checkpoint, from
  /// which the same import goes on after an interruption.
  public var batchSize: Int?
  /// Reads, checks and counts everything, and writes nothing.
  public var isDryRun = false
  /// Starts anew, whatever an interrupted run of the same import has left behind.
  public var restarts = false
  /// Called on the importing thread before the records of an input are read, with what the input
  /// turned out to be.
  public var willRead: (@Sendable (InputSummary) -> Void)?
  /// Called on the importing thread for everything in a directory that is not imported.
  public var didSkip: (@Sendable (SkippedInput) -> Void)?

  /// Creates a request with the default options.
  public init(inputs: [ImportInput]) {
    self.inputs = inputs
  }
}

/// What happens to a reference whose row is neither in the inputs nor in the file.
public enum DanglingPolicy: String, Sendable, CaseIterable {
  /// The import fails and nothing is kept.
  case reject
  /// The reference counts as not given: NULL in a new row, and in an old one it erases nothing.
  /// Fails where the column is NOT NULL.
  case null
  /// The reference is stored as it is.
  case keep
}
