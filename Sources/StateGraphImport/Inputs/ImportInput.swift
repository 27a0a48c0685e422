public import StateGraphFormats

/// One file or directory of records that an import reads, and how to read it.
public struct ImportInput: Sendable {
  /// The path of a file or directory, or `-` for standard input.
  ///
  /// A directory stands for all files in it and its subfolders that have the extension of a
  /// supported format, sorted by name. Hidden files and reject files are not imported.
  ///
  /// A file is read up to its size when the import opens it. Bytes that are appended later are not
  /// imported. Any other change during the import is an error.
  public var path: String
  /// The name of the table into which the records are imported.
  ///
  /// If nil, the file name without its extension is the name of the table, such as `posts` for
  /// `posts.csv`.
  public var table: String?
  /// The format of the file.
  ///
  /// If nil, the file extension determines the format. If the extension is unknown, the first
  /// bytes determine the format.
  public var format: ImportFormat?
  /// The encoding of the text.
  ///
  /// If nil, the first bytes of the file determine the encoding. The default is UTF-8.
  public var encoding: TextEncoding?
  /// The path to the records in a JSON document, such as `data.posts` or `$.data.posts`.
  ///
  /// The path consists of keys separated by full stops. In `v1\.0`, the full stop is part of the
  /// key. If nil, the top-level value contains the records.
  public var root: String?
  /// Whether the records are the members of one JSON object, such as `{"7": {…}, "8": {…}}`.
  ///
  /// If true, the name of each member is the primary key of its record.
  public var isMapByKey = false
  /// What the import does if a JSON object contains two members with the same name.
  public var duplicateKeys = DuplicateKeyPolicy.refuse
  /// The maximum depth of nested JSON arrays and objects, from 1 to 1,000. Nil means 128.
  public var maximumDepth: Int?
  /// Whether `NaN`, `Infinity` and `-Infinity` are values in JSON, as Python writes them. NaN is
  /// read as null, because SQLite has no NaN.
  public var readsNamedNumbers = false
  /// Whether the records are features of GeoJSON, the members of whose `properties` are columns
  /// beside `id` and `geometry`. A property with such a name has the prefix `property_`.
  public var isGeoJSON = false
  /// The ASCII byte between two CSV fields.
  ///
  /// If nil, the import detects it from a first line such as `sep=;`, or from the first 64 KiB.
  /// For a pipe, the import then waits for 64 KiB or the end of the pipe.
  public var separator: UInt8?
  /// The quote around a CSV field. If nil, the quote is `"` or an apostrophe.
  ///
  /// The quote is an apostrophe only if the first 64 KiB contain fields in apostrophes and no
  /// fields in `"`.
  public var quote: CSVQuote?
  /// The ASCII byte that takes the meaning from a quote or a separator behind it, such as `\`. Nil
  /// if the input has no escapes.
  ///
  /// The letters b, f, n, r, t, v and Z behind it are characters, as MySQL and PostgreSQL write
  /// them. A field of this byte and `N` keeps both.
  public var escape: UInt8?
  /// Whether blanks at the start and at the end of CSV fields are ignored. A quote may then follow
  /// blanks.
  public var trimsFields = false
  /// The ASCII byte that begins a comment line, or nil if the input has no comments.
  public var commentPrefix: UInt8?
  /// The names of the fields, for a CSV input without a header.
  ///
  /// If nil, the first record contains the names. A field without a name is called by its number,
  /// such as `column_3`. With ``skippedLines``, these names can replace a header.
  public var columns: [String]?
  /// Whether the first record of a CSV input is a header. The import never guesses this.
  ///
  /// If false and ``columns`` is nil, the fields are the columns of the table, in the order of the
  /// table. If the table has a column `column_1`, as an inference names it, they are `column_1`,
  /// `column_2` and so on.
  public var hasHeader = true
  /// The number of lines at the start of a CSV input that are skipped, such as titles above the
  /// header.
  public var skippedLines = 0
  /// The number of lines at the end of a CSV input that are skipped, such as sums. Blank lines do
  /// not count.
  public var skippedFooterLines = 0
  /// Whether a quote inside a CSV field without quotes is an error, as in RFC 4180.
  ///
  /// If false, the quote is a part of the text, and ``InputSummary/strayQuotes`` counts the field.
  public var isStrict = false
  /// Whether a CSV record may have fewer fields than the header or ``columns``. The missing fields
  /// are NULL.
  ///
  /// If false, such a record is an error. A record with more fields is always an error.
  public var fillsShortRows = false

  /// Creates an input with the default options.
  ///
  /// The name of the file determines the table and the format.
  public init(path: String) {
    self.path = path
  }
}

extension ImportInput {
  /// The name of the table that the request or the name of the file determines.
  ///
  /// If the request names no table, this is the name of the file without its folder and extensions:
  /// `posts` for `data/posts.csv`. Nil for standard input without a table.
  package var tableName: String? {
    if let table { return table }
    guard path != "-", let name = path.split(separator: "/").last else { return nil }
    let stem = name.prefix { $0 != "." }
    return stem.isEmpty ? nil : String(stem)
  }

  /// The names of the table that the request or the name of the file can mean, the likeliest first.
  ///
  /// For `roads.v2.csv`, they are `roads.v2` and `roads`.
  var possibleTableNames: [String] {
    guard table == nil, let name = path.split(separator: "/").last, let tableName else {
      return table.map { [$0] } ?? []
    }
    var parts = name.split(separator: ".", omittingEmptySubsequences: false)
    if parts.count > 1, parts[parts.count - 1].lowercased() == "gz" { parts.removeLast() }
    if parts.count > 1, ImportFormat(path: "x." + parts[parts.count - 1]) != nil {
      parts.removeLast()
    }
    let names = parts.indices.reversed().map { parts[...$0].joined(separator: ".") } + [tableName]
    return names.map { TableFileName.decoded($0) } + names
  }

  /// The CSV options that the request specifies for this input, such as the separator.
  package var dialect: CSVDialectRequest {
    var request = CSVDialectRequest(
      separator: separator,
      quote: quote,
      commentPrefix: commentPrefix,
      isStrict: isStrict,
      mayEndEarly: fillsShortRows
    )
    (request.escape, request.trims) = (escape, trimsFields)
    (request.skippedLines, request.skippedFooterLines) = (skippedLines, skippedFooterLines)
    return request
  }
}
