import ArgumentParser
import StateGraphFixtures
import StateGraphFormats
import StateGraphSQLite
import StateGraphTools

struct FixturesCheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Loads a fixture into a temporary database, and reports every error.",
    discussion: """
      Creates the tables with the migrations, and loads all files of the folder. Each error is a \
      line file:line:column: message. The check continues after a bad record, so a record that \
      refers to a bad record is an error too. Of an SQL file only the first error is reported. \
      Exits with 1 if there is an error.

      Example: stategraph fixtures check Fixtures/shop --migrations Migrations
      """
  )

  @Argument(help: "The folder of the fixture.", completion: .directory)
  var folder: String

  @OptionGroup var migrations: MigrationsFolder

  @Flag(help: "Print JSON.")
  var json = false

  func run() throws {
    do {
      let source = MigrationSource.directory(migrations.migrations)
      let errors = try FixtureCheck(path: FolderPath.trimmed(folder), migrations: source).run()
      try StandardStream.output.print(json ? report(errors).text() + "\n" : text(errors))
      if !errors.isEmpty { throw ExitCode(1) }
    } catch let code as ExitCode {
      throw code
    } catch let error as FixtureError {
      throw CommandFailure("\(error.place.file): \(error.message).", exitCode: ExitStatus.noInput)
    } catch let error as DatabaseError {
      throw CommandFailure(error, database: migrations.migrations)
    }
  }

  private func text(_ errors: [FixtureError]) -> String {
    var lines = errors.map(\.description)
    lines.append(
      errors.isEmpty
        ? "\(folder): no error found" : "\(folder): \(Quantity(errors.count, of: "error"))"
    )
    return lines.map { TerminalText.oneLine($0) + "\n" }.joined()
  }

  private func report(_ errors: [FixtureError]) -> JSONOutput {
    .object([
      ("version", .integer(1)), ("command", .string("fixtures check")), ("path", .string(folder)),
      (
        "errors",
        .array(
          errors.map {
            .object([
              ("file", .string($0.place.file)), ("line", .integer($0.place.line)),
              ("column", .integer($0.place.column)), ("message", .string($0.message)),
              ("remedy", .string($0.remedy)),
            ])
          }
        )
      ),
    ])
  }
}
