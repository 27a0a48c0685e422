import ArgumentParser

/// The database file of a command: an argument, an option or a variable of the environment.
///
/// ``NamedDatabase`` inserts the path of the option or of the variable as the argument, before the
/// arguments are parsed.
struct DatabaseArgument: ParsableArguments {
  @Argument(
    help: "The database file. Leave it out with --database or STATEGRAPH_DATABASE.",
    completion: .file()
  )
  var database: String

  @Option(name: .customLong("database"), help: "The database file.", completion: .file())
  var option: String?
}

/// A command whose first argument is a database file.
protocol DatabaseCommand: ParsableCommand {
  var file: DatabaseArgument { get }
}

extension DatabaseCommand {
  var database: String { file.database }
}
