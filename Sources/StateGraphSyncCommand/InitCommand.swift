#if PostgreSQL
import ArgumentParser
import StateGraphReplication
import StateGraphReplicator
import StateGraphSQLite

struct InitCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init",
    abstract: "Makes a file a replica, and prints the SQL that prepares the server.",
    discussion: """
      Review the SQL and run it on the server once, for example with psql. Each further file is
      then made a replica by the same command; its SQL need not be run again.
      """
  )

  @OptionGroup var file: FileArguments

  @Option(
    parsing: .upToNextOption,
    help: "The tables to replicate. Without this option, all tables with a primary key."
  )
  var tables: [String] = []

  @Option(help: "The publication on the server.")
  var publication = "stategraph"

  @Option(help: "The role of the server that writes rows: that of the address for run --with.")
  var role: String

  @Option(
    help: ArgumentHelp(
      "The role of the server that reads changes, if it is another role.",
      discussion: """
        It is the role of the address for run --feed-with, and needs the attribute REPLICATION.
        """
    )
  )
  var feedRole: String?

  @Option(
    help: ArgumentHelp(
      "Sends the rows of the file to the server first.",
      discussion: """
        The server keeps its own rows with the same keys. Stop the programs that write the file
        meanwhile: the first comparison removes a row that was not sent.
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
      tables: try replica.tables.map { ServerSetup.Table(try ServerTable(name: $0.name)) },
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
    print(setup.sql, terminator: "")
  }
}
#endif
