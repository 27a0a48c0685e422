import ArgumentParser
import StateGraphSQLite

struct MigrateStatusCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status",
    abstract: "Says of each migration whether it is applied, and whether it still is what it was.",
    discussion: """
      applied; pending; late: not applied, and a later one is; modified: edited since; missing: \
      applied, and not in the folder; newer: applied by a newer program. Changes nothing, and does \
      not create the file.

      Example: stategraph migrate status social.sqlite --migrations Migrations --check
      """
  )

  @OptionGroup var target: MigratedDatabase

  @Flag(help: "Exit 1 unless every migration is applied and as it was.")
  var check = false

  @Flag(help: "Print JSON.")
  var json = false

  func run() throws {
    let states = try target.naming { try target.states() }
    if json {
      try MigrateOutput.object(
        "migrate status",
        [
          ("isUpToDate", .boolean(states.allSatisfy { $0.kind == .applied })),
          ("migrations", .array(states.map(Self.object))),
        ]
      )
    } else {
      for state in states { try MigrateOutput.line(Self.line(state)) }
      for state in states {
        if let advice = Self.advice(state) { try MigrateOutput.note(advice) }
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

  /// What to do about a migration that is neither applied nor simply pending.
  static func advice(_ state: MigrationState) -> String? {
    switch state.kind {
    case .applied, .pending: nil
    case .late: "\(state.name) can no longer run in order: give it a number behind the last one."
    case .modified:
      "\(state.name) was edited after it was applied: restore it, or, where the file is right, run "
        + "migrate repair --record \(state.version)."
    case .missing:
      "\(state.name) is applied and not in the folder: restore it, or run migrate repair --forget "
        + "\(state.version)."
    case .newer: "\(state.name) comes from a newer program: update this one's folder."
    }
  }
}
