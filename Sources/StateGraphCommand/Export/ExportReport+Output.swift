// A conformance of a public type to a public protocol is public. Swift therefore requires public
// imports of the modules that declare the type and the protocol.
public import ArgumentParser
import StateGraphFormats
public import StateGraphTools

extension ExportReport {
  /// The report of an export as text for the terminal: a line for each table with its row count and
  /// file.
  var text: String {
    tables.map { table in
      TerminalText.oneLine(
        "\(table.table): \(Quantity(table.rows, of: "row")), \(table.path ?? "")"
      )
        + "\n"
    }.joined()
  }

  /// What import does not restore from the files: values of another type than their column
  /// declares, and the rows that a nested export does not contain. Each is a clause without a full
  /// stop.
  var warnings: [String] {
    losses
      + leftOut.map { left in
        let (verb, pronoun) = left.rows == 1 ? ("is", "it") : ("are", "them")
        return
          "\(Quantity(left.rows, of: "row")) of \(left.table) \(verb) not in the export, because "
          + "no exported record leads to \(pronoun); export this table too"
      }
  }

  /// The report of an export as JSON, for programs that parse the output of the command.
  var json: String {
    let report: JSONOutput = .object([
      ("version", .integer(1)), ("command", .string("export")),
      (
        "tables",
        .array(
          tables.map {
            .object([
              ("table", .string($0.table)), ("path", $0.path.map { .string($0) } ?? .null),
              ("rows", .integer($0.rows)), ("bytes", .integer($0.bytes)),
            ])
          }
        )
      ),
      ("notes", .strings(notes)), ("losses", .strings(losses)),
      (
        "leftOut",
        .array(
          leftOut.map { .object([("table", .string($0.table)), ("rows", .integer($0.rows))]) }
        )
      ),
    ])
    return report.text() + "\n"
  }
}

extension ExportFormat: ExpressibleByArgument {}
extension BlobEncoding: ExpressibleByArgument {}
extension LineEnd: ExpressibleByArgument {}
extension QueryFormat: ExpressibleByArgument {}

extension QueryParameter: ExpressibleByArgument {
  package init?(argument: String) { self.init(argument) }
}

extension DateColumn: ExpressibleByArgument {
  package init?(argument: String) { self.init(argument) }
}
