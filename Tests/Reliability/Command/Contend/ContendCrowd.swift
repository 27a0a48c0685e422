import Glibc

/// Several processes that write to one file as fast as they can.
struct ContendCrowd {
  let writerCount: Int
  let seconds: Int
  /// The number of threads of each process. They share one database object.
  var threadCount = 1
  /// The number of processes that follow the commits and count them.
  var followerCount = 0
  /// The seed of the kills: further processes write too, at least two of them, and are killed at
  /// random moments. Nil without kills.
  var killsFrom: UInt64?
  /// The seed of the wall clock that jumps in each writing process. Nil without jumps.
  var clockSeed: UInt64?

  struct Outcome {
    var writers: [ContendResult] = []
    var followers: [ContendFollowing] = []
    var killedCount = 0

    var slowest: Int { writers.map(\.commitCount).min() ?? 0 }
    var fastest: Int { writers.map(\.commitCount).max() ?? 0 }
    var commitCount: Int { writers.map(\.commitCount).reduce(0, +) }
    var longestWaitMilliseconds: Int { writers.map(\.longestWaitMilliseconds).max() ?? 0 }
  }

  /// Runs the processes, then checks the file.
  func run(in directory: String) throws -> Outcome {
    let crew = ContendCrew(try ContendFile(at: directory + "/crowd.sqlite"))
    let gate = directory + "/gate"
    var outcome = Outcome()
    let followers = try (0..<followerCount).map { _ in try crew.start(.follows) }
    for follower in followers { try crew.expect("ready", from: follower) }
    let writers = try (0..<writerCount).map {
      try crew.start(.writes, writer: $0, ["--gate", gate] + options(ofWriter: $0))
    }
    for writer in writers { try crew.expect("ready", from: writer) }
    try FileContents.write([], to: gate)
    let killed = try killWhileOthersWrite(crew)
    outcome.killedCount = killed.count
    outcome.writers = try writers.flatMap { try crew.results(of: $0, threadCount: threadCount) }
    // Followers end when they have observed the commit of this process.
    let last = try crew.start(.waits, writer: ContendFile.lastWriter)
    try crew.expect("waiting", from: last)
    _ = try crew.result(of: last)
    outcome.followers = try followers.map { child in
      guard let following = child.nextLine().flatMap(ContendFollowing.init) else {
        throw Violation("a follower printed no result")
      }
      try crew.expectEnd(of: child)
      return following
    }
    try check(try crew.file.check(), against: outcome, killed)
    return outcome
  }

  private func options(ofWriter number: Int) -> [String] {
    let clock = clockSeed.map { ["--clock-seed", "\($0 &+ UInt64(number))"] } ?? []
    return ["--seconds", "\(seconds)", "--threads", "\(threadCount)"] + clock
  }

  /// Returns the number of commits that each killed process acknowledged, by the number of the
  /// writer.
  private func killWhileOthersWrite(_ crew: ContendCrew) throws -> [Int: Int] {
    guard let killsFrom else { return [:] }
    var random = SplitMix(seed: killsFrom)
    var told: [Int: Int] = [:]
    let end = ContinuousClock.now.advanced(by: .seconds(seconds))
    // On a busy machine, the start of one process can take all of the time.
    while ContinuousClock.now < end || told.count < 2 {
      let writer = 1_000 + told.count
      let victim = try crew.start(.writes, writer: writer, ["--acknowledges"])
      try crew.expect("ready", from: victim)
      usleep(UInt32(random.number(below: 60_000)))
      try crew.kill(victim)
      var count = 0
      while victim.nextLine() != nil { count += 1 }
      told[writer] = count
    }
    return told
  }

  private func check(
    _ counts: [Int: Int],
    against outcome: Outcome,
    _ killed: [Int: Int]
  ) throws {
    var rest = counts
    guard rest.removeValue(forKey: ContendFile.lastWriter) == 1 else {
      throw Violation("the last commit is not in the file")
    }
    for (writer, result) in outcome.writers.enumerated() {
      let count = rest.removeValue(forKey: writer) ?? 0
      guard count == result.commitCount else {
        throw Violation("a writer made \(result.commitCount) commits, the file has \(count)")
      }
    }
    for (writer, told) in killed {
      let count = rest.removeValue(forKey: writer) ?? 0
      // The process may have died between a commit and its acknowledgement.
      guard told...told + 1 ~= count else {
        throw Violation("a killed process acknowledged \(told) commits, the file has \(count)")
      }
    }
    guard rest.isEmpty else { throw Violation("commits of unknown writers: \(rest)") }
    let total = counts.values.reduce(0, +)
    for follower in outcome.followers {
      guard follower.commitCount == total else {
        throw Violation("a follower counted \(follower.commitCount) of \(total) commits")
      }
      guard follower.toldCount > 0 else {
        throw Violation("a follower received no change set with rows")
      }
    }
  }
}
