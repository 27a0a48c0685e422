import ArgumentParser
import Glibc
import StateGraphTools

/// Runs the program `stategraph-studio`. The command itself does not contain the server, so that
/// its build and its start stay as they are.
struct StudioCommand: DatabaseCommand {
  static let configuration = CommandConfiguration(
    commandName: "studio",
    abstract: "Shows a database file in a browser, and its rows as they change.",
    discussion: """
      Runs the program stategraph-studio, which must be beside this command or in a folder of \
      PATH. The program prints an address for a browser on this machine. The address works once, \
      within 60 seconds. Press Enter to print another one. Without --write, no byte of the file \
      changes.

      Example: stategraph studio library.sqlite
      """
  )

  /// The name of the program that has the server.
  static let program = "stategraph-studio"

  @OptionGroup var file: DatabaseArgument

  @Flag(help: "Let the page change rows.")
  var write = false

  @OptionGroup var application: AnyApplicationOption

  @Option(help: "The port. By default, the system chooses one.")
  var port: Int?

  @Flag(help: "Print one line for each request, without its content.")
  var log = false

  func run() throws {
    var words = [Self.program]
    if write { words.append("--write") }
    if application.anyApplication { words.append("--any-application") }
    if let port { words += ["--port", String(port)] }
    if log { words.append("--log") }
    words += ["--", database]
    // On success, the calls do not return: the program takes the place of this process.
    if let folder = Self.ownFolder() { Self.execute(folder + "/" + Self.program, with: words) }
    Self.execute(Self.program, with: words)
    throw CommandFailure(
      "\(Self.program) was not found. Build it with the package trait Studio, and put it beside "
        + "stategraph or into a folder of PATH.",
      exitCode: ExitStatus.noInput
    )
  }

  /// Returns the folder of this program, or nil if the system does not tell it.
  private static func ownFolder() -> String? {
    var buffer = [CChar](repeating: 0, count: 4096)
    let count = readlink("/proc/self/exe", &buffer, buffer.count)
    guard count > 0 else { return nil }
    let bytes = buffer.prefix(count).map { UInt8(bitPattern: $0) }
    let path = String(decoding: bytes, as: UTF8.self)
    return path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[..<$0]) }
  }

  /// Replaces this process by a program. Returns only if the program cannot be started.
  private static func execute(_ path: String, with words: [String]) {
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) }
    arguments.append(nil)
    defer { for argument in arguments { free(argument) } }
    execvp(path, &arguments)
  }
}
