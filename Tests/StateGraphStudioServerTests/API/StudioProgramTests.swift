#if Studio
import Foundation
import SQLiteTestSupport
import StateGraphSQLite
import TestSupport
import Testing

@Suite("The program stategraph-studio")
struct StudioProgramTests {
  /// The program that was built with the tests. SwiftPM puts it beside them.
  private static let program: URL = {
    let tests = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    return tests.deletingLastPathComponent().appendingPathComponent("stategraph-studio")
  }()

  @Test func `the program prints an address, and another one after Enter`() async throws {
    let folder = try TemporaryDirectory()
    let path = folder.file("app.sqlite")
    let connection = try WriterConnection.open(DatabaseLocation(path: path))
    try connection.run("CREATE TABLE t (id INTEGER PRIMARY KEY)")
    let process = Process()
    process.executableURL = Self.program
    process.arguments = ["--port", "0", path]
    let (input, output) = (Pipe(), Pipe())
    (process.standardInput, process.standardOutput) = (input, output)
    try process.run()
    defer { process.terminate() }
    let first = try await line(of: output)
    try input.fileHandleForWriting.write(contentsOf: Data("\n".utf8))
    let second = try await line(of: output)
    let pattern = /http:\/\/127\.0\.0\.1:(\d+)\/#ticket=([0-9a-f]{64})/
    let one = try #require(first.wholeMatch(of: pattern))
    let two = try #require(second.wholeMatch(of: pattern))
    #expect(one.1 == two.1)
    #expect(one.2 != two.2)
    let body = "{\"version\":1,\"ticket\":\"\(two.2)\"}"
    let port = try #require(Int(one.1))
    let answer = try await onThread {
      let connection = try HTTPConnection(port: port)
      try connection.send(
        "POST /api/v1/session HTTP/1.1\r\nHost: localhost:\(port)\r\n"
          + "Content-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
      )
      return try connection.readAnswer()
    }
    #expect(answer?.status == 200)
  }

  @Test(arguments: [
    ("missing", "there is no database"), ("empty", "is empty"), ("text", "not a SQLite database"),
    ("byte", "one byte"), ("folder", "not a regular file"),
  ])
  func `what is no database is refused before an address is printed`(
    name: String,
    message: String
  ) throws {
    let folder = try TemporaryDirectory()
    try folder.write("", to: "empty")
    try folder.write("hello\n", to: "text")
    try folder.write("h", to: "byte")
    try FileManager.default.createDirectory(
      atPath: folder.file("folder"),
      withIntermediateDirectories: false
    )
    let process = Process()
    process.executableURL = Self.program
    process.arguments = [folder.file(name)]
    let (output, errors) = (Pipe(), Pipe())
    (process.standardOutput, process.standardError) = (output, errors)
    try process.run()
    process.waitUntilExit()
    let text = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    #expect(process.terminationStatus != 0)
    #expect(output.fileHandleForReading.readDataToEndOfFile().isEmpty)
    #expect(text.contains(message), "\(text)")
  }

  @Test func `a port in use is an error with a remedy, and the program ends`() async throws {
    let studio = try await RunningStudio()
    let process = Process()
    process.executableURL = Self.program
    process.arguments = ["--port", String(studio.port), studio.path]
    let errors = Pipe()
    process.standardError = errors
    try process.run()
    let text = try await onThread {
      String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    }
    process.waitUntilExit()
    #expect(process.terminationStatus != 0)
    #expect(text.contains("Choose another port"), "\(text)")
  }

  @Test func `the file of another application is refused at the start with --write`() async throws {
    let folder = try TemporaryDirectory()
    let path = folder.file("app.sqlite")
    try OwnerFile.make("PRAGMA application_id = 1196444487; CREATE TABLE t (x)", at: path)
    let process = Process()
    process.executableURL = Self.program
    process.arguments = ["--write", path]
    let errors = Pipe()
    process.standardError = errors
    try process.run()
    let text = try await onThread {
      String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    }
    process.waitUntilExit()
    #expect(process.terminationStatus == 78)
    #expect(text.contains("0x47504b47"))
    #expect(text.contains("--any-application"))
  }

  private func line(of pipe: Pipe) async throws -> String {
    try await onThread {
      var bytes: [UInt8] = []
      while let byte = try pipe.fileHandleForReading.read(upToCount: 1)?.first, byte != 10 {
        bytes.append(byte)
      }
      return String(decoding: bytes, as: UTF8.self)
    }
  }
}
#endif
