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
      columns are left out. Values are not changed: a fixture of a database with names of people \
      contains these names. The files are loaded into an empty database before they appear, and \
      nothing is written after an error.

      Example: stategraph fixtures extract shop.sqlite --from orders --where "total > 100" \
      --with order_lines:5 --output Fixtures/orders
      """
  )

  @OptionGroup var file: DatabaseArgument

  @Option(name: .customLong("from"), help: "The table with the chosen rows.")
  var table: String

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
  var output: String

  @Flag(help: "Replace a folder that contains only .jsonl and .sql files.")
  var force = false

  @Flag(help: "Print the report as JSON.")
  var json = false

  @Flag(name: .shortAndLong, help: "Print no report.")
  var quiet = false

  func validate() throws {
    if let limit, limit < 1 { throw ValidationError("--limit must be at least 1.") }
    if output.isEmpty { throw ValidationError("--output is empty.") }
  }

  func run() throws {
    StopSignals.watch()
    let line = StatusLine(isWanted: !quiet)
    do {
      let report = try Extractor(path: database).run(request) { table, rows in
        line.show("\(table): \(Quantity(rows, "row"))")
        return StopSignals.received == nil ? .proceed : .stop
      }
      line.erase()
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

  private var request: ExtractRequest {
    var request = ExtractRequest(table: table, output: FolderPath.trimmed(output))
    request.condition = condition
    request.limit = limit
    request.children = children.map(\.children)
    request.replacesExisting = force
    return request
  }
}
