import ArgumentParser

/// The database file that a command works on. The user names it by an argument, the option
/// `--database` or the environment variable `STATEGRAPH_DATABASE`.
///
/// Before the argument parser runs, ``NamedDatabase`` inserts the path of the option or of the
/// variable as the argument. The argument is therefore optional in the help text, but a parsed
/// command always has it.
struct DatabaseArgument: ParsableArguments {
  @Argument(
    help: "The database file. Leave it out with --database or STATEGRAPH_DATABASE.",
    completion: .file()
  )
  var database: String?

  @Option(name: .customLong("database"), help: "The database file.", completion: .file())
  var option: String?

  func validate() throws {
    if database == nil {
      throw ValidationError(
        "Name the database file: as an argument, with --database, or in STATEGRAPH_DATABASE."
      )
    }
  }
}

/// A command whose first argument can be the path of a database, so that ``NamedDatabase`` may
/// insert it.
protocol DatabaseNamingCommand: ParsableCommand {
  /// Returns whether the command line needs a database. If true, `STATEGRAPH_DATABASE` can name the
  /// database.
  ///
  /// - Parameter words: The words of the command line that follow the name of the command.
  static func needsDatabase(_ words: ArraySlice<String>) -> Bool
}

/// A command whose first argument is always the path of a database.
protocol DatabaseCommand: DatabaseNamingCommand {
  var file: DatabaseArgument { get }
}

extension DatabaseCommand {
  static func needsDatabase(_ words: ArraySlice<String>) -> Bool { true }

  var database: String { file.database ?? "" }
}
