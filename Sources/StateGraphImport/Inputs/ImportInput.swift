public import StateGraphFormats

/// One file or directory of records that an import reads, and how to read it.
public struct ImportInput: Sendable {
  /// The path of a file or directory, or `-` for standard input.
  ///
  /// A directory stands for all files in it whose extension belongs to a supported format, sorted
  /// by name. Subfolders, hidden files and reject files are left out.
  ///
  /// A file is read up to the size that it has when the import opens it. Bytes that are appended
  /// later are not imported. Any other change of the file during the import is an error.
  public var path: String
  /// The name of the table that the records go to. Nil means the table with the name of the file:
  /// `posts` for `posts.csv`.
  public var table: String?
  /// The format of the file. If it is nil, the extension of the file determines the format. If no
  /// format has this extension, the first bytes of the file determine it.
  public var format: ImportFormat?
  /// The encoding of the text. If it is nil, the first bytes of the file determine the encoding,
  /// and the default is UTF-8.
  public var encoding: TextEncoding?
  /// The path to the records in a JSON document, such as `data.posts` or `$.data.posts`. Nil means
  /// that the records are at the top of the document.
  ///
  /// The path consists of keys separated by full stops. A backslash before a full stop makes the
  /// full stop a part of the key.
  public var root: String?
  /// Whether the records are the members of one JSON object, such as `{"7": {…}, "8": {…}}`. The
  /// name of each member is then the primary key of the record.
  public var isMapByKey = false
  /// What the import does if a JSON object contains two members with the same name.
  public var duplicateKeys = DuplicateKeyPolicy.refuse
  /// The maximum depth of nested JSON arrays and objects, from 1 to 1,000; nil means 128.
  public var maximumDepth: Int?
  /// The ASCII byte between two CSV fields. If it is nil, the import detects it: from a first line
  /// such as `sep=;`, or else from the first 64 KiB.
  ///
  /// If the separator or the quote must be detected in a pipe, the import first waits for 64 KiB or
  /// the end of the pipe.
  public var separator: UInt8?
  /// The quote around a CSV field. If it is nil, the quote is `"`, or an apostrophe if the first 64
  /// KiB can be parsed only with apostrophes.
  public var quote: CSVQuote?
  /// The ASCII byte that begins a comment line; nil if the input has no comments.
  public var commentPrefix: UInt8?
  /// The names of the fields, for a CSV input without a header. Nil means that the first record
  /// contains the names.
  ///
  /// If names are given, a record may have fewer fields than names. The missing fields are NULL.
  public var columns: [String]?
  /// Whether the first record of a CSV input is a header. The import never guesses this.
  ///
  /// If there is no header and `columns` is nil, the fields are the columns of the table in their
  /// order.
  public var hasHeader = true

  /// Creates an input with the default options. The name of the file determines the table and the
  /// format.
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
