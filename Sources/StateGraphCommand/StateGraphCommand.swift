import ArgumentParser
import Glibc
import StateGraphSQLite

/// `stategraph`: parses arguments, calls the library, prints. No logic of its own.
@main
enum Main {
  static func main() {
    StandardStream.occupyClosed()
    // A reader of our output that has gone away is not a failure: writing then returns an error.
    signal(SIGPIPE, SIG_IGN)
    // A file that reaches its limit is an error of the write, as on a full disk.
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
    try SubcommandName.check(Array(CommandLine.arguments.dropFirst()))
    do {
      var command = try StateGraphCommand.parseAsRoot()
      try command.run()
    } catch let failure as CommandFailure {
      throw failure
    } catch {
      try end(with: error)
    }
  }

  /// Prints what the parser has to say: help, the version, a script, or what is wrong with the
  /// arguments.
  private static func end(with error: any Error) throws(CommandFailure) {
    let code = StateGraphCommand.exitCode(for: error).rawValue
    let message = StateGraphCommand.fullMessage(for: error)
    if code == 0 {
      try StandardStream.output.print(message.hasSuffix("\n") ? message : message + "\n")
    } else if !message.isEmpty {
      // It repeats arguments, which a shell may have made of the names of files.
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
    abstract: "Creates, fills and shows the SQLite files of StateGraph programs.",
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
    ]
  )
}
