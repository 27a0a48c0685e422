import Foundation
import TestSupport
import Testing

@Suite("Remedies")
struct RemedyTests {
  /// The folders with texts of the command, and the commands that can print them. Each option in a
  /// text of a folder is one of each of its commands.
  private static let folders: [(folder: String, commands: [String])] =
    [
      // The inference reads inputs with these folders.
      "StateGraphFormats/Bytes", "StateGraphFormats/CSV", "StateGraphFormats/Encodings",
      "StateGraphFormats/Errors", "StateGraphFormats/Input", "StateGraphFormats/JSON",
      "StateGraphFormats/Names", "StateGraphFormats/Records", "StateGraphImport/Cells",
      "StateGraphImport/Inputs", "StateGraphImport/Mapping", "StateGraphImport/Request",
    ].map { ($0, ["import", "infer"]) } + [
      // The messages about a missing database recommend `migrate`, with an option of both.
      ("StateGraphImport/Importing", ["import"]), ("StateGraphImport/Errors", ["import"]),
      ("StateGraphImport/Writing", ["import"]),
      ("StateGraphTools/Comparing", ["migrate diff"]), ("StateGraphTools/Diagrams", ["schema"]),
      ("StateGraphTools/Exporting", ["export"]), ("StateGraphTools/Generating", ["generate"]),
      ("StateGraphTools/Inspecting", ["backup"]), ("StateGraphTools/Mapping", ["import"]),
      ("StateGraphTools/Output", ["export"]), ("StateGraphTools/Querying", ["query"]),
      ("StateGraphTools/Watching", ["watch"]),
      ("StateGraphFixtures/Checking", ["fixtures check"]),
      ("StateGraphFixtures/Extracting", ["fixtures extract"]),
      ("StateGraphFixtures/Generating", ["fixtures generate"]),
      ("StateGraphFixtures/Labels", ["fixtures check"]),
      ("StateGraphFixtures/Loading", ["fixtures check"]),
      ("StateGraphFixtures/Masking", ["fixtures extract"]),
      ("StateGraphSQLite/Migrations", ["migrate down"]),
      ("StateGraphCommand/Import", ["import"]),
      // These commands write files, and the texts are about files that exist.
      ("StateGraphCommand/Output", ["backup", "export", "generate"]),
      (
        "StateGraphCommand/Application",
        ["import", "query", "migrate up", "migrate down", "migrate repair", "studio"]
      ),
      ("StateGraphCommand/Database", ["import", "export", "query", "schema", "migrate up"]),
    ]

  /// The folders of subcommands, whose files are checked one by one, and the folder whose texts
  /// recommend options of two commands.
  private static let otherFolders = [
    "StateGraphCommand/Export", "StateGraphCommand/Fixtures", "StateGraphCommand/Generate",
    "StateGraphCommand/Inspect", "StateGraphCommand/Migrate", "StateGraphCommand/Query",
    "StateGraphCommand/SQLiteShell", "StateGraphCommand/Studio", "StateGraphTools/Inferring",
  ]

  private func sources(_ folder: String) throws -> [String] {
    let path = PackageRoot.path + "/Sources/" + folder
    let names = try #require(FileManager.default.enumerator(atPath: path))
    return try names.compactMap { $0 as? String }.filter { $0.hasSuffix(".swift") }.map {
      try String(contentsOfFile: path + "/" + $0, encoding: .utf8)
    }
  }

  /// The names of the options in a text, such as `--separator`. Comments are left out.
  private func options(in text: String) -> Set<String> {
    var found: Set<String> = []
    for line in text.split(separator: "\n")
    where !line.drop(while: { $0 == " " }).hasPrefix("//") {
      for match in line.matches(of: /--[a-z][a-z-]+/) { found.insert(String(match.output)) }
    }
    return found
  }

  private func options(inFolder folder: String) throws -> Set<String> {
    try sources(folder).reduce(into: []) { $0.formUnion(options(in: $1)) }
  }

  private func help(_ command: String) throws -> Set<String> {
    let words = command.split(separator: " ").map { String($0) } + ["--help"]
    let text = try CommandScene().run(words).output
    return Set(text.matches(of: /--[a-z][a-z-]+/).map { String($0.output) })
  }

  @Test func `every folder with texts of the command is checked`() throws {
    let checked = Set(Self.folders.map(\.folder) + Self.otherFolders)
    for module in [
      "StateGraphCommand", "StateGraphFixtures", "StateGraphFormats", "StateGraphImport",
      "StateGraphTools",
    ] {
      let path = PackageRoot.path + "/Sources/" + module
      for name in try FileManager.default.contentsOfDirectory(atPath: path)
      where !name.contains(".") {
        #expect(checked.contains(module + "/" + name), "\(module)/\(name)")
      }
    }
  }

  @Test func `every option in the texts of a folder is one of the commands that print them`() throws
  {
    var named: Set<String> = []
    for (folder, commands) in Self.folders {
      let found = try options(inFolder: folder)
      named.formUnion(found)
      for command in commands {
        var known = try help(command)
        // The messages about edited migrations recommend options of `migrate repair`.
        if folder == "StateGraphSQLite/Migrations" { known.formUnion(try help("migrate repair")) }
        // The inference has no columns of bytes, and declares the types of the values.
        if command == "infer" { known.formUnion(["--blobs", "--any-type"]) }
        // A warning names the option with which `import` restores the file.
        if command == "export" { known.insert("--any-type") }
        #expect(found.subtracting(known) == [], "\(folder), \(command)")
      }
    }
    #expect(named.count > 30)
  }

  @Test func `a text of an inference names the command of an option that infer lacks`() throws {
    let own = try help("infer")
    let commands = ["--dangling": "import", "--dates": "query"]
    var others: Set<String> = []
    for source in try sources("StateGraphTools/Inferring") {
      // A long text is a sum of literals.
      for text in source.replacing(/"\s*\+ "/, with: "").matches(of: /"[^"\n]*"/) {
        for option in options(in: String(text.output)).subtracting(own) {
          let command = try #require(commands[option], "\(text.output)")
          #expect(text.output.split(separator: option)[0].contains(command), "\(text.output)")
          others.insert(option)
        }
      }
    }
    #expect(others == Set(commands.keys))
    for (option, command) in commands { #expect(try help(command).contains(option)) }
  }

  @Test func `every option in the file of a subcommand is one of this subcommand`() throws {
    let path = PackageRoot.path + "/Sources/StateGraphCommand"
    let names = try #require(FileManager.default.enumerator(atPath: path))
    var count = 0
    for case let name as String in names where name.hasSuffix("Command.swift") {
      let file = name.split(separator: "/").last.map { String($0) } ?? name
      // The name `MigrateDiffCommand.swift` means `migrate diff`.
      let words = file.dropLast("Command.swift".count)
        .replacing(/[A-Z]/) { " " + $0.output.lowercased() }
      let command = words.trimmingCharacters(in: .whitespaces)
      guard !["", "state graph"].contains(command) else { continue }
      let text = try String(contentsOfFile: path + "/" + name, encoding: .utf8)
      let named = Set(text.matches(of: /--[a-z][a-z-]+/).map { String($0.output) })
      // The texts of `migrate status` recommend options of `migrate repair`.
      let others = command == "migrate status" ? try help("migrate repair") : []
      #expect(named.subtracting(try help(command)).subtracting(others) == [], "\(command)")
      count += 1
    }
    #expect(count > 15)
  }

  @Test func `every option in another file of the command is one of its commands`() throws {
    let commands = [
      "Export": ["export", "backup"],
      "Fixtures": ["fixtures check", "fixtures extract", "fixtures generate"],
      "Generate": ["generate", "infer"],
      // The advice of check names a query that repairs the file.
      "Inspect": ["check", "inspect", "schema", "query"],
      "Migrate": ["migrate up", "migrate down", "migrate diff", "migrate repair"],
      "Query": ["query", "watch"],
    ]
    for (folder, commands) in commands {
      let path = PackageRoot.path + "/Sources/StateGraphCommand/" + folder
      let known = try commands.reduce(into: Set<String>()) { $0.formUnion(try help($1)) }
      for name in try FileManager.default.contentsOfDirectory(atPath: path)
      where !name.hasSuffix("Command.swift") {
        let text = try String(contentsOfFile: path + "/" + name, encoding: .utf8)
        #expect(options(in: text).subtracting(known) == [], "\(folder)/\(name)")
      }
    }
  }

  @Test func `every option that describes the records of an import is one of infer`() throws {
    let named = try help("import").subtracting([
      "--database", "--dangling", "--on-conflict", "--on-duplicate", "--max-errors", "--rejects",
      "--batch-size", "--restart", "--no-header", "--ignore-unknown", "--keep-order", "--create",
      "--mapping-template", "--quiet", "--any-application", "--blobs", "--any-type",
    ])
    #expect(named.subtracting(try help("infer")) == [])
  }

  @Test func `infer accepts every option that describes an input`() throws {
    let named: Set<String> = [
      "--encoding", "--quote", "--separator", "--comment", "--columns", "--null", "--root",
      "--map-by-id", "--duplicate-keys", "--max-depth", "--strict", "--ragged", "--table",
      "--format",
    ]
    #expect(named.subtracting(try help("infer")) == [])
  }
}
