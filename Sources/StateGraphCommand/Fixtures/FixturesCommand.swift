import ArgumentParser
import StateGraphFixtures

struct FixturesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fixtures",
    abstract: "Extracts, generates and checks the files with which tests fill their databases.",
    discussion: """
      A fixture is a folder with one file for each table. The tests of a package load it with \
      StateGraphTesting.

      Example: stategraph fixtures check Fixtures/shop --migrations Migrations
      """,
    subcommands: [
      FixturesExtractCommand.self, FixturesGenerateCommand.self, FixturesCheckCommand.self,
    ]
  )
}

/// Removes slashes from the end of a folder path that the user gave. A report can therefore join
/// the path and a file name with one slash.
enum FolderPath {
  static func trimmed(_ path: String) -> String {
    var path = path
    while path.utf8.count > 1, path.hasSuffix("/") { path.removeLast() }
    return path
  }
}

/// The value of the option `--with` of `fixtures extract`: `TABLE` or `TABLE:N`. The number is the
/// maximum number of rows of this table for each row that they refer to.
struct ChildrenOption: ExpressibleByArgument {
  let children: ExtractRequest.Children

  init?(argument: String) {
    guard let colon = argument.lastIndex(of: ":"),
      argument[colon...].dropFirst().allSatisfy({ $0.isASCII && $0.isNumber })
    else {
      guard !argument.isEmpty else { return nil }
      children = ExtractRequest.Children(table: argument)
      return
    }
    guard colon > argument.startIndex, let limit = Int(argument[colon...].dropFirst()) else {
      return nil
    }
    children = ExtractRequest.Children(table: String(argument[..<colon]), limit: limit)
  }
}
