#if PostgreSQL
import ArgumentParser
import Foundation
import StateGraphReplicator
import StateGraphSQLite

struct RunCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Replicates a file until the command is interrupted.",
    discussion: "Run this command beside the apps that use the file. They follow the changes."
  )

  @OptionGroup var file: FileArguments
  @OptionGroup var server: ServerArguments

  @Flag(help: "Ends when all local writes are decided and the server's commits have arrived.")
  var once = false

  func run() async throws {
    let replicator = try Replicator(file.open(), options: server.options()) { status in
      FileHandle.standardError.write(Data("\(status)\n".utf8))
    }
    if once { try await replicator.runOnce() } else { try await replicator.run() }
  }
}

struct ReconcileCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reconcile",
    abstract: "Compares a file with a complete copy of the server, and writes the differences."
  )

  @OptionGroup var file: FileArguments
  @OptionGroup var server: ServerArguments

  func run() async throws {
    try await Replicator(file.open(), options: server.options()).reconcileNow()
  }
}
#endif
