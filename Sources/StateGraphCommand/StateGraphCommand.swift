import ArgumentParser
import Glibc

/// `stategraph`: parses arguments, calls the library, prints. No logic of its own.
@main
enum Main {
  static func main() {
    // A reader of our output that has gone away is not a failure: writing then returns an error.
    signal(SIGPIPE, SIG_IGN)
    do {
      var command = try StateGraphCommand.parseAsRoot()
      try command.run()
    } catch let failure as CommandFailure {
      failure.report()
      exit(failure.exitCode)
    } catch {
      StateGraphCommand.exit(withError: error)
    }
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
      InspectCommand.self,
    ]
  )
}
