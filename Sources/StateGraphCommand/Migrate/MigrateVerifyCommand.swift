import ArgumentParser
import StateGraphSQLite

struct MigrateVerifyCommand: DatabaseCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Compares the SHA-256 of each applied migration with that of its file.",
    discussion: """
      Shows each file that differs, with both checksums, and each that is missing. Exits with 1 if \
      there is one. Does not change the database.

      Example: stategraph migrate verify social.sqlite --migrations Migrations
      """
  )

  @OptionGroup var target: MigratedDatabase

  var file: DatabaseArgument { target.file }

  @Flag(help: "Print JSON.")
  var json = false

  func run() throws {
    let states = try target.naming {
      _ = try target.existing(isToBeWritten: false)
      return try target.states().filter { $0.appliedAt != nil }
    }
    let broken = states.filter { !$0.isAsRecorded }
    if json {
      try CommandOutput.object(
        "migrate verify",
        members: [
          ("isIntact", .boolean(broken.isEmpty)),
          ("migrations", .array(states.map(MigrateStatusCommand.object))),
        ]
      )
    } else {
      for state in states { try show(state) }
      for state in states {
        if let advice = MigrateStatusCommand.advice(state) { try CommandOutput.note(advice) }
      }
    }
    if !broken.isEmpty { throw ExitCode(1) }
  }

  private func show(_ state: MigrationState) throws {
    let recorded = state.recordedFingerprint ?? ""
    if state.isAsRecorded { return try CommandOutput.line("ok        \(state.name)  \(recorded)") }
    let word = state.kind.rawValue
    let blanks = String(repeating: " ", count: max(2, 10 - word.count))
    try CommandOutput.line(word + blanks + state.name)
    try CommandOutput.line("          applied \(recorded)")
    try CommandOutput.line("          file    \(state.knownFingerprint ?? "is missing")")
  }
}
