import ArgumentParser

struct ClockLane: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "clock",
    abstract: "Changes the wall clock while processes write and share a file.",
    discussion: """
      The time that SQLite reads jumps forwards and backwards by ten years, an hour and a second. \
      It jumps between commits and while a write waits for a lock. Each migration must be applied \
      once and in order, commits must keep their order, and followers must receive every commit. A \
      write must throw busy when its timeout is over, and not earlier. Processes with different \
      clocks must be able to share a file.

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
        if count == 0 { report.fail("the clock did not jump") }
      } catch {
        let again = "reliability clock --seed \(options.seed) --at \(place)"
        report.fail("\(scenes[place - 1].rawValue): \(error)\n  repeat with: \(again)")
      }
    }
    try report.end()
  }
}
