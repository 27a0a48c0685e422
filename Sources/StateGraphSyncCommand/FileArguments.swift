#if PostgreSQL
import ArgumentParser
import Foundation
import StateGraphReplication
import StateGraphReplicator
import StateGraphSQLite

/// The file of a command.
struct FileArguments: ParsableArguments {
  @Argument(help: "The database file.", completion: .file())
  var database: String

  /// Opens the file. Does not create it.
  func open() throws -> Database {
    guard FileManager.default.fileExists(atPath: database) else {
      throw ValidationError("There is no file \(database).")
    }
    return try Database(path: database)
  }
}

/// The server of a command, and how to replicate with it.
struct ServerArguments: ParsableArguments {
  @Option(
    name: .customLong("with"),
    help: ArgumentHelp(
      "The connection string of the server.",
      discussion: "For example postgres://app@db.example/shop. libpq defines its format.",
      valueName: "address"
    )
  )
  var server: String

  @Option(
    help: ArgumentHelp(
      "The connection string with the role that reads changes, if it is another role.",
      discussion: "This role needs the attribute REPLICATION.",
      valueName: "address"
    )
  )
  var feedWith: String?

  @Option(help: "The publication on the server.")
  var publication = "stategraph"

  @Option(
    help: ArgumentHelp(
      "A table in which the server refuses a change of a row that another machine has changed.",
      discussion: "May be repeated. In other tables, the last change of a column wins.",
      valueName: "table"
    )
  )
  var refuseIfChanged: [String] = []

  func options() throws -> ReplicatorOptions {
    var options = ReplicatorOptions(
      server: try ConnectionParameters(server),
      publication: try ServerName(publication)
    )
    if let feedWith { options.feed = try ConnectionParameters(feedWith) }
    options.refusesChanged = refuseIfChanged
    return options
  }
}
#endif
