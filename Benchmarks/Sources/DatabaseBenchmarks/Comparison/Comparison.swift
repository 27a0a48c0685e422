import Foundation
import Measurement

/// The same work done by several sides, taking turns, so that what else the machine does at the
/// time falls on all of them.
struct Comparison {
  struct Entry {
    let name: String
    var bars: [Bar] = []
    /// Whether a ratio to the floor means anything: not for a part of the work alone.
    var isWhole = true
    /// Takes one sample. What it prepares and checks is not timed.
    let sample: () throws -> Sample
  }

  let work: String
  /// The entry that all others are divided by.
  let floor: String
  private(set) var results: [(entry: Entry, samples: [Sample])] = []

  /// Runs the entries `rounds` times in turn, after `warmUps` rounds that do not count.
  init(
    _ work: String,
    floor: String = SideName.c,
    rounds: Int,
    warmUps: Int = 1,
    _ entries: [Entry]
  ) throws {
    self.work = work
    self.floor = floor
    results = entries.map { ($0, []) }
    for round in 0..<(warmUps + rounds) {
      for turn in entries.indices {
        // Nobody always comes after the same side.
        let index = (turn + round) % entries.count
        let sample = try entries[index].sample()
        if round >= warmUps { results[index].samples.append(sample) }
      }
    }
  }

  static let header = """
    | work | side | median | lowest – highest | allocations | to C | bar | met |
    |---|---|---|---|---|---|---|---|
    """

  func printRows() {
    for (entry, samples) in results {
      let times = samples.map(\.nanoseconds).sorted()
      let cells = [
        work, entry.name, timeText(median(of: samples)),
        "\(timeText(times[0])) – \(timeText(times[times.count - 1]))",
        String(format: "%.1f", samples[samples.count - 1].allocations),
        entry.isWhole ? median(floor).map { ratioText(median(of: samples) / $0) } ?? "" : "",
        entry.bars.map(\.text).joined(separator: "; "),
        entry.bars.map { verdict($0, on: samples) }.joined(separator: "; "),
      ]
      print("| \(cells.joined(separator: " | ")) |")
    }
    // A run that a wrong result ends must not take finished rows with it.
    fflush(nil)
  }

  private func verdict(_ bar: Bar, on samples: [Sample]) -> String {
    guard let reference = median(bar.reference) else { return "?" }
    return median(of: samples) <= bar.limit * reference ? "yes" : "**no**"
  }

  /// Nil where no entry of that name took part.
  private func median(_ name: String) -> Double? {
    results.first { $0.entry.name == name }.map { median(of: $0.samples) }
  }

  private func median(of samples: [Sample]) -> Double {
    samples.map(\.nanoseconds).sorted()[samples.count / 2]
  }
}
