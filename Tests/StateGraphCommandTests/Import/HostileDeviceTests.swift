import Foundation
import TestSupport
import Testing

/// Inputs that are not regular files: devices, sockets, memory, and streams without an end.
@Suite("Hostile devices", .serialized) struct HostileDeviceTests {
  @Test(
    arguments: [
      ("/dev/zero", 65), ("/dev/full", 65), ("/dev/urandom", 65), ("/dev/null", 65),
      ("/proc/self/mem", 66), ("socket", 66), ("", 66),
      (String(repeating: "n", count: 5_000), 66), (String(repeating: "d/", count: 3_000), 66),
    ] as [(String, Int32)]
  )
  func `an input without readable text ends the import at once, and is named`(
    path: String,
    status: Int32
  ) throws {
    let hostile = try HostileScene()
    let result = try hostile.scene.shell(
      """
      python3 -c 'import socket; socket.socket(socket.AF_UNIX).bind("socket")'
      "$stategraph" import "$database" '\(path)' --table users --format csv
      """,
      seconds: 120
    )
    #expect(result.status == status, "\(result.errors)")
    let error = result.errors.split(separator: "\n").last ?? ""
    #expect(error.hasPrefix("stategraph: \(path):"), "\(result.errors)")
    #expect(result.output.isEmpty)
    #expect(try hostile.isUntouched())
  }

  @Test(arguments: ["pipe", "socket", "folder", "link", "/dev/null", "users.csv", "scene.sqlite"])
  func `a rejects path that is no new file is refused without waiting`(path: String) throws {
    let hostile = try HostileScene()
    try hostile.scene.directory.write("id,name\na\n", to: "users.csv")
    let result = try hostile.scene.shell(
      """
      mkfifo pipe; mkdir folder; ln -s nowhere link
      python3 -c 'import socket; socket.socket(socket.AF_UNIX).bind("socket")'
      "$stategraph" import "$database" users.csv --on-error reject --rejects '\(path)'
      """,
      seconds: 120
    )
    #expect(result.status == 73, "\(result.errors)")
    #expect(result.errors.contains("\(path) "), "\(result.errors)")
    #expect(try hostile.isUntouched())
    let input = hostile.scene.directory.file("users.csv")
    #expect(try String(contentsOfFile: input, encoding: .utf8) == "id,name\na\n")
  }

  /// A stream without an end is read until its bytes can no longer be a record.
  @Test(arguments: [
    ("csv", "yes n | tr -d '\\n'", "1:1"),
    ("csv", "{ printf 'id,name\\na,'; yes n | tr -d '\\n'; }", "2:3"),
    ("csv", "{ printf 'id,name\\na,\"'; yes; }", "2:3"), ("csv", "yes a,b,c", "1:"),
    ("json", "yes '['", "129:1"), ("json", "{ printf '[{\"id\":\"'; yes n | tr -d '\\n'; }", "1:2"),
    ("jsonl", "yes 5", "1:1"), ("jsonl", "yes '{}'", "1:1"),
  ])
  func `a stream without an end is refused at its first fault`(
    format: String,
    stream: String,
    place: String
  ) throws {
    let hostile = try HostileScene()
    let result = try hostile.scene.shell(
      "\(stream) | \"$stategraph\" import \"$database\" - --table users --format \(format) --quiet"
    )
    #expect(result.status == 65, "\(result.errors)")
    #expect(
      result.errors.hasPrefix("stategraph: <standard input>:\(place)"),
      "\(result.errors.prefix(200))"
    )
    #expect(try hostile.isUntouched())
  }

  @Test func `a stream without an end can be left by its limit of bad records`() throws {
    let hostile = try HostileScene()
    let result = try hostile.scene.shell(
      """
      { printf 'id,name\\na,A\\n'; yes b; } | "$stategraph" import "$database" - --table users \
        --format csv --quiet --on-error skip --max-errors 5000
      """
    )
    #expect(result.status == 65, "\(result.errors)")
    #expect(result.errors.contains("<standard input>:5003:2: 5001 records were rejected"))
    #expect(!result.errors.contains("terminate"))
  }
}
