/// One file of records.
public struct ImportInput: Sendable {
  /// A path, or `-` for standard input.
  public var path: String
  /// The table of the records; nil means the one that the file is named after.
  public var table: String?
  /// The format; nil means the one that the file's extension says.
  public var format: ImportFormat?
  /// The encoding of the text; nil means the one that the first bytes say, which is UTF-8 where
  /// they say nothing.
  public var encoding: TextEncoding?
  /// The member of the one JSON object that holds the array of records.
  public var root: String?
  /// The ASCII byte between two fields; nil means the format's own.
  public var separator: UInt8?
  /// Lines that begin with this ASCII byte are skipped.
  public var commentPrefix: UInt8?
  /// The names of the fields of a CSV input without a header. Rows may then end early, before
  /// columns that may be NULL. Nil where the first record is the header.
  public var columns: [String]?

  /// Creates an input that says everything by its name.
  public init(path: String) {
    self.path = path
  }
}
