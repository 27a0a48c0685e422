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
    let text = try CommandScene().run(command, "--help").output
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

  @Test func `infer accepts every option that describes an input`() throws {
    let named: Set<String> = [
      "--encoding", "--quote", "--separator", "--comment", "--columns", "--null", "--root",
      "--map-by-id", "--duplicate-keys", "--max-depth", "--strict", "--ragged", "--table",
      "--format",
    ]
    #expect(named.subtracting(try help("infer")) == [])
  }
}
