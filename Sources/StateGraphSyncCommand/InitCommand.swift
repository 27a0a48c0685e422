#if PostgreSQL
import ArgumentParser
import Foundation
import StateGraphReplication
import StateGraphReplicator
import StateGraphSQLite

struct InitCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init",
    abstract: "Makes a file a replica, and prints the SQL that prepares the server.",
    discussion: """
      Review the SQL and run it on the server once, for example with psql. Run the same command for
      each further file. The server does not need its SQL again.
      """
  )

  @OptionGroup var file: FileArguments

  @Option(
    parsing: .upToNextOption,
    help: ArgumentHelp(
      "The tables to replicate.",
      discussion: """
        The default is all tables, except those whose primary key SQLite numbers by itself.
        """
    )
  )
  var tables: [String] = []

  @Option(help: "The publication on the server.")
  var publication = "stategraph"

  @Option(help: "The role that writes rows on the server: the user in the address of run --with.")
  var role: String

  @Option(
    help: ArgumentHelp(
      "The role that reads changes on the server, if it is another role.",
      discussion: """
        It is the user in the address of run --feed-with, and needs the attribute REPLICATION.
        """
    )
  )
  var feedRole: String?

  @Option(
    help: ArgumentHelp(
      "Sends the rows of the file to the server first.",
      discussion: """
        The server keeps its own rows with the same keys. Stop all programs that write the file
        before: the first comparison removes a row that was not sent.
        """,
      valueName: "address"
    )
  )
  var upload: String?

  @Flag(help: "Lets the first comparison replace the rows of the file by the server's rows.")
  var replaceRows = false

  func run() async throws {
    let database = try file.open()
    let replica = try NewReplica(database, tables: tables)
    let setup = ServerSetup(
      publication: try ServerName(publication),
      tables: try replica.setupTables(),
      pushRole: try ServerName(role),
      feedRole: try ServerName(feedRole ?? role)
    )
    let rowCount = try replica.rowCount()
    if let upload {
      try await RowUpload(replica.tables, in: database).run(to: try ConnectionParameters(upload))
    } else if rowCount > 0, !replaceRows {
      throw ValidationError(
        "The tables of the file have \(rowCount) rows, which the server may lack. Send them with "
          + "--upload, or give them up with --replace-rows."
      )
    }
    try replica.create()
    if !replica.leftOut.isEmpty {
      let note =
        "note: These tables are left out, because SQLite numbers their keys by itself "
        + "(INTEGER PRIMARY KEY): \(replica.leftOut.joined(separator: ", ")).\n"
      FileHandle.standardError.write(Data(note.utf8))
    }
    print(setup.sql, terminator: "")
  }
}
#endif
