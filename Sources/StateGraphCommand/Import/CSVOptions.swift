import ArgumentParser
import StateGraphFormats
import StateGraphImport

/// The options that describe CSV inputs. `import`, `import --create` and `infer` have all of them.
struct CSVOptions: ParsableArguments {
  @Option(
    help: """
      Fields without quotes that mean NULL, separated by commas: NA,\\N. An empty field is then a \
      text, unless the list has an empty word: NA,
      """
  )
  var null: String?

  @Option(help: "What an empty field means: null or text (default: null, text with --null).")
  var empty: FieldRules.EmptyField?

  @Option(help: "What an empty field in quotes means: null or text (default: text).")
  var quotedEmpty: FieldRules.EmptyField?

  @Option(
    help: """
      The character before the fraction of a number, such as ',' (default: a point), or auto: a \
      comma where the numbers or semicolons between the fields show it.
      """
  )
  var decimal: DecimalOption?

  @Option(help: "The character between groups of three digits of a number, such as '.' or ' '.")
  var group: SingleByte?

  @Option(help: "The ASCII character between CSV fields, \\t for a tab (default: detected).")
  var separator: SingleByte?

  @Option(
    help: "The ASCII character around CSV fields, or none (default: \" or ', detected)."
  )
  var quote: QuoteOption?

  @Option(
    help: """
      The character that takes the meaning from a quote or separator behind it, such as '\\'. \\n, \
      \\t and other letters of MySQL and PostgreSQL are characters, and \\N means NULL.
      """
  )
  var escape: SingleByte?

  @Flag(help: "Remove blanks before and behind CSV fields, and before their quotes.")
  var trim = false

  @Option(help: "Skip CSV lines that begin with this character.")
  var comment: SingleByte?

  @Flag(help: "Refuse a quote inside a CSV field without quotes, which is otherwise text.")
  var strict = false

  @Option(help: "For a CSV row with fewer fields than names: error, or fill it with NULL.")
  var ragged = RaggedRows.error

  @Option(
    help: """
      The names of the fields of a CSV file without a header: id,name. With --skip-lines 1 they \
      replace the header.
      """
  )
  var columns: String?

  @Flag(
    help: """
      Read the first CSV line as data, with the columns of the table in order. In a new table they \
      are column_1, column_2 and so on.
      """
  )
  var noHeader = false

  @Option(
    help: "The number of the line with the names of the CSV fields: lines above it are skipped."
  )
  var header: Int?

  @Option(help: "The number of lines at the start of a CSV file to skip, such as titles.")
  var skipLines = 0

  @Option(
    help: """
      The number of lines at the end of a CSV file to skip, such as sums. Blank lines above and \
      between them count.
      """
  )
  var skipFooter = 0

  func validate() throws {
    let marks = [
      ("separator", separator), ("comment character", comment), ("escape", escape),
      ("decimal mark", decimal?.byte.map { SingleByte(byte: $0) }), ("group mark", group),
    ]
    for (name, mark) in marks where mark?.byte == 10 || mark?.byte == 13 {
      throw ValidationError("The \(name) cannot be a line end.")
    }
    if let group, group.byte == (decimal == nil ? UInt8(ascii: ".") : decimal?.byte) {
      throw ValidationError("--decimal and --group must be different characters.")
    }
    for (name, mark) in marks.suffix(2) {
      if let byte = mark?.byte, byte &- 48 < 10 || byte == UInt8(ascii: "-") {
        throw ValidationError("The \(name) cannot be a digit or a minus sign.")
      }
    }
    guard skipLines >= 0, skipFooter >= 0 else {
      throw ValidationError("--skip-lines and --skip-footer cannot be negative.")
    }
    if let header {
      guard header > 0 else {
        throw ValidationError("--header is the number of a line, from 1 on.")
      }
      guard skipLines == 0, columns == nil else {
        throw ValidationError("--header is not possible with --skip-lines or --columns.")
      }
    }
  }

  func apply(to input: inout ImportInput) {
    input.separator = separator?.byte
    input.quote = quote?.quote
    input.escape = escape?.byte
    input.trimsFields = trim
    input.commentPrefix = comment?.byte
    input.isStrict = strict
    input.fillsShortRows = ragged == .fill
    input.columns = columns.map { $0.split(separator: ",").map { String($0) } }
    input.hasHeader = readsHeader
    input.skippedLines = header.map { $0 - 1 } ?? skipLines
    input.skippedFooterLines = skipFooter
  }

  /// Whether a line contains the names of the fields. `--header` has priority over `--no-header`,
  /// for which `--format` can stand.
  var readsHeader: Bool { !noHeader || header != nil }

  /// What the texts of fields mean.
  var rules: FieldRules {
    var rules = FieldRules()
    rules.nullSpellings = nullSpellings
    rules.emptyField = empty
    rules.quotedEmptyField = quotedEmpty
    rules.decimalMark = decimal?.byte
    rules.detectsDecimalMark = decimal != nil
    rules.groupMark = group?.byte
    return rules
  }

  /// Files with escapes write NULL as the escape and N. An empty `--null` is the default.
  private var nullSpellings: [String] {
    guard let null else { return escape.map { [String(Unicode.Scalar($0.byte)) + "N"] } ?? [] }
    guard !null.isEmpty else { return [] }
    return null.split(separator: ",", omittingEmptySubsequences: false).map { String($0) }
  }

  /// The options of the fields that the command for a reject file needs. The form of each rejected
  /// record is in the reject file.
  var fieldArguments: [(name: String, value: String?)] {
    func text(_ mark: SingleByte?) -> String? { mark.map { String(Unicode.Scalar($0.byte)) } }
    return [
      ("--null", null), ("--empty", empty?.rawValue), ("--quoted-empty", quotedEmpty?.rawValue),
      ("--escape", null == nil ? text(escape) : nil),
      ("--decimal", decimal.map { $0.byte.map { String(Unicode.Scalar($0)) } ?? "auto" }),
      ("--group", text(group)),
    ]
  }
}
