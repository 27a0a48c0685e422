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
