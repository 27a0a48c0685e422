import ArgumentParser
import StateGraphSQLite

struct MigrateStatusCommand: DatabaseCommand {
  static let configuration = CommandConfiguration(
    commandName: "status",
    abstract: "Shows the state of each migration.",
    discussion: """
      The states are: applied; pending; late: not applied, although a later one is; modified: \
      edited after it was applied; missing: applied, but not in the folder; newer: applied by a \
      newer program. Does not change or create the database.

      Example: stategraph migrate status social.sqlite --migrations Migrations --check
      """
  )

  @OptionGroup var target: MigratedDatabase

  var file: DatabaseArgument { target.file }

  @Flag(help: "Exit with 1 unless every migration is applied and unchanged.")
  var check = false

  @Flag(help: "Print JSON.")
  var json = false

  func run() throws {
    let states = try target.naming { try target.states() }
    if json {
      try CommandOutput.object(
        "migrate status",
        members: [
          ("isUpToDate", .boolean(states.allSatisfy { $0.kind == .applied })),
          ("migrations", .array(states.map(Self.object))),
        ]
      )
    } else {
      for state in states { try CommandOutput.line(Self.line(state)) }
      for state in states {
        if let advice = Self.advice(state) { try CommandOutput.note(advice) }
      }
    }
    if check, states.contains(where: { $0.kind != .applied }) { throw ExitCode(1) }
  }

  private static func line(_ state: MigrationState) -> String {
    let word = state.kind.rawValue
    let blanks = String(repeating: " ", count: max(2, 10 - word.count))
    return word + blanks + state.name + (state.appliedAt.map { "  \($0)" } ?? "")
  }

  static func object(_ state: MigrationState) -> JSONOutput {
    .object([
      ("number", .integer(state.version)), ("name", .string(state.name)),
      ("state", .string(state.kind.rawValue)),
      ("appliedAt", state.appliedAt.map { .string($0) } ?? .null),
      ("appliedSHA256", state.recordedFingerprint.map { .string($0) } ?? .null),
      ("folderSHA256", state.knownFingerprint.map { .string($0) } ?? .null),
      ("canBeUndone", .boolean(state.canBeReverted)),
    ])
  }

  /// Returns advice for a migration in an unexpected state, such as a file that was edited after it
  /// was applied. Returns nil for an applied or pending migration, because these states are normal,
  /// unless the line ends of its file have changed.
  static func advice(_ state: MigrationState) -> String? {
    switch state.kind {
    case .applied where state.differsInLineEnds:
      "\(state.name) has other line ends than the text that was applied, and counts as the same."
    case .applied, .pending: nil
    case .late: "\(state.name) can no longer run in order: give it a number after the last one."
    case .modified:
      "\(state.name) was edited after it was applied: restore the file, or, if it is correct, run "
        + "migrate repair --record \(state.version)."
    case .missing:
      "\(state.name) is applied, but not in the folder: restore the file, or run migrate repair "
        + "--forget \(state.version)."
    case .newer: "\(state.name) was applied by a newer program: update this program and its folder."
    }
  }
}
