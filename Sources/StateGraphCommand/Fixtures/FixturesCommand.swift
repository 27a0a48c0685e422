import ArgumentParser

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
