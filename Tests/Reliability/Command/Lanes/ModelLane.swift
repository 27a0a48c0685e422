import ArgumentParser

struct ModelLane: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "model",
    abstract: "Runs random histories on a shared file, and compares it with a reference file.",
    discussion: """
      Two database objects and a child process share a file. They write, roll back, change the \
      schema, close the file and write at the same time, and the lane kills the process. Another \
      program writes without the write lock and moves the log to the file. The lane repeats each \
      commit on a reference file with a single writer. Both files must have the same content, and \
      so must each copy that is updated from change sets. After a failure, the lane looks for a \
      shorter history that also fails.

      In the printed line, told is the number of table changes that a change set gave with rows, \
      and read is the number of times that a copy was read from the file again.

      Example: reliability model --histories 50 --operations 400 --seed 7
      """
  )

  @OptionGroup var options: LaneOptions

  @Option(help: "The number of histories.")
  var histories = 10

  @Option(help: "The number of operations in each history.")
  var operations = 200

  @Option(help: "The maximum number of shorter histories to run after a failure.")
  var attempts = 60

  /// The maximum number of operations that the report of a failure lists.
  private static let listedLimit = 30

  func validate() throws {
    guard histories > 0, operations > 0, attempts >= 0 else {
      throw ValidationError("--histories and --operations are 1 or more.")
    }
  }

  func run() throws {
    var report = LaneReport(lane: "model", seed: options.seed)
    for name in ["operations", "commits", "told", "read", "killed"] { report.count(name, 0) }
    let first = options.at ?? 1
    for place in stride(from: first, through: options.at ?? histories, by: options.every) {
      report.add(points: 1)
      let seed = SplitMix(seed: options.seed &+ UInt64(place)).first
      let history = ModelOperation.history(of: operations, seed: seed)
      if let violation = try violation(in: history, seed, &report) {
        let shortest = try shortened(history, seed)
        let again =
          "reliability model --operations \(operations) --seed \(options.seed) --at \(place)"
        var list = shortest.prefix(Self.listedLimit).map { "    \($0)" }.joined(separator: "\n")
        if shortest.count > Self.listedLimit { list += "\n    and further operations" }
        report.fail("\(violation)\n  repeat with: \(again)\n  shortened history:\n\(list)")
      }
    }
    try report.end()
  }

  /// The violation that a history causes, or nil.
  private func violation(
    in operations: [ModelOperation],
    _ seed: UInt64,
    _ report: inout LaneReport
  ) throws -> String? {
    try options.withDirectory { directory in
      let history = try ModelHistory(seed: seed, in: directory)
      var violation: String?
      do { try history.run(operations) } catch { violation = "\(error)" }
      let counts = history.counts
      report.count("operations", operations.count)
      for name in ["commits", "told", "read"] { report.count(name, counts[name] ?? 0) }
      for name in ["kill", "killInside", "killedInBurst"] {
        report.count("killed", counts[name] ?? 0)
      }
      return violation
    }
  }

  private func shortened(_ history: [ModelOperation], _ seed: UInt64) throws -> [ModelOperation] {
    var ignored = LaneReport(lane: "model", seed: seed)
    return shrink(history, attemptLimit: attempts) { operations in
      (try? violation(in: operations, seed, &ignored)) != nil
    }
  }
}

extension SplitMix {
  /// The first number of the sequence. The receiver stays unchanged.
  fileprivate var first: UInt64 {
    var copy = self
    return copy.next()
  }
}
