import ArgumentParser

/// Writes the sample domains at any size, in every format that the importer reads.
struct FixturesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fixtures",
    abstract: "Write the sample domains at any size, in every format that the importer reads.",
    discussion: """
      The same scale and seed give the same bytes. Every format contains the same rows.

      social:  N users, 10 N posts, 30 N comments
      library: N authors, 5 N books, 50 + N/10 tags, 2 to 4 tags a book
      """
  )

  @Option(help: "N: the number of users and of authors.")
  var scale: Int

  @Option(help: "The seed of the generated values.")
  var seed: UInt64 = 42

  @Option(help: "The output directory, which is created if it is missing.")
  var output: String

  @Option(help: "The domain to write (social, library or all).")
  var domain: DomainChoice = .all

  @Option(help: "The format to write (csv, json, jsonl or all).")
  var format: FormatChoice = .all

  func validate() throws {
    guard (1...100_000_000).contains(scale) else {
      throw ValidationError("The scale must be between 1 and 100000000.")
    }
    guard !output.isEmpty else {
      throw ValidationError("The name of the output directory must not be empty.")
    }
  }

  func run() throws {
    do throws(OutputError) {
      for format in format.formats {
        if domain.includesSocial {
          try SocialGenerator(scale: scale, seed: seed).write(format, below: "\(output)/social")
        }
        if domain.includesLibrary {
          try LibraryGenerator(scale: scale, seed: seed).write(format, below: "\(output)/library")
        }
      }
    } catch {
      error.report()
      throw ExitCode(OutputError.exitStatus)
    }
  }
}
