#if PostgreSQL
import ArgumentParser
import StateGraphReplication
import StateGraphReplicator

struct ForgetCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "forget",
    abstract: "Drops the slot of a machine that will not come back soon.",
    discussion: """
      A slot makes the server keep its log until the machine has it. If the machine comes back, its
      replicator compares the file with the server, and sends its pending writes.
      """
  )

  @Argument(help: "The id of the machine's file, which status --with lists.")
  var client: String

  @Option(
    name: .customLong("with"),
    help: ArgumentHelp(
      "The connection string of the server, with a role that has the attribute REPLICATION.",
      valueName: "address"
    )
  )
  var server: String

  func run() throws {
    try ServerSlots(ConnectionParameters(server)).forget(client)
  }
}
#endif
