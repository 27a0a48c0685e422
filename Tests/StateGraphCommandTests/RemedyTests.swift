import Foundation
import TestSupport
import Testing

@Suite("Remedies")
struct RemedyTests {
  /// The names of the options in the texts of some modules, such as `--separator`.
  ///
  /// Comments are left out.
  private func options(in folders: [String]) throws -> Set<String> {
    var found: Set<String> = []
    for folder in folders {
      let path = PackageRoot.path + "/Sources/" + folder
      let names = try #require(FileManager.default.enumerator(atPath: path))
      for case let name as String in names where name.hasSuffix(".swift") {
        let text = try String(contentsOfFile: path + "/" + name, encoding: .utf8)
        for line in text.split(separator: "\n")
        where !line.drop(while: { $0 == " " }).hasPrefix("//") {
          for match in line.matches(of: /--[a-z][a-z-]+/) { found.insert(String(match.output)) }
        }
      }
    }
    return found
  }

  private func help(_ command: String) throws -> Set<String> {
    let words = command.split(separator: " ").map { String($0) } + ["--help"]
    let text = try CommandScene().run(words).output
    return Set(text.matches(of: /--[a-z][a-z-]+/).map { String($0.output) })
  }

  @Test func `every option that a message of an import recommends exists`() throws {
    let named = try options(in: ["StateGraphFormats", "StateGraphImport"])
    #expect(named.count > 15)
    // The messages about a missing database recommend `migrate`.
    #expect(named.subtracting(try help("import")) == [])
  }

  @Test func `every option that a message of the readers recommends is one of infer too`() throws {
    let named = try options(in: ["StateGraphFormats"])
    #expect(named.count > 5)
    #expect(named.subtracting(try help("infer")) == [])
  }

  @Test func `every option that an inference recommends exists`() throws {
    let named = try options(in: ["StateGraphTools/Inferring"])
    #expect(named.subtracting(try help("infer").union(help("import"))) == [])
  }

  @Test(arguments: [
    ("StateGraphTools/Exporting", "export"), ("StateGraphTools/Output", "export"),
    ("StateGraphTools/Querying", "query"), ("StateGraphTools/Watching", "watch"),
    ("StateGraphTools/Inspecting", "backup"), ("StateGraphTools/Mapping", "import"),
    ("StateGraphCommand/Import", "import"), ("StateGraphSQLite/Migrations", "migrate down"),
  ])
  func `every option in the texts of a module's folder is one of its command`(
    folder: String,
    command: String
  ) throws {
    #expect(try options(in: [folder]).subtracting(try help(command)) == [])
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

  @Test func `every option that describes the records of an import is one of infer`() throws {
    let named = try help("import").subtracting([
      "--database", "--dangling", "--on-conflict", "--on-duplicate", "--max-errors", "--rejects",
      "--batch-size", "--restart", "--no-header", "--ignore-unknown", "--keep-order", "--create",
      "--mapping-template", "--quiet",
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
