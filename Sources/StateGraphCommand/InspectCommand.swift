import ArgumentParser
import StateGraphSQLite

struct InspectCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "inspect",
    abstract: "Shows the tables of a database file without changing a byte of it."
  )

  @Argument(help: "The database file.", completion: .file())
  var database: String

  @Flag(help: "Print JSON.")
  var json = false

  func run() throws {
    do {
      let summary = try DatabaseSummary(path: database)
      try StandardStream.output.print(json ? summary.json.text() + "\n" : summary.text)
    } catch let error as DatabaseError {
      throw CommandFailure(error, database: database)
    }
  }
}
