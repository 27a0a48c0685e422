import Foundation
import StateGraphSQLite
import TestSupport
import Testing

/// The command that imports the corrected records of a reject file.
@Suite("The command after a rejection")
struct RejectRemedyTests {
  /// The options that the command repeats. An option without a value is a flag.
  private static let repeated: [(name: String, value: String?)] = [
    ("--null", "NA"), ("--key", "append"), ("--dangling", "null"), ("--on-conflict", "replace"),
    ("--on-duplicate", "first"), ("--on-error", "reject"), ("--max-errors", "9"),
    ("--batch-size", "7"), ("--duplicate-keys", "last"), ("--max-depth", "50"),
    ("--numbers", "lenient"), ("--ignore-unknown", nil), ("--migrations", PackageRoot.migrations),
    ("--any-application", nil), ("--any-type", nil), ("--blobs", "base64"), ("--json", nil),
    ("--quiet", nil),
    ("--empty", "null"), ("--quoted-empty", "text"), ("--decimal", ","), ("--group", "_"),
  ]

  /// The options that the command leaves out, with the reason.
  private static let omitted = [
    "--database": "the command names the database",
    "--table": "each line of the reject file names the table",
    "--format": "each line has the form of its record",
    "--root": "each line is a record",
    "--map-by-id": "each line has the key of its record",
    "--separator": "each line has the separator", "--quote": "each line has the quote",
    "--comment": "a rejected record is no comment", "--columns": "each line has the names",
    "--no-header": "each line has the names", "--header": "each line has the names",
    "--encoding": "a reject file is UTF-8",
    "--escape": "each line has the escape", "--trim": "each line says whether it is trimmed",
    "--skip-lines": "each line is a record", "--skip-footer": "each line is a record",
    "--strict": "each line says whether its record is strict",
    "--ragged": "each line says whether its fields may be missing",
    "--keep-order": "the reject file is the only input",
    "--rejects": "this file has the records that the command reads, so it is not empty",
    "--restart": "another input has nothing to resume", "--create": "the database exists now",
    "--dry-run": "a dry run writes no reject file",
    "--mapping-template": "a template imports nothing",
    "--version": "it imports nothing", "--help": "it imports nothing",
  ]

  @Test func `the command repeats every option that is not in the reject file`() throws {
    let scene = try CommandScene.samples()
    let mapping = try scene.directory.write(
      #"{"users":{"rename":{"full name":"name"}}}"#,
      to: "mapping.json"
    )
    let options = Self.repeated + [("--mapping", mapping)]
    let help = try scene.run("import", "--help").output
    let existing = Set(help.matches(of: /--[a-z][a-z-]+/).map { String($0.output) })
    #expect(existing == Set(options.map(\.name)).union(Self.omitted.keys))

    let path = try scene.directory.write("id,full name\na,A\n,B\n", to: "users.csv")
    let words = options.flatMap { [$0.name] + ($0.value.map { [$0] } ?? []) }
    let result = try scene.run(["import", scene.database, path] + words)
    #expect(result.status == 1, "\(result.errors)")
    let command = try #require(result.errors.split(separator: "then run: ").last)
    let parts = command.split(whereSeparator: \.isWhitespace).map { String($0) }
    #expect(parts.starts(with: ["stategraph", "import", scene.database]))
    for (name, value) in options {
      let index = try #require(parts.firstIndex(of: name), "\(name) is not repeated")
      if let value { #expect(parts.dropFirst(index + 1).first == value) }
    }
    #expect(parts.count == words.count + 4)
  }

  @Test func `the command refuses a record of --strict again, until it is corrected`() throws {
    let scene = try CommandScene.samples()
    let path = try scene.directory.write("id,name\na,A\nb, \"B\"\n", to: "users.csv")
    let first = try scene.run(
      "import",
      scene.database,
      path,
      "--strict",
      "--on-error",
      "reject"
    )
    #expect(first.status == 1)
    let rejects = scene.database + ".rejects.jsonl"
    let again = try scene.run("import", scene.database, rejects, "--on-error", "skip")
    #expect(again.status == 1)
    #expect(again.errors.contains("a blank stands before this quote"))
    #expect(try scene.firstValue("SELECT group_concat(id) FROM users") == .text("a"))
    let corrected = try String(contentsOfFile: rejects, encoding: .utf8)
      .replacing(#"b, \"B\""#, with: #"b,\"B\""#)
    try corrected.write(toFile: rejects, atomically: false, encoding: .utf8)
    #expect(try scene.run("import", scene.database, rejects).status == 0)
    #expect(try scene.firstValue("SELECT group_concat(id || name) FROM users") == .text("aA,bB"))
  }
}
