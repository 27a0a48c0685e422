import ArgumentParser
import Glibc
import StateGraphSQLite

/// The entry point of the command `stategraph`.
@main
enum Main {
  static func main() {
    StandardStream.occupyClosed()
    // With SIGPIPE ignored, a write to a closed pipe returns an error instead of ending the
    // process.
    signal(SIGPIPE, SIG_IGN)
    // With SIGXFSZ ignored, a write beyond the file size limit returns an error instead of ending
    // the process. The command handles the error like a full disk.
    signal(SIGXFSZ, SIG_IGN)
    SQLiteProcess.stopCountingMemory()
    do {
      try run()
    } catch {
      error.report()
      exit(error.exitCode)
    }
  }

  private static func run() throws(CommandFailure) {
    let words = Array(CommandLine.arguments.dropFirst())
    try SubcommandName.check(words)
    let environment = getenv(NamedDatabase.variable).map { String(cString: $0) }
    do {
      var command = try StateGraphCommand.parseAsRoot(
        NamedDatabase.inserted(into: words, environment: environment)
      )
      try command.run()
    } catch let failure as CommandFailure {
      throw failure
    } catch {
      try end(with: error)
    }
  }

  /// Prints the message of the argument parser, and ends the process.
  ///
  /// The message is a help text, the version, a completion script, or an error in the arguments.
  private static func end(with error: any Error) throws(CommandFailure) {
    let code = StateGraphCommand.exitCode(for: error).rawValue
    let message = StateGraphCommand.fullMessage(for: error)
    if code == 0 {
      try StandardStream.output.print(message.hasSuffix("\n") ? message : message + "\n")
    } else if !message.isEmpty {
      // The message quotes arguments of the user, such as file names. An argument can contain
      // control characters, so each line is escaped.
      let lines = message.split(separator: "\n", omittingEmptySubsequences: false)
      var text = lines.map { TerminalText.oneLine(String($0)) + "\n" }.joined()
      text.withUTF8 { _ = StandardStream.error.write(UnsafeRawBufferPointer($0)) }
    }
    exit(code)
  }
}

struct StateGraphCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "stategraph",
    abstract: "Creates, fills and inspects SQLite databases of StateGraph programs.",
    discussion: ExitStatus.discussion,
    version: "0.1.0",
    subcommands: [
      MigrateCommand.self,
      ImportCommand.self,
      InferCommand.self,
      GenerateCommand.self,
      InspectCommand.self,
      ExportCommand.self,
      QueryCommand.self,
      WatchCommand.self,
      CheckCommand.self,
      BackupCommand.self,
      SchemaCommand.self,
      FixturesCommand.self,
    ]
  )
}
