import StateGraphImport
import StateGraphTools

extension ImportCommand {
  /// Prints a mapping for the inputs that the user completes.
  func printMappingTemplate() throws {
    do {
      let template = try MappingTemplate(inputs: inputs, database: database)
      let tables = template.entries.map { entry -> (String, JSONOutput) in
        let renames = entry.renames.map { ($0.name, JSONOutput.string($0.column)) }
        return (
          entry.table,
          .object([("rename", .object(renames)), ("ignore", .strings(entry.ignored))])
        )
      }
      try StandardStream.output.print(JSONOutput.object(tables).text() + "\n")
    } catch {
      throw CommandFailure(inspecting: error, database: database)
    }
  }
}
