import ArgumentParser
import StateGraphFixtures
import StateGraphFormats
import StateGraphTools

struct FixturesExtractCommand: DatabaseCommand {
  static let configuration = CommandConfiguration(
    commandName: "extract",
    abstract: "Writes a part of a database as a fixture for tests.",
    discussion: """
      The part contains the chosen rows of one table, all rows to which they refer, and the rows \
      to which those refer. Rows that refer to a chosen row are left out, unless their table is \
      given by --with. All rows are read as of one commit, and the database is not changed.

      Each table gets a file with a line for each row, in the order of the keys. The same database \
      gives the same bytes. A row that JSON cannot represent exactly, such as one with an infinite \
      number, text in an INTEGER column or no primary key, is an INSERT in an SQL file. Generated \
      columns are left out. The files are loaded into an empty database before they appear, and \
      nothing is written after an error.

      Without --mask, values are not changed: a fixture of a database with names of people \
      contains these names. With --mask and --key, the files contain pseudonyms. Masks give \
      pseudonyms, not anonymity: a person may still be recognised by what stays, such as numbers, \
      lengths, dates relative to each other and references. Anyone with the key can compute most \
      values from their masks, so keep the key out of the repository.

      The file of the masks names a mask for each column that may contain text, bytes or JSON, in \
      all tables: {"customers": {"name": "text", "born": "date"}}. A column that it does not name \
      is an error with the exit status 78. --suggest writes such a file for review. The masks are: \
      text, which exchanges letters and digits and keeps length, case, spaces and punctuation, so \
      that different values stay different; email, the same for an address, whose domain then ends \
      in .example; phone, which keeps the code of the country; date, which moves all dates of one \
      owner by the same number of days, at most 730; free-text, for prose that nobody reads; \
      number, for integers and decimals, also keys; json, which masks only the strings that are \
      values; blob; keep; null. Columns of numbers stay, unless the file names them. Columns that \
      foreign keys join have the same mask.

      The owner of a date is the row to which the first foreign key with ON DELETE CASCADE refers, \
      or else the first one that is never NULL, and so on. {"mask": "date", "owner": "COLUMN"} \
      chooses another one.

      Example: stategraph fixtures extract shop.sqlite --from orders --where "total > 100" \
      --with order_lines:5 --output Fixtures/orders --mask mask.json --key ~/shop.key
      """
  )

  @OptionGroup var file: DatabaseArgument

  @Option(name: .customLong("from"), help: "The table with the chosen rows.")
  var table: String?

  @Option(
    name: .customLong("where"),
    help: "A condition on the chosen rows in SQL (default: all rows)."
  )
  var condition: String?

  @Option(help: "The largest number of chosen rows, in the order of their keys.")
  var limit: Int?

  @Option(
    name: .customLong("with"),
    help: """
      TABLE or TABLE:N: also take the rows of TABLE that refer to a chosen row, at most N for each \
      row, in the order of their keys.
      """
  )
  var children: [ChildrenOption] = []

  @Option(name: .shortAndLong, help: "The folder to create.", completion: .directory)
  var output: String?

  @Option(
    help: "The JSON file with a mask for each column (- for standard input).",
    completion: .file(extensions: ["json"])
  )
  var mask: String?

  @Option(help: "The file whose bytes are the key of the masks, at least 16.", completion: .file())
  var key: String?

  @Flag(
    help: """
      Extract nothing. Write proposed masks to the file of --mask, or to standard output. The \
      proposal is judged by names, types and the first values of the columns: review it.
      """
  )
  var suggest = false

  @Flag(
    help: """
      Replace a folder that contains only .jsonl and .sql files, or with --suggest the file of \
      --mask.
      """
  )
  var force = false

  @Flag(help: "Print the report as JSON.")
  var json = false

  @Flag(name: .shortAndLong, help: "Print no report.")
  var quiet = false

  func validate() throws {
    if let limit, limit < 1 { throw ValidationError("--limit must be at least 1.") }
    if output?.isEmpty == true { throw ValidationError("--output is empty.") }
    if suggest {
      if table != nil || output != nil || key != nil {
        throw ValidationError("--suggest extracts nothing: leave out --from, --output and --key.")
      }
      return
    }
    if table == nil { throw ValidationError("Missing expected argument '--from <from>'") }
    if output == nil { throw ValidationError("Missing expected argument '--output <output>'") }
    if mask != nil, key == nil {
      throw ValidationError(
        "--mask needs --key with a file of random bytes: head -c 32 /dev/urandom > KEYFILE"
      )
    }
    if key != nil, mask == nil { throw ValidationError("--key needs --mask.") }
  }

  func run() throws {
    if suggest { return try writeSuggestion() }
    StopSignals.watch()
    let line = StatusLine(isWanted: !quiet)
    do {
      let report = try Extractor(path: database).run(request) { table, rows in
        line.show("\(table): \(Quantity(rows, of: "row"))")
        return StopSignals.received == nil ? .proceed : .stop
      }
      line.erase()
      if let note = report.note, !quiet { StandardStream.error.note(note) }
      if !quiet {
        try StandardStream.output.print(
          json ? report.json(output: request.output) : report.text(output: request.output)
        )
      }
    } catch {
      line.erase()
      throw CommandFailure(inspecting: error, database: database)
    }
  }

  private func writeSuggestion() throws {
    let text: String
    do {
      text = try MaskSuggestion.text(path: database)
    } catch {
      throw CommandFailure(inspecting: error, database: database)
    }
    guard let mask, mask != "-" else { return try StandardStream.output.print(text) }
    try NewFiles([(mask, text)], replacing: force).write()
    if !quiet { StandardStream.error.note("\(mask): review the masks before you use them") }
  }

  private var request: ExtractRequest {
    var request = ExtractRequest(table: table ?? "", output: FolderPath.trimmed(output ?? ""))
    request.condition = condition
    request.limit = limit
    request.children = children.map(\.children)
    request.replacesExisting = force
    if let mask, let key { request.masking = MaskRequest(masks: mask, key: key) }
    return request
  }
}

/// The value of the option `--with` of `fixtures extract`: `TABLE` or `TABLE:N`. The number is the
/// maximum number of rows of this table for each row that they refer to.
struct ChildrenOption: ExpressibleByArgument {
  let children: ExtractRequest.Children

  init?(argument: String) {
    guard let colon = argument.lastIndex(of: ":"),
      argument[colon...].dropFirst().allSatisfy({ $0.isASCII && $0.isNumber })
    else {
      guard !argument.isEmpty else { return nil }
      children = ExtractRequest.Children(table: argument)
      return
    }
    guard colon > argument.startIndex, let limit = Int(argument[colon...].dropFirst()) else {
      return nil
    }
    children = ExtractRequest.Children(table: String(argument[..<colon]), limit: limit)
  }
}
