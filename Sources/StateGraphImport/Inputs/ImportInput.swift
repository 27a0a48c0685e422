/// One file of records.
public struct ImportInput: Sendable {
  /// A path, or `-` for standard input.
  public var path: String
  /// The table of the records; nil means the one that the file is named after.
  public var table: String?
  /// The format; nil means the one that the file's extension says, or else the content.
  public var format: ImportFormat?
  /// The encoding of the text; nil means the one that the first bytes say, which is UTF-8 where
  /// they say nothing.
  public var encoding: TextEncoding?
  /// The member of the one JSON object that holds the array of records.
  public var root: String?
  /// The ASCII byte between two fields of CSV; nil means the one that a first line `sep=;` or else
  /// the first 64 KiB say.
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

/// What stands around a field of CSV that holds separators or line ends.
public enum CSVQuote: Sendable, Equatable {
  /// Nothing: every byte that is neither separator nor line end belongs to the field.
  case absent
  /// An ASCII byte, doubled where it belongs to the field.
  case byte(UInt8)

  var byte: UInt8? {
    if case .byte(let byte) = self { byte } else { nil }
  }
}
