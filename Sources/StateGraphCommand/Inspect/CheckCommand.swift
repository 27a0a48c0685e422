import ArgumentParser
import StateGraphSQLite
import StateGraphTools

struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Checks a database for damage, dangling references and schema drift.",
    discussion: """
      Checks the integrity of the file and finds rows that refer to missing rows. With \
      --migrations it also compares the applied migrations with the folder, and the schema with \
      the one that the migrations make. Exits with 1 if there is a problem; a pending migration \
      is not a problem. Does not change the database.

      Example: stategraph check library.sqlite --migrations Migrations
      """
  )

  @Argument(help: "The database file.", completion: .file())
  var database: String

  @Option(help: "The folder with the numbered .sql files.", completion: .directory)
  var migrations: String?

  @Flag(help: "Skip the comparison of tables with their indexes, which takes most of the time.")
  var quick = false

  @Flag(help: "Print JSON.")
  var json = false

  func run() throws {
    do {
      let check = DatabaseCheck(
        path: database,
        migrations: migrations.map { MigrationSource.directory($0) },
        isQuick: quick
      )
      let report = try check.run()
      try StandardStream.output.print(
        json ? report.json(path: database).text() + "\n" : report.text(path: database)
      )
      if report.problemCount > 0 { throw ExitCode(1) }
    } catch let code as ExitCode {
      throw code
    } catch {
      throw CommandFailure(inspecting: error, database: database)
    }
  }
}

extension CheckReport {
  /// The report for people, with the number of problems at its end.
  fileprivate func text(path: String) -> String {
    var lines = damage.map { "damage: \($0)" }
    for orphan in orphans {
      let rows = orphan.rowIDs.map { String($0) }.joined(separator: ", ")
      let more = orphan.count > orphan.rowIDs.count && !rows.isEmpty ? ", …" : ""
      let columns = orphan.columns.joined(separator: ", ")
      lines.append(
        "orphans: \(orphan.count) rows of \(orphan.table) (\(columns)) "
          + "refer to missing rows of \(orphan.referencedTable)"
          + (rows.isEmpty ? "" : ": rowid \(rows)\(more)")
      )
    }
    for migration in migrations ?? [] where migration.kind != .applied {
      lines.append("migration: \(migration.name) is \(migration.kind.rawValue)")
    }
    lines += (drift ?? []).map { "schema: \($0)" }
    if isForeign {
      let id = String(UInt32(truncatingIfNeeded: applicationID), radix: 16)
      lines.append("application: the application id 0x\(id) is that of another program")
    }
    let count = problemCount
    lines.append(
      count == 0 ? "\(path): no problem found" : "\(path): \(count) problem\(count == 1 ? "" : "s")"
    )
    return lines.map { TerminalText.oneLine($0) + "\n" }.joined()
  }

  /// The report for programs.
  fileprivate func json(path: String) -> JSONOutput {
    .object([
      ("version", .integer(1)), ("command", .string("check")), ("path", .string(path)),
      ("problems", .integer(problemCount)), ("damage", .strings(damage)),
      (
        "orphans",
        .array(
          orphans.map {
            .object([
              ("table", .string($0.table)), ("columns", .strings($0.columns)),
              ("references", .string($0.referencedTable)), ("rows", .integer($0.count)),
              ("rowids", .array($0.rowIDs.map { .integer($0) })),
            ])
          }
        )
      ),
      (
        "migrations",
        migrations.map { states in
          .array(
            states.map {
              .object([("name", .string($0.name)), ("state", .string($0.kind.rawValue))])
            }
          )
        } ?? .null
      ),
      ("drift", drift.map { .strings($0) } ?? .null),
      ("applicationID", .integer(applicationID)), ("foreign", .boolean(isForeign)),
    ])
  }
}
