#if PostgreSQL
import ArgumentParser
import Foundation
import StateGraphReplication
import StateGraphReplicator
import StateGraphSQLite

struct StatusCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status",
    abstract: "Prints what a file knows about its server, and its undecided writes."
  )

  @OptionGroup var file: FileArguments

  @Option(
    name: .customLong("with"),
    help: ArgumentHelp(
      "Also lists the slots of all files on this server.",
      valueName: "address"
    )
  )
  var server: String?

  @Flag(help: "Prints JSON.")
  var json = false

  private struct Status: Encodable {
    let file: ReplicaSummary
    let slots: [ServerSlots.Slot]?
  }

  func run() throws {
    let summary = try ReplicaSummary(of: file.open())
    let slots = try server.map { try ServerSlots(ConnectionParameters($0)).all() }
    if json { return try printJSON(Status(file: summary, slots: slots)) }
    let lines = summary.lines + (slots ?? []).map { "slot      " + $0.line }
    print(lines.joined(separator: "\n"))
  }
}

func printJSON(_ value: some Encodable) throws {
  let encoder = JSONEncoder()
  encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
  print(String(decoding: try encoder.encode(value), as: UTF8.self))
}

struct RefusedCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "refused",
    abstract: "Lists the writes that the server has refused, sends one again, or discards it."
  )

  @OptionGroup var file: FileArguments

  @Option(help: "Makes the write again, as a new local write.")
  var sendAgain: Int64?

  @Option(help: "Removes the write from the list, and does not send it again.")
  var discard: Int64?

  @Flag(help: "Prints JSON.")
  var json = false

  func run() throws {
    let database = try file.open()
    if let sendAgain { try ReplicaFile(database).sendAgain(sendAgain) }
    if let discard { try ReplicaFile(database).discardRefused(discard) }
    guard sendAgain == nil, discard == nil else { return }
    let refused = try ReplicaSummary(of: database).refused
    guard json else {
      for write in refused { print("\(write.number)  \(write.code)  \(write.message)") }
      return
    }
    try printJSON(refused)
  }
}

struct LeaveCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "leave",
    abstract: "Makes a file an ordinary one again, and drops its slot on the server.",
    discussion: "The rows stay in the file and on the server."
  )

  @OptionGroup var file: FileArguments
  @OptionGroup var server: ServerArguments

  @Flag(help: "Gives up the writes that the server has not decided. It never receives them.")
  var discardPending = false

  func run() async throws {
    let database = try file.open()
    let replicator = try Replicator(database, options: server.options())
    let pending = try ReplicaSummary(of: database).pending
    guard discardPending || pending == 0 else {
      throw ValidationError(
        "The server has not decided \(pending) writes. Run the replicator first, or give the "
          + "writes up with --discard-pending."
      )
    }
    // The slot goes first: a slot of a file that has left would fill the server's disk.
    try await replicator.drop(try await replicator.slot())
    try StoredReplica(database).remove(discardsPending: discardPending)
  }
}
#endif
