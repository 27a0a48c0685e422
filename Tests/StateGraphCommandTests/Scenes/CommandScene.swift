import Foundation
import StateGraphSQLite
import TestSupport

/// The built command as a child process, and a directory for its files.
final class CommandScene {
  let directory: TemporaryDirectory
  var database: String { directory.path + "/scene.sqlite" }

  struct Result {
    let status: Int32
    let output: String
    /// The text on standard error, without the progress that a slow import shows.
    let errors: String
  }

  init() throws {
    directory = try TemporaryDirectory()
  }

  /// A database with the tables of both sample domains.
  static func samples() throws -> CommandScene {
    let scene = try CommandScene()
    let result = try scene.run("migrate", scene.database, "--migrations", PackageRoot.migrations)
    guard result.status == 0 else { throw TestFailure("migrate failed: \(result.errors)") }
    return scene
  }

  /// SwiftPM puts the command beside the test bundle.
  static let executable: URL = {
    let tests = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    return tests.deletingLastPathComponent().appendingPathComponent("stategraph")
  }()

  func run(_ arguments: String..., input: String = "") throws -> Result {
    try run(arguments, input: input)
  }

  func run(_ arguments: [String], input: String = "") throws -> Result {
    // Into files, because a full pipe would block the child.
    let output = directory.file("stdout-\(UUID().uuidString)")
    let errors = output + "-errors"
    let process = try start(arguments, input: input, output: output, errors: errors)
    process.waitUntilExit()
    let signal = process.terminationReason == .uncaughtSignal
    return Result(
      status: signal ? -process.terminationStatus : process.terminationStatus,
      output: try String(contentsOfFile: output, encoding: .utf8),
      errors: try String(contentsOfFile: errors, encoding: .utf8)
        .replacing(/(?m)^stategraph: [0-9,]+ records?, [0-9,]+\/s.*\n/, with: "")
    )
  }

  func start(
    _ arguments: [String],
    input: String = "",
    output: String = "/dev/null",
    errors: String = "/dev/null"
  ) throws -> Process {
    let process = Process()
    process.executableURL = Self.executable
    process.arguments = arguments
    process.standardInput = FileHandle(
      forReadingAtPath: try directory.write(input, to: "stdin-\(UUID().uuidString)")
    )
    process.standardOutput = try Self.handle(output)
    process.standardError = try Self.handle(errors)
    try process.run()
    return process
  }

  private static func handle(_ path: String) throws -> FileHandle {
    if !path.hasPrefix("/dev/") { try Data().write(to: URL(fileURLWithPath: path)) }
    guard let handle = FileHandle(forWritingAtPath: path) else {
      throw TestFailure("cannot write \(path)")
    }
    return handle
  }

  /// Every row of every table, in a fixed order.
  func dump() throws -> [String] {
    let connection = try Connection.open(try DatabaseLocation(path: database), mode: .reader)
    var lines: [String] = []
    for table in try SchemaReader(connection).tables() {
      let rows = try connection.rows("SELECT * FROM \(table: table.name)")
      lines += rows.map { "\(table.name) \($0.values)" }.sorted {
        $0.utf8.lexicographicallyPrecedes($1.utf8)
      }
    }
    return lines
  }

  /// The names of the files in the directory.
  func files() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: directory.path).sorted()
  }

  func firstValue(_ sql: SQL) throws -> SQLiteValue? {
    let connection = try Connection.open(try DatabaseLocation(path: database), mode: .reader)
    return try connection.firstValue(sql)
  }
}
