import ArgumentParser
import CFaults

struct SoakLane: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "soak",
    abstract: "Reads and writes for a long time, and checks that resource use does not grow.",
    discussion: """
      One thread writes and rolls back. Other threads read and reopen the file, and one thread \
      holds a snapshot for up to 30 seconds. The sum of the accounts must not change. The number \
      of descriptors must not exceed a limit. In the last quarter of the run, SQLite's memory may \
      grow by 4 MiB and the resident memory by 16 MiB. The log must become short again after the \
      snapshot, and SQLite must release all memory at the end.

      Example: reliability soak --seconds 3600
      """
  )

  private static let residentBytesLimit = 16 << 20
  private static let memoryBytesLimit = 4 << 20
  /// The size of a log with 4,000 pages, at which a checkpoint first truncates the file.
  private static let logBytesLimit = 4_000 * 4_120
  private static let readerCount = 3
  /// The number of descriptors that a database may need: the file, its log, its index and the
  /// shared files, for the writer and each reader, and as many again for the second database that
  /// each reader opens now and then.
  private static let descriptorLimit = 16 + 2 * readerCount * 12

  @OptionGroup var options: LaneOptions

  @Option(help: "The duration in seconds.")
  var seconds = 20

  func validate() throws {
    if seconds < 5 { throw ValidationError("--seconds is 5 or more.") }
  }

  func run() throws {
    var report = LaneReport(lane: "soak", seed: options.seed)
    try options.withDirectory { directory in
      let descriptors = Directory.openDescriptorCount
      let place = Place(directory: directory, seed: options.seed, busyTimeout: .seconds(30))
      let load = try SoakLoad(place, seconds: seconds)
      var samples: [SoakSample] = []
      load.run(readerCount: Self.readerCount) { samples.append($0) }
      try load.close()
      report.add(points: load.commitCount)
      report.count("reads", load.readCount)
      check(samples, &report)
      if load.readsInSnapshot == 0 { report.fail("no read was made in the snapshot") }
      if Directory.openDescriptorCount != descriptors { report.fail("a descriptor stayed open") }
      if faults_memory_used() != 0 {
        report.fail("SQLite did not release \(faults_memory_used()) bytes")
      }
      if load.commitCount == 0 || load.readCount == 0 {
        report.fail("\(load.commitCount) commits and \(load.readCount) reads were made")
      }
      for failure in load.failures { report.fail(failure) }
    }
    try report.end()
  }

  /// The snapshot lasts from the first to the second fifth of the run. Caches that grow once are
  /// full after half of it.
  private func check(_ samples: [SoakSample], _ report: inout LaneReport) {
    let settled = Array(samples.dropFirst(samples.count / 2))
    guard settled.count > 4, let last = samples.last else {
      return report.fail("only \(samples.count) samples were taken")
    }
    let most = samples.map(\.descriptorCount).max() ?? 0
    report.count("descriptors at most", most)
    if most > Self.descriptorLimit { report.fail("\(most) descriptors were open") }
    for (name, limit, value) in [
      ("resident memory", Self.residentBytesLimit, { $0.residentBytes }),
      ("SQLite memory", Self.memoryBytesLimit, { $0.memoryBytes }),
    ] as [(String, Int, (SoakSample) -> Int)] {
      let half = settled.count / 2
      let before = settled[..<half].map(value).max() ?? 0
      let after = settled[half...].map(value).max() ?? 0
      report.count("KiB of \(name)", after >> 10)
      report.count("KiB of growth", max(0, after - before) >> 10)
      if after - before > limit {
        report.fail("the \(name) grew by \(after - before) bytes in the last quarter of the run")
      }
    }
    report.count("KiB of log at most", (samples.map(\.logBytes).max() ?? 0) >> 10)
    report.count("KiB of log at the end", last.logBytes >> 10)
    if last.logBytes > Self.logBytesLimit {
      report.fail("the log still has \(last.logBytes) bytes after the end of the snapshot")
    }
  }
}
