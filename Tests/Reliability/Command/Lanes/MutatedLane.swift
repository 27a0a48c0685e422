import ArgumentParser

struct MutatedLane: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "mutated",
    abstract: "Opens, reads and writes damaged files.",
    discussion: """
      The lane damages intact files of several kinds: bits, bytes, pages, header fields, trees, \
      the schema, logs with correct checksums, and journals that name a file of another program. \
      It inspects, checks, opens, reads and writes each damaged file. Each call must work as usual \
      or throw an error with a code. All calls for one file may take one second of processor time \
      and 64 MiB of memory. An inspection, a check and a refused opening must not change the file. \
      No call may change a file in another folder.

      Example: reliability mutated --count 5000 --seed 7
      """
  )

  @OptionGroup var options: LaneOptions

  @Option(help: "The number of files.")
  var count = 2_000

  @Option(help: "Damages only this kind of file.")
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
        if number == 0, options.at == nil, count >= 100 {
          report.fail("no file had the result \(outcome)")
        }
      }
      for mutation in Mutation.allCases
      where options.at == nil && count >= 2_000 && origin == nil
        && tally.outcomes[mutation.rawValue] == nil
      {
        report.fail("no file was damaged by \(mutation)")
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
