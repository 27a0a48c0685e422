import ArgumentParser
import StateGraphSQLite

struct MigrateRepairCommand: DatabaseCommand {
  static let configuration = CommandConfiguration(
    commandName: "repair",
    abstract: "Corrects the record of applied migrations to match the folder.",
    discussion: """
      --record replaces the recorded checksum of a migration by that of its edited file. --forget \
      removes the record of a migration whose file no longer exists. Only the record changes, not \
      the tables and rows.

      Example: stategraph migrate repair social.sqlite --migrations Migrations --record 3
      """
  )

  @OptionGroup var target: MigratedDatabase

  var file: DatabaseArgument { target.file }

  @Option(help: "The number of an edited migration whose file is correct. Repeatable.")
  var record: [Int] = []

  @Option(help: "The number of an applied migration whose file no longer exists. Repeatable.")
  var forget: [Int] = []

  @OptionGroup var confirmation: Confirmation

  @Flag(help: "Print JSON.")
  var json = false

  func validate() throws {
    let numbers = record + forget
    if numbers.isEmpty { throw ValidationError("Name a migration: --record N or --forget N.") }
    guard Set(numbers).count == numbers.count else {
      throw ValidationError("Name each migration once.")
    }
  }

  func run() throws {
    let repairs =
      record.map { MigrationRepair.record(version: $0) }
      + forget.map { MigrationRepair.forget(version: $0) }
    try target.naming {
      let location = try target.existing(isToBeWritten: true)
      let known = try target.folder.load()
      let planned = try FileInspection.read(location) { connection throws(DatabaseError) in
        try MigrationRepair.outcomes(of: repairs, known: known, on: connection)
      }
      let words = planned.map(Self.intention).joined(separator: ", ")
      try confirmation.require("This will, in \(target.database): \(words).")
      let writer = try WriterConnection.open(location, mode: .existing)
      try report(Migrator(writer, migrations: known).repair(repairs))
    }
  }

  private func report(_ outcomes: [MigrationRepair.Outcome]) throws {
    guard json else {
      for outcome in outcomes {
        let change = outcome.newFingerprint.map { "\(outcome.oldFingerprint) -> \($0)" }
        try CommandOutput.line(
          change.map { "recorded \(outcome.name)  \($0)" }
            ?? "forgot \(outcome.name)  \(outcome.oldFingerprint)"
        )
      }
      return
    }
    let objects = outcomes.map { outcome -> JSONOutput in
      .object([
        ("number", .integer(outcome.repair.version)), ("name", .string(outcome.name)),
        ("oldSHA256", .string(outcome.oldFingerprint)),
        ("newSHA256", outcome.newFingerprint.map { .string($0) } ?? .null),
      ])
    }
    try CommandOutput.object("migrate repair", members: [("repaired", .array(objects))])
  }

  private static func intention(_ outcome: MigrationRepair.Outcome) -> String {
    switch outcome.repair {
    case .record: "record the edited \(outcome.name) as applied"
    case .forget: "remove the record that \(outcome.name) was applied"
    }
  }
}
