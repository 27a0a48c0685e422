public import StateGraphFormats

/// One file of records.
public struct ImportInput: Sendable {
  /// A path, or `-` for standard input. A directory stands for the files in it whose names end like
  /// those of a format, sorted by name, without folders, hidden files and quarantined records.
  ///
  /// A file is read up to the size that it has when it is opened: what is appended later waits for
  /// the next import. One that changes otherwise while it is read is an error.
  public var path: String
  /// The table of the records; nil means the one that the file is named after.
  public var table: String?
  /// The format; nil means the one that the file's extension says, or else the content.
  public var format: ImportFormat?
  /// The encoding of the text; nil means the one that the first bytes say, which is UTF-8 where
  /// they say nothing.
  public var encoding: TextEncoding?
  /// Where in the one JSON document the records are, as an array or an object: the keys on the way,
  /// with full stops between them and a `$.` for the top before them if you like. A backslash takes
  /// the meaning from a full stop within a key. Nil means at the top.
  public var root: String?
  /// Whether the records are the members of one JSON object, each under its key, which is the value
  /// of the table's key column.
  public var isMapByKey = false
  /// What happens where a JSON object repeats a key.
  public var duplicateKeys = DuplicateKeyPolicy.refuse
  /// How deep JSON arrays and objects may be nested, from 1 to 1,000; nil means 128.
  public var maximumDepth: Int?
  /// The ASCII byte between two fields of CSV; nil means the one that a first line `sep=;` or else
  /// the first 64 KiB say. So much of a pipe is waited for, unless both separator and quote are
  /// given.
  public var separator: UInt8?
  /// What stands around a field of CSV; nil means a double quote, unless the first 64 KiB have none
  /// and can be read with apostrophes only.
  public var quote: CSVQuote?
  /// Lines that begin with this ASCII byte are skipped.
  public var commentPrefix: UInt8?
  /// The names of the fields of a CSV input without a header. Rows may then end early, before
  /// columns that may be NULL. Nil where the first record is the header.
  public var columns: [String]?
  /// Whether the first record of a CSV input names the columns. That is never guessed. Without a
  /// header and without `columns` the fields are the columns of the table in its order.
  public var hasHeader = true

  /// Creates an input that says everything by its name.
  public init(path: String) {
    self.path = path
  }
}

extension ImportInput {
  /// What the request says about the dialect of a CSV input.
  package var dialect: CSVDialectRequest {
    CSVDialectRequest(separator: separator, quote: quote, commentPrefix: commentPrefix)
  }
}
