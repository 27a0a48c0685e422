import ArgumentParser
import StateGraphSQLite
import StateGraphTools

struct SchemaCommand: DatabaseCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema",
    abstract: "Shows the schema as SQL, as a diagram or as JSON.",
    discussion: """
      The SQL is printed as the file stores it. With --output schema.sql it is a file to commit; \
      migrate diff compares it with a database. Mermaid is for Markdown documents; SVG is a \
      picture with referenced tables on the left. A table that many others refer to has no lines \
      there: an arrow with its name stands beside each reference.

      Example: stategraph schema library.sqlite --format svg --output library.svg
      stategraph schema games.sqlite --around users --depth 2 --format mermaid
      """
  )

  @OptionGroup var file: DatabaseArgument

  @Argument(help: "The tables (default: all of them).")
  var tables: [String] = []

  @Option(name: .customLong("tables"), help: "The tables, separated by commas.")
  var list: String?

  @Option(help: "The table in the middle: it and the tables near to it are shown. Repeatable.")
  var around: [String] = []

  @Option(help: "The number of references from --around to the farthest table (default: 1).")
  var depth: Int?

  @Option(
    help: "sql, mermaid, svg or json (default: by the extension of --output, else sql)."
  )
  var format: SchemaFormat?

  @Option(
    name: .shortAndLong,
    help: "The file to write. An existing file is replaced.",
    completion: .file()
  )
  var output: String?

  @Flag(help: "Print JSON: the same as --format json.")
  var json = false

  func validate() throws {
    if depth != nil, around.isEmpty { throw ValidationError("--depth needs --around TABLE.") }
    if let depth, depth < 0 { throw ValidationError("--depth cannot be negative.") }
    if !around.isEmpty, !names.isEmpty {
      throw ValidationError("Name tables, or the table in the middle with --around, but not both.")
    }
  }

  func run() throws {
    do {
      let text = try ReadSession(path: database).read { connection in
        let all = try SchemaReader(connection).tables()
        let chosen = try self.chosen(from: all)
        switch kind {
        case .sql:
          let isPart = !names.isEmpty || !around.isEmpty
          return try SchemaText(connection, tables: isPart ? chosen : nil).text
        case .mermaid: return MermaidDiagram(chosen).text
        case .svg: return SVGDiagram(chosen).text
        case .json: return Self.json(chosen).text() + "\n"
        }
      }
      if let output, output != "-" {
        return try NewFiles([(output, text)], replacing: true).write()
      }
      let stream = StandardStream.output
      try stream.print(stream.isTerminal ? Self.shown(text) : text)
    } catch {
      throw CommandFailure(inspecting: error, database: database)
    }
  }

  private var names: [String] {
    tables + (list?.split(separator: ",").map { String($0) } ?? [])
  }

  private var kind: SchemaFormat {
    json ? .json : format ?? output.flatMap { SchemaFormat(path: $0) } ?? .sql
  }

  private func chosen(from all: [TableSchema]) throws -> [TableSchema] {
    let lookup = TableLookup(all)
    guard around.isEmpty else {
      let center = try around.map { try lookup.table($0) }
      return TableNeighbourhood(around: center, depth: depth ?? 1, in: all).tables
    }
    return try names.isEmpty ? all : names.map { try lookup.table($0) }
  }

  /// Returns the text with all control characters escaped, except line breaks. A name in the schema
  /// could otherwise contain an escape sequence that controls the terminal.
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

  /// Determines the format by the extension of the path, or returns nil if the extension belongs to
  /// no format.
  init?(path: String) {
    let known: [(String, SchemaFormat)] = [
      (".sql", .sql), (".svg", .svg), (".json", .json), (".mmd", .mermaid), (".mermaid", .mermaid),
    ]
    guard let format = known.first(where: { path.lowercased().hasSuffix($0.0) }) else { return nil }
    self = format.1
  }
}
