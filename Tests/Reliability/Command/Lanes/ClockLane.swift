import ArgumentParser

struct ClockLane: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "clock",
    abstract: "Has the wall clock jump while files are written, shared and waited for.",
    discussion: """
      SQLite's time jumps by ten years, by an hour and by a second, forwards and backwards, between \
      commits and while somebody waits. Migrations are applied once and in their order, commits \
      stay in theirs, followers are told each of them, busy comes when its time is over and not \
      before, and processes with a clock of their own each share a file as ever.

      Example: reliability clock --seed 7
      """
  )

  @OptionGroup var options: LaneOptions

  func run() throws {
    var report = LaneReport(lane: "clock", seed: options.seed)
    report.count("jumps", 0)
    let scenes = ClockScene.allCases
    let first = options.at ?? 1
    for place in stride(from: first, through: options.at ?? scenes.count, by: options.every) {
      guard place <= scenes.count else { continue }
      report.add(points: 1)
      do {
        let count = try options.withDirectory {
          try scenes[place - 1].run(in: $0, seed: options.seed)
        }
        report.count("jumps", count)
        if count == 0 { report.fail("the clock has not jumped") }
      } catch {
        let again = "reliability clock --seed \(options.seed) --at \(place)"
        report.fail("\(scenes[place - 1].rawValue): \(error)\n  again: \(again)")
      }
    }
    try report.end()
  }
}
