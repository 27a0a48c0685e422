import ArgumentParser

/// The program `stategraph-studio`.
@main
struct StudioProgram: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "stategraph-studio",
    abstract: "Shows a database file in a browser, and its rows as they change.",
    discussion: """
      The program prints an address for a browser on this machine. The address works once, within
      60 seconds. Press Enter to print another one. Other machines, other users and other web pages
      cannot open the page. Without --write, no byte of the file changes.
      """
  )

  @Argument(help: "The database file.", completion: .file())
  var database: String

  @Flag(help: "Let the page change rows.")
  var write = false

  @Flag(help: "Change the file although its application id is that of another program.")
  var anyApplication = false

  @Option(help: "The port. By default, the system chooses one.")
  var port = 0

  @Flag(help: "Print one line for each request, without its content.")
  var log = false

  /// The folder of the page's files, for the development of the page. By default, the program
  /// contains them.
  @Option(help: .hidden, completion: .directory)
  var assets: String?

  func validate() throws {
    if anyApplication, !write { throw ValidationError("--any-application needs --write.") }
    guard (0...65535).contains(port) else {
      throw ValidationError("The port must be between 0 and 65535.")
    }
  }

  #if Studio
  func run() async throws {
    try await StudioRun(self).run()
  }
  #else
  func run() throws {
    throw ValidationError(
      "This program was built without Studio. Build it with the package trait Studio."
    )
  }
  #endif
}
