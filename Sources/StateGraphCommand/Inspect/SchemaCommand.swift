import ArgumentParser
import StateGraphSQLite
import StateGraphTools

struct SchemaCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema",
    abstract: "Shows the schema as SQL, as a diagram or as JSON.",
    discussion: """
      The SQL is printed as the file stores it. Mermaid is for Markdown documents; SVG is a \
      picture with referenced tables on the left.

      Example: stategraph schema library.sqlite --format svg > library.svg
      """
  )

  @Argument(help: "The database file.", completion: .file())
  var database: String

  @Argument(help: "The tables (default: all of them).")
  var tables: [String] = []

  @Option(help: "sql, mermaid, svg or json.")
  var format: SchemaFormat = .sql

  @Flag(help: "Print JSON: the same as --format json.")
  var json = false

  func run() throws {
    do {
      let text = try ReadSession(path: database).read { connection in
        let all = try SchemaReader(connection).tables()
        let lookup = TableLookup(all)
        let chosen = try tables.isEmpty ? all : tables.map { try lookup.table($0) }
        switch json ? .json : format {
        case .sql:
          return try SchemaText(connection, tables: tables.isEmpty ? nil : chosen).text
        case .mermaid: return MermaidDiagram(chosen).text
        case .svg: return SVGDiagram(chosen).text
        case .json: return Self.json(chosen).text() + "\n"
        }
      }
      let stream = StandardStream.output
      try stream.print(stream.isTerminal ? Self.shown(text) : text)
    } catch {
      throw CommandFailure(inspecting: error, database: database)
    }
  }

  /// Returns the text with all control characters escaped, except line breaks.
  ///
  /// A name in the schema could otherwise contain an escape sequence that controls the terminal.
  private static func shown(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { TerminalText.oneLine(String($0)) }.joined(separator: "\n")
  }

  private static func json(_ tables: [TableSchema]) -> JSONOutput {
    .object([
      ("version", .integer(1)), ("command", .string("schema")),
      (
        "tables",
        .array(
          tables.map { table in
            .object(table.members + [("sql", .string(table.sql))])
          }
        )
      ),
    ])
  }
}

/// The output formats of the `schema` command.
enum SchemaFormat: String, CaseIterable, ExpressibleByArgument {
  case sql, mermaid, svg, json
}
