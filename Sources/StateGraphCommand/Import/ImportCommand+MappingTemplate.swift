import StateGraphImport
import StateGraphTools

extension ImportCommand {
  /// Prints a mapping (which names of the inputs stand for which columns) that the user then
  /// completes. The mapping lists the names for which the tables have no column.
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
