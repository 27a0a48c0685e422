import ArgumentParser

struct ModelLane: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "model",
    abstract: "Runs random histories of those who share a file, and compares it with others.",
    discussion: """
      Two database objects and a process write, undo, change the schema, close, are killed, and \
      write at the same time; strangers write and move the log. What they commit is done to \
      another file alone, which must have the same; and what each is told of commits, row by row, \
      must make of a copy what the file has. A history that fails is made shorter for as long as \
      it does.

      Example: reliability model --histories 50 --operations 400 --seed 7
      """
  )

  @OptionGroup var options: LaneOptions

  @Option(help: "How many histories.")
  var histories = 10

  @Option(help: "How many operations each has.")
  var operations = 200

  @Option(help: "How often a shorter history is tried behind one that fails.")
  var attempts = 60

  /// A longer list of operations would not help a reader.
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
        if shortest.count > Self.listedLimit { list += "\n    and more" }
        report.fail("\(violation)\n  again: \(again)\n  what is left of it:\n\(list)")
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
