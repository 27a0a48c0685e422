import ArgumentParser
import Glibc
import StateGraphSQLite
import StateGraphTools

/// The entry point of the program `stategraph`. It prepares the process, and then parses and runs
/// the command line.
@main
enum Main {
  static func main() {
    StandardStream.occupyClosed()
    // If a program that reads the output ends, a write to the pipe raises SIGPIPE, which would end
    // this process. With the signal ignored, the write returns an error instead.
    signal(SIGPIPE, SIG_IGN)
    // A write beyond the file size limit of the process raises SIGXFSZ, which would end this
    // process. With the signal ignored, the write returns an error, which the command handles like
    // a full disk.
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
    try SQLiteShell.check(words)
    let environment = getenv(NamedDatabase.variable).map { String(cString: $0) }
    do {
      let named = NamedDatabase.inserted(into: words, environment: environment)
      var command = try StateGraphCommand.parseAsRoot(FormatOption.expanded(named))
      try SQLiteShell.checkOrder(of: command, words)
      try command.run()
    } catch let failure as CommandFailure {
      throw failure
    } catch {
      try end(with: error)
    }
  }

  /// Prints the message of the argument parser for `error`, and ends the process with the parser's
  /// exit code.
  ///
  /// The parser throws an error also for a help text, the version and a completion script. These go
  /// to standard output. A message about wrong arguments goes to standard error.
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
      StudioCommand.self,
      CheckCommand.self,
      BackupCommand.self,
      SchemaCommand.self,
      FixturesCommand.self,
    ]
  )
}
