#if PostgreSQL
import Foundation
import PostgreSQLTestSupport
import StateGraphSQLite
import StateGraphThreads
import TestSupport

/// A database on a real server, a file with the same tables, and the built command.
struct SyncScene {
  struct Result {
    let status: Int32
    let output: String
    let errors: String
  }

  static let fileSchema: [SQL] = [
    "CREATE TABLE notes (id TEXT PRIMARY KEY NOT NULL, text TEXT, size INTEGER) STRICT"
  ]

  let server: PostgreSQLServer
  let name: String
  let directory: TemporaryDirectory
  let path: String
  let database: Database

  /// The id of the file at the server.
  var client: String {
    get throws {
      guard let client = try summary()["client"] as? String else { throw TestFailure("no client") }
      return client
    }
  }

  init(_ schema: [SQL] = SyncScene.fileSchema) throws {
    server = try PostgreSQLServer.shared.get()
    name = try server.createDatabase()
    directory = try TemporaryDirectory()
    path = directory.file("notes.sqlite")
    database = try Database(path: path)
    for statement in schema { try database.execute(statement) }
    try sql("CREATE TABLE notes (id text PRIMARY KEY, text text, size int CHECK (size <> 13))")
  }

  var address: String { server.address(of: name) }

  /// Runs statements on the server.
  @discardableResult
  func sql(_ text: String) throws -> String { try server.run(text, in: name) }

  /// Makes the file a replica, and prepares the server.
  func makeReplica() throws {
    let made = try run("init", path, "--tables", "notes", "--role", "postgres", "--replace-rows")
    guard made.status == 0 else { throw TestFailure(made.errors) }
    try sql(made.output)
  }

  /// Sends and receives everything.
  @discardableResult
  func synchronize() throws -> Result {
    let result = try run("run", path, "--with", address, "--once")
    try sql(PostgreSQLServer.untilConnectionsEnd)
    return result
  }

  /// The output of `status --json`.
  func summary(_ arguments: String...) throws -> [String: Any] {
    let result = try run(["status", path, "--json"] + arguments)
    let json = try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any]
    guard let json, let file = json["file"] as? [String: Any] else {
      throw TestFailure(result.errors)
    }
    return file.merging(json["slots"].map { ["slots": $0] } ?? [:]) { $1 }
  }

  /// Changes the file as a program without the library does.
  func runAsStranger(_ sql: String) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [
      "python3", "-c",
      "import sqlite3, sys; c = sqlite3.connect(sys.argv[1]); c.execute(sys.argv[2]); c.commit()",
      path, sql,
    ]
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw TestFailure("the stranger failed") }
  }

  // MARK: The command

  /// SwiftPM puts the command beside the test bundle.
  private static let executable: URL = {
    let tests = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    return tests.deletingLastPathComponent().appendingPathComponent("stategraph-sync")
  }()

  func run(_ arguments: String...) throws -> Result { try run(arguments) }

  func run(_ arguments: [String]) throws -> Result {
    let process = try start(arguments)
    process.process.waitUntilExit()
    return try process.result()
  }

  /// A command that runs. It is killed with the object.
  final class Running {
    fileprivate let process: Process
    private let output: String

    fileprivate init(_ process: Process, _ output: String) {
      (self.process, self.output) = (process, output)
    }

    deinit { if process.isRunning { kill() } }

    func kill() {
      Glibc.kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
    }

    func result() throws -> Result {
      let isSignal = process.terminationReason == .uncaughtSignal
      return Result(
        status: isSignal ? -process.terminationStatus : process.terminationStatus,
        output: try String(contentsOfFile: output, encoding: .utf8),
        errors: try String(contentsOfFile: output + "-errors", encoding: .utf8)
      )
    }
  }

  func start(_ arguments: [String]) throws -> Running {
    // Into files, because a full pipe would block the child.
    let output = directory.file("output-\(UUID().uuidString)")
    let process = Process()
    process.executableURL = Self.executable
    process.arguments = arguments
    process.standardInput = FileHandle.nullDevice
    for suffix in ["", "-errors"] { try Data().write(to: URL(fileURLWithPath: output + suffix)) }
    process.standardOutput = FileHandle(forWritingAtPath: output)
    process.standardError = FileHandle(forWritingAtPath: output + "-errors")
    try process.run()
    return Running(process, output)
  }

  /// The texts of the notes, by their ids.
  func notes() throws -> [String] {
    try database.fetchValues(String.self, "SELECT id || '=' || text FROM notes ORDER BY id")
  }
}

/// Waits until a condition is true.
func eventually(_ condition: () throws -> Bool) async throws {
  let deadline = TestDeadline()
  while !(try condition()) {
    guard !deadline.hasPassed else { throw TestFailure("the condition is not met") }
    try await Task.sleep(for: .milliseconds(5))
  }
}
#endif
