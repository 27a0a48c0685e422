public import StateGraphFormats

/// One file of records.
public struct ImportInput: Sendable {
  /// A path, or `-` for standard input. A directory stands for the files in it whose extension is
  /// that of a format, sorted by name, without folders, hidden files and reject files.
  ///
  /// A file is read up to the size that it has when it is opened. Bytes that are appended later are
  /// left to the next import; any other change while the file is read is an error.
  public var path: String
  /// The table of the records; nil means the table that the file is named after.
  public var table: String?
  /// The format; nil means the format of the file's extension, or where that is unknown, the format
  /// that the first bytes look like.
  public var format: ImportFormat?
  /// The encoding of the text; nil means the encoding that the first bytes show, and UTF-8 where
  /// they show none.
  public var encoding: TextEncoding?
  /// The path to the array or object of records in a JSON document: keys separated by full stops,
  /// such as `data.posts`, with or without a leading `$.`. A backslash escapes a full stop within a
  /// key. Nil means the top of the document.
  public var root: String?
  /// Whether the records are the members of one JSON object. The key of each member is the value of
  /// the table's key column.
  public var isMapByKey = false
  /// How a repeated key of a JSON object is treated.
  public var duplicateKeys = DuplicateKeyPolicy.refuse
  /// The maximum depth of nested JSON arrays and objects, from 1 to 1,000; nil means 128.
  public var maximumDepth: Int?
  /// The ASCII byte between two CSV fields; nil means the separator in a first line such as
  /// `sep=;`, or else the one that fits the first 64 KiB. Unless separator and quote are both
  /// given, the import waits for that many bytes of a pipe.
  public var separator: UInt8?
  /// The quote around a CSV field; nil means a double quote, or an apostrophe where the first 64
  /// KiB can be read only with apostrophes.
  public var quote: CSVQuote?
  /// The ASCII byte that begins a comment line; nil where the input has no comments.
  public var commentPrefix: UInt8?
  /// The names of the fields of a CSV input without a header; nil where the first record is the
  /// header. With names given here, a record may have fewer fields than there are names, and the
  /// missing ones are NULL.
  public var columns: [String]?
  /// Whether the first record of a CSV input is a header, which is never guessed. Without a header
  /// and without `columns`, the fields are the columns of the table in their order.
  public var hasHeader = true

  /// Creates an input whose table and format follow from its name.
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
