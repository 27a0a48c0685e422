import ArgumentParser

struct MutatedLane: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "mutated",
    abstract: "Opens damaged files, reads all of them and writes to them.",
    discussion: """
      Sound files of several kinds are damaged: bits, bytes, pages, fields of the header, trees, \
      the schema, logs with sums that are right, journals that name somebody else's file. Each is \
      inspected, checked, opened, read and written. What comes of it is an error with a code or \
      ordinary work, within a second and 64 MiB; what only looks changes nothing, nor does an \
      opening that is refused; and a file that is nobody's business stays as it is.

      Example: reliability mutated --count 5000 --seed 7
      """
  )

  @OptionGroup var options: LaneOptions

  @Option(help: "How many files.")
  var count = 2_000

  @Option(help: "The only kind of file; all of them without it.")
  var origin: MutantOrigin?

  func validate() throws {
    if count < 1 { throw ValidationError("--count is 1 or more.") }
  }

  func run() throws {
    var report = LaneReport(lane: "mutated", seed: options.seed)
    try options.withDirectory { directory in
      let only = origin.map { ["--origin", $0.rawValue] } ?? []
      let tally = try Supervisor(
        arguments: [
          "mutants", "--seed", "\(options.seed)", "--directory", directory, "--count", "\(count)",
        ] + only,
        options: options
      ).run()
      for outcome in [MutantVisit.Outcome.refused, .damaged, .survived] {
        let number = tally.outcomes[outcome.rawValue] ?? 0
        report.count(outcome.rawValue, number)
        if number == 0, options.at == nil, count >= 100 { report.fail("none was \(outcome)") }
      }
      for mutation in Mutation.allCases
      where options.at == nil && count >= 2_000 && origin == nil
        && tally.outcomes[mutation.rawValue] == nil
      {
        report.fail("nothing was damaged by \(mutation)")
      }
      let times = tally.microseconds.sorted()
      if let longest = times.last {
        report.count("us (median)", times[times.count / 2])
        report.count("us (longest)", longest)
        report.count("slower than a second", times.filter { $0 > 1_000_000 }.count)
      }
      report.add(tally) { point in
        (["reliability mutated --seed \(options.seed) --at \(point)"] + only).joined(separator: " ")
      }
    }
    try report.end()
  }
}
