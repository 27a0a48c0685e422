import ArgumentParser

/// The options of every lane.
struct LaneOptions: ParsableArguments {
  @Option(help: ArgumentHelp("What random choices begin with.", valueName: "number"))
  var seed: UInt64 = 1

  @Option(
    help: ArgumentHelp("The only place to visit; all of them without it.", valueName: "number")
  )
  var at: Int?

  @Option(
    help: ArgumentHelp(
      "Visits one place of so many; with other seeds, others.",
      valueName: "number"
    )
  )
  var every = 1

  @Option(help: ArgumentHelp("Where the files go; in memory without it.", valueName: "directory"))
  var directory: String?

  func validate() throws {
    if every < 1 { throw ValidationError("--every is 1 or more.") }
    if let at, at < 1 { throw ValidationError("--at is 1 or more.") }
  }

  /// Runs `body` with a new temporary directory, and removes that afterwards.
  func withDirectory<Result>(_ body: (String) throws -> Result) throws -> Result {
    let path = try Directory.makeTemporary(in: directory)
    defer { Directory.remove(path) }
    return try body(path)
  }
}
