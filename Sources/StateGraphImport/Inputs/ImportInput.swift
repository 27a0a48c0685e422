public import StateGraphFormats

/// One file of records that an import reads, and how to read it.
public struct ImportInput: Sendable {
  /// A path, or `-` for standard input. A directory stands for all files in it whose extension
  /// belongs to a supported format, sorted by name. Subfolders, hidden files and reject files are
  /// left out.
  ///
  /// A file is read up to the size that it has when it is opened. Bytes that are appended later are
  /// left to the next import. Any other change of the file during the import is an error.
  public var path: String
  /// The table that the records go to; nil means the table that the file is named after.
  public var table: String?
  /// The format of the file. If it is nil, the file's extension determines the format. If the
  /// extension is unknown, the first bytes of the file determine it.
  public var format: ImportFormat?
  /// The encoding of the text. If it is nil, the first bytes determine the encoding, and UTF-8 is
  /// used if they do not show one.
  public var encoding: TextEncoding?
  /// The path to the array or object of records in a JSON document: keys separated by full stops,
  /// such as `data.posts`, with or without a leading `$.`. A backslash escapes a full stop within a
  /// key. Nil means the top of the document.
  public var root: String?
  /// Whether the records are the members of one JSON object. The name of each member is then the
  /// value of the table's key column.
  public var isMapByKey = false
  /// What the import does if a JSON object has the same key twice.
  public var duplicateKeys = DuplicateKeyPolicy.refuse
  /// The maximum depth of nested JSON arrays and objects, from 1 to 1,000; nil means 128.
  public var maximumDepth: Int?
  /// The ASCII byte between two CSV fields. If it is nil, a first line such as `sep=;` determines
  /// the separator. Without such a line, it is the separator that fits the first 64 KiB best.
  /// Unless both separator and quote are given, the import waits until a pipe has delivered 64 KiB.
  public var separator: UInt8?
  /// The quote around a CSV field. If it is nil, the quote is a double quote, or an apostrophe if
  /// the first 64 KiB can be parsed only with apostrophes.
  public var quote: CSVQuote?
  /// The ASCII byte that begins a comment line; nil if the input has no comments.
  public var commentPrefix: UInt8?
  /// The names of the fields of a CSV input without a header. Nil means that the first record is
  /// the header. If names are given, a record may have fewer fields than names, and the missing
  /// fields are NULL.
  public var columns: [String]?
  /// Whether the first record of a CSV input is a header. The import never guesses this. If there
  /// is no header and `columns` is nil, the fields are the columns of the table in their order.
  public var hasHeader = true

  /// Creates an input whose table and format are determined by the file's name.
  public init(path: String) {
    self.path = path
  }
}

extension ImportInput {
  /// The separator, quote and other CSV options that the request gives for this input.
  package var dialect: CSVDialectRequest {
    CSVDialectRequest(separator: separator, quote: quote, commentPrefix: commentPrefix)
  }
}
