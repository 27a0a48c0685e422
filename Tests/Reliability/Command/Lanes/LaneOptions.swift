import ArgumentParser

/// The options of every lane.
struct LaneOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The seed of all random choices.", valueName: "number"))
  var seed: UInt64 = 1

  @Option(help: ArgumentHelp("Visits only this place.", valueName: "number"))
  var at: Int?

  @Option(
    help: ArgumentHelp(
      "The distance between visited places. In most lanes, the seed selects the first.",
      valueName: "number"
    )
  )
  var every = 1

  @Option(
    help: ArgumentHelp(
      "The folder for the files (default: /dev/shm, or /tmp without it).",
      valueName: "directory"
    )
  )
  var directory: String?

  func validate() throws {
    if every < 1 { throw ValidationError("--every is 1 or more.") }
    if let at, at < 1 { throw ValidationError("--at is 1 or more.") }
  }

  /// Runs `body` with a new temporary directory, and removes the directory afterwards.
  func withDirectory<Result>(_ body: (String) throws -> Result) throws -> Result {
    let path = try Directory.makeTemporary(in: directory)
    defer { Directory.remove(path) }
    return try body(path)
  }
}
