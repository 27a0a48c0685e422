import ArgumentParser

/// The database file of a command: an argument, an option or a variable of the environment.
///
/// ``NamedDatabase`` inserts the path of the option or of the variable as the argument, before the
/// arguments are parsed. The argument is therefore optional in the help, but not in the parsed
/// command.
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

/// A command whose first argument can be the path of a database.
protocol DatabaseNamingCommand: ParsableCommand {
  /// Returns whether the command needs a database, so that `STATEGRAPH_DATABASE` can name it.
  ///
  /// - Parameter words: The words of the command line after the name of the command.
  static func needsDatabase(_ words: ArraySlice<String>) -> Bool
}

/// A command whose first argument is the path of a database.
protocol DatabaseCommand: DatabaseNamingCommand {
  var file: DatabaseArgument { get }
}

extension DatabaseCommand {
  static func needsDatabase(_ words: ArraySlice<String>) -> Bool { true }

  var database: String { file.database ?? "" }
}
