import ArgumentParser

/// The command `stategraph-sync`.
@main
struct SyncCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "stategraph-sync",
    abstract: "Makes a database file a replica of a PostgreSQL database.",
    discussion: """
      The server orders and decides all writes. The file stays readable and writable while the
      server cannot be reached. Passwords come from the places that libpq knows, such as
      ~/.pgpass.
      """,
    subcommands: subcommands
  )

  #if PostgreSQL
  private static let subcommands: [any ParsableCommand.Type] = [
    InitCommand.self, RunCommand.self, StatusCommand.self, RefusedCommand.self,
    ReconcileCommand.self, ForgetCommand.self, LeaveCommand.self,
  ]
  #else
  private static let subcommands: [any ParsableCommand.Type] = []

  func run() throws {
    throw ValidationError(
      "This program was built without PostgreSQL. Build it with the package trait PostgreSQL."
    )
  }
  #endif
}
