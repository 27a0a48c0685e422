import Foundation
import Measurement

/// The same work on several sides, which alternate, so that other work on the machine slows all of
/// them.
struct Comparison {
  struct Entry {
    let name: String
    var bars: [Bar] = []
    /// Whether the entry does the whole work. A ratio of a part to the floor would mean nothing.
    var isWhole = true
    /// Takes one sample. Its preparation and its checks are not timed.
    let sample: () throws -> Sample
  }

  let work: String
  /// The name of the entry by whose median all medians are divided.
  let floor: String
  private(set) var results: [(entry: Entry, samples: [Sample])] = []

  /// Runs all entries in each round. The `warmUps` rounds before the `rounds` rounds have no
  /// samples.
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
        // Each round begins with another entry, so that no entry is always the first one.
        let index = (turn + round) % entries.count
        let sample = try entries[index].sample()
        if round >= warmUps { results[index].samples.append(sample) }
      }
    }
  }

  static let header = """
    | work | side | median | lowest – highest | allocations | to the first side | bar | met |
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
    // The output of the finished rows must appear even if a wrong result ends the run.
    fflush(nil)
  }

  private func verdict(_ bar: Bar, on samples: [Sample]) -> String {
    guard let reference = median(bar.reference) else { return "?" }
    return median(of: samples) <= bar.limit * reference ? "yes" : "**no**"
  }

  /// Returns nil if no entry has the name.
  private func median(_ name: String) -> Double? {
    results.first { $0.entry.name == name }.map { median(of: $0.samples) }
  }

  private func median(of samples: [Sample]) -> Double {
    samples.map(\.nanoseconds).sorted()[samples.count / 2]
  }
}
