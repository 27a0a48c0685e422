import Foundation
import TestSupport
import Testing

/// Invalid mappings, and records that a mapping cannot correct.
@Suite("Hostile mappings") struct HostileMappingTests {
  struct BadMapping: Sendable, CustomTestStringConvertible {
    let name: String
    let bytes: [UInt8]
    /// `line:column` in the file of the mapping.
    let place: String
    var testDescription: String { name }

    init(_ name: String, _ bytes: [UInt8], at place: String) {
      (self.name, self.bytes, self.place) = (name, bytes, place)
    }

    init(_ name: String, _ text: String, at place: String) {
      self.init(name, Array(text.utf8), at: place)
    }
  }

  @Test(arguments: BadMapping.all)
  func `an invalid mapping is refused at its place before any input is read`(
    bad: BadMapping
  ) throws {
    for options in [[], ["--on-error", "reject"], ["--batch-size", "1"], ["--dry-run"]] {
      let hostile = try HostileScene()
      let input = try hostile.scene.directory.write("id,name\na,A\nb,\"\n", to: "users.csv")
      let map = try hostile.scene.directory.write(bad.bytes, to: "map.json")
      let result = try hostile.scene.run(
        ["import", hostile.scene.database, input, "--mapping", map] + options
      )
      #expect(result.status == 65, "\(options) \(result.errors)")
      #expect(result.output.isEmpty)
      #expect(result.errors.hasPrefix("stategraph: \(map):\(bad.place): "), "\(result.errors)")
      #expect(result.errors.filter { $0 == "\n" }.count == 1)
      #expect(!result.errors.unicodeScalars.contains { $0 == "\u{1B}" })
      #expect(try hostile.isUntouched())
      #expect(try hostile.filesBesideDatabase().isEmpty)
    }
  }

  @Test(arguments: [("nowhere.json", 66), ("", 66), (".", 66), ("users.csv/map.json", 66)])
  func `a mapping that cannot be opened exits 66 and is named`(
    path: String,
    status: Int32
  ) throws {
    let hostile = try HostileScene()
    try hostile.scene.directory.write("id,name\na,A\n", to: "users.csv")
    let result = try hostile.scene.shell(
      "\"$stategraph\" import \"$database\" users.csv --mapping '\(path)'"
    )
    #expect(result.status == status, "\(result.errors)")
    #expect(result.errors.hasPrefix("stategraph: \(path): "), "\(result.errors)")
    #expect(try hostile.isUntouched())
  }

  @Test(.enabled(if: getuid() == 0, "only root can become somebody who may not read"))
  func `a mapping of somebody else exits 77 and is named`() throws {
    let hostile = try HostileScene()
    try hostile.scene.directory.write("id,name\na,A\n", to: "users.csv")
    try hostile.scene.directory.write("{}", to: "map.json")
    let result = try hostile.scene.shell(
      """
      chmod 755 .; chmod 644 users.csv; chmod 600 map.json; chown 65534 . "$database"
      setpriv --reuid=65534 --clear-groups \
        "$stategraph" import "$database" users.csv --mapping map.json
      """
    )
    #expect(result.status == 77, "\(result.errors)")
    #expect(result.errors.hasPrefix("stategraph: map.json: permission denied"))
    #expect(try hostile.rows("users").isEmpty)
  }

  @Test func `a mapping is read from a pipe, and the database itself is refused as a mapping`()
    throws
  {
    let hostile = try HostileScene()
    try hostile.scene.directory.write("Nr,name\na,A\n", to: "users.csv")
    let piped = try hostile.scene.shell(
      """
      printf '{"users":{"rename":{"Nr":"id"}}}' |
        "$stategraph" import "$database" users.csv --mapping /dev/stdin
      """
    )
    #expect(piped.status == 0, "\(piped.errors)")
    #expect(try hostile.rows("users") == ["'a','A',NULL"])
    let before = try hostile.scene.dump()
    let database = try hostile.scene.shell(
      "\"$stategraph\" import \"$database\" users.csv --mapping \"$database\""
    )
    #expect(database.status == 64, "\(database.errors)")
    let refusal = "stategraph: \(hostile.scene.database): is the database itself"
    #expect(database.errors.hasPrefix(refusal))
    #expect(try hostile.scene.dump() == before)
  }

  @Test func `standard input is no mapping where it is the input`() throws {
    let hostile = try HostileScene()
    let result = try hostile.scene.run(
      ["import", hostile.scene.database, "-", "--table", "users", "--mapping", "-"],
      input: "{\"users\":{}}\n"
    )
    #expect(result.status == 64, "\(result.errors)")
    #expect(result.errors.hasPrefix("stategraph: standard input cannot be both "))
    #expect(try hostile.isUntouched())
  }

  /// A resumed import must not apply one mapping to half of the rows and another to the rest.
  @Test func `an import that stopped does not go on under another mapping`() throws {
    let hostile = try HostileScene()
    let path = try hostile.scene.directory.write("id,name\na,1.2.2026\nb,B\n", to: "users.csv")
    let map = hostile.scene.directory.file("map.json")
    let command = ["import", hostile.scene.database, path, "--mapping", map, "--batch-size", "1"]
    try hostile.scene.directory.write(
      #"{"users": {"constants": {"short_bio": "old"}, "dates": {"name": {"from": "d.M.yyyy"}}}}"#,
      to: "map.json"
    )
    let failed = try hostile.scene.run(command)
    #expect(failed.status == 65)
    #expect(failed.errors.hasPrefix("stategraph: \(path):3:3: "), "\(failed.errors)")
    #expect(try hostile.rows("users") == ["'a','2026-02-01','old'"])
    try hostile.scene.directory.write(
      #"{"users": {"constants": {"short_bio": "new"}}}"#,
      to: "map.json"
    )
    let mended = try hostile.scene.run(command)
    #expect(mended.status == 0, "\(mended.errors)")
    #expect(!mended.errors.contains("resuming"))
    #expect(try hostile.rows("users") == ["'a','1.2.2026','new'", "'b','B','new'"])
  }

  @Test func `an import that stopped does not go on with another quote`() throws {
    let hostile = try HostileScene()
    let path = try hostile.scene.directory.write("id,name\na,'A'\nb,'B'x\n", to: "users.csv")
    let command = ["import", hostile.scene.database, path, "--batch-size", "1", "--quote"]
    let failed = try hostile.scene.run(command + ["'"])
    #expect(failed.status == 65)
    #expect(try hostile.rows("users") == ["'a','A',NULL"])
    let mended = try hostile.scene.run(command + ["none"])
    #expect(mended.status == 0, "\(mended.errors)")
    #expect(try hostile.rows("users") == ["'a','''A''',NULL", "'b','''B''x',NULL"])
  }

  /// An error in a mapped record has the place of the original text. A reject keeps that text, so
  /// that the same mapping applies to it after its correction.
  @Test(arguments: [
    ("users.csv", "Nr,Name\na,A B\nb,C D E\nz,\n", "3:3", "b,C D E"),
    (
      "users.jsonl",
      "{\"Nr\":\"a\",\"Name\":\"A B\"}\n{\"Nr\":\"b\",\"Name\":\"C D E\"}\n{\"Nr\":\"z\"}\n",
      "2:18", "{\"Nr\":\"b\",\"Name\":\"C D E\"}"
    ),
  ])
  func `a mapped record that does not fit is rejected as it was, and can be mended`(
    file: String,
    text: String,
    place: String,
    raw: String
  ) throws {
    let hostile = try HostileScene()
    let path = try hostile.scene.directory.write(text, to: file)
    let map = try hostile.scene.directory.write(
      #"""
      {"users": {"rename": {"Nr": "id"},
        "split": {"Name": {"separator": " ", "into": ["name", "short_bio"]}}}}
      """#,
      to: "map.json"
    )
    let options = ["--mapping", map]
    let refused = try hostile.scene.run(["import", hostile.scene.database, path] + options)
    #expect(refused.status == 65)
    #expect(refused.errors.hasPrefix("stategraph: \(path):\(place): "), "\(refused.errors)")
    #expect(try hostile.isUntouched())
    let result = try hostile.scene.run(
      ["import", hostile.scene.database, path, "--on-error", "reject"] + options
    )
    #expect(result.status == 1, "\(result.errors)")
    #expect(try hostile.rows("users") == ["'a','A','B'", "'z',NULL,NULL"])
    #expect(try hostile.rejects().map { $0["raw"] as? String } == [raw])
    let rejects = hostile.scene.database + ".rejects.jsonl"
    let line = try String(contentsOfFile: rejects, encoding: .utf8)
    try hostile.scene.directory.write(line.replacing("C D E", with: "C D"), to: "mended.jsonl")
    let again = try hostile.scene.run(
      ["import", hostile.scene.database, hostile.scene.directory.file("mended.jsonl")] + options
    )
    #expect(again.status == 0, "\(again.errors)")
    #expect(try hostile.rows("users") == ["'a','A','B'", "'b','C','D'", "'z',NULL,NULL"])
  }
}

extension HostileMappingTests.BadMapping {
  static let all: [Self] = [
    Self("no bytes", "", at: "1:1"),
    Self("only line ends", "\n\n", at: "1:1"),
    Self("cut", "{\"users\": {", at: "1:12"),
    Self("two documents", "{}\n{}", at: "2:1"),
    Self("array", "[[1]]", at: "1:2"),
    Self("number", "5", at: "1:1"),
    Self("comment", "// users\n{}", at: "1:1"),
    Self("comma at the end", "{\"users\": {},}", at: "1:14"),
    Self("table twice", "{\"users\": {}, \"users\": {}}", at: "1:15"),
    Self("unknown table", "{\"user\": {}}", at: "1:2"),
    Self("escape sequence as a table", "{\"\\u001b[2J\": {}}", at: "1:2"),
    Self("list for a table", "{\"users\": []}", at: "1:11"),
    Self("null for a table", "{\"users\": null}", at: "1:11"),
    Self("unknown part", "{\"users\":\n {\"renames\": {}}}", at: "2:3"),
    Self("unknown column", "{\"users\": {\"rename\": {\"a\": \"nmae\"}}}", at: "1:23"),
    Self("number as a name", "{\"users\": {\"rename\": {\"a\": 1}}}", at: "1:28"),
    Self("no separator", "{\"users\": {\"split\": {\"name\": {\"into\": []}}}}", at: "1:30"),
    Self(
      "empty separator",
      "{\"users\": {\"split\": {\"name\": {\"separator\": \"\", \"into\": [\"name\"]}}}}",
      at: "1:44"
    ),
    Self(
      "pattern of no date",
      "{\"users\": {\"dates\": {\"name\": {\"from\": \"dd/qq\"}}}}",
      at: "1:39"
    ),
    Self("constant for no column", "{\"users\": {\"constants\": {\"nope\": 1}}}", at: "1:26"),
    Self("object as a constant", "{\"users\": {\"constants\": {\"name\": {}}}}", at: "1:34"),
    Self("number that is none", "{\"users\": {\"constants\": {\"name\": NaN}}}", at: "1:34"),
    Self("Latin-1", Array("{\"users".utf8) + [0xE9] + Array("\": {}}".utf8), at: "1:8"),
    Self("NUL", [0x7B, 0x00, 0x7D], at: "1:2"),
    Self("picture", [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], at: "1:1"),
    Self("too deep", String(repeating: "{\"users\":", count: 100_000), at: "1:1153"),
    Self("CSV", "Nr,Name\nid,name\n", at: "1:1"),
  ]
}
