import Foundation
import StateGraphPersistence
import Synchronization
import TestSupport
import Testing

@testable import StateGraphSessions

/// Processes that are killed at random instants while their machine makes transitions.
///
/// `STATEGRAPH_KILLS=500` makes the test as long as its promise: 500 kills in about 100,000
/// transitions.
@MainActor
@Suite(.timeLimit(.minutes(120))) struct KilledProcessTests {
  private static let kills =
    ProcessInfo.processInfo.environment["STATEGRAPH_KILLS"].flatMap(Int.init) ?? 20

  /// The content of the file after a kill.
  private struct Contents {
    var state: Ledger.State
    var finished: Set<Int>

    /// Reads the file, and checks that the state and the tables are of one transition.
    init(_ database: Database, _ comment: Comment) throws {
      if let text = try SessionTable.row(of: "ledger", in: database)?.state {
        state = try JSONText.decode(Ledger.State.self, from: text)
      } else {
        state = Ledger.initialState
      }
      finished = Set(try database.fetchValues(Int.self, "SELECT job FROM finished"))
      let count = try database.fetchValue(Int.self, "SELECT count(*) FROM entries")
      let sum = try database.fetchValue(Int.self, "SELECT coalesce(sum(amount), 0) FROM entries")
      #expect(count == state.count, comment)
      #expect(sum == state.sum, comment)
      let requests = try RequestTable.requests(of: "ledger", in: database).map(\.id)
      #expect(Set(requests) == Set(state.openJobs.map { "job \($0)" }), comment)
      #expect(requests.count == state.openJobs.count, comment)
      #expect(finished.isDisjoint(with: state.openJobs), comment)
      #expect(finished.union(state.openJobs) == Set(1..<state.jobCount + 1), comment)
    }
  }

  @Test func `after a kill at any instant, state, rows and requests are of one transition`()
    async throws
  {
    let directory = try TemporaryDirectory()
    let path = directory.file("ledger.sqlite")
    let seed = TestSeed.current
    try Ledger.createTables(in: Database(path: path))
    var contents = try Contents(Database(path: path), "seed \(seed)")
    for round in 0..<Self.kills {
      await #expect(processExitsWith: .signal(SIGKILL), "seed \(seed)") {
        [path = path as String, round = round as Int, seed = seed as UInt64] in
        try await work(path, round: round, seed: seed)
      }
      let finishedBefore = contents.finished
      let database = try Database(path: path)
      contents = try Contents(database, "seed \(seed), round \(round)")
      let runs = try database.fetchValues(Int.self, "SELECT job FROM runs WHERE round = \(round)")
      #expect(finishedBefore.isDisjoint(with: runs), "seed \(seed), round \(round)")
      #expect(Set(runs).count == runs.count, "seed \(seed), round \(round)")
    }
    print("\(Self.kills) kills in \(contents.state.count) transitions with a write")
    #expect(contents.state.count > 0)
    try await finish(path, contents, round: Self.kills, seed: seed)
  }

  /// Completes all requests without a kill. Exactly the unfinished ones are performed.
  private func finish(
    _ path: String,
    _ before: Contents,
    round: Int,
    seed: UInt64
  ) async throws {
    let database = try Database(path: path)
    let model = try ObservableTransducer<Ledger>(
      restoring: Session("ledger", in: database),
      env: .init(database: database, round: round)
    )
    let deadline = TestDeadline()
    while !model.state.openJobs.isEmpty, !deadline.hasPassed {
      try await model.proxy.send(.nothing)
      await Task.yield()
    }
    try #require(model.state.openJobs.isEmpty, "seed \(seed)")
    let runs = try database.fetchValues(Int.self, "SELECT job FROM runs WHERE round = \(round)")
    // Requests whose `perform` runs on the shared threads begin in any order.
    #expect(runs.sorted() == before.state.openJobs, "seed \(seed)")
    let after = try Contents(database, "seed \(seed)")
    #expect(after.finished.count == after.state.jobCount, "seed \(seed)")
  }
}

/// Makes transitions until this process kills itself from another thread, at a random instant.
@MainActor
private func work(_ path: String, round: Int, seed: UInt64) async throws {
  let database = try Database(path: path)
  let model = try ObservableTransducer<Ledger>(
    restoring: Session("ledger", in: database),
    env: .init(database: database, round: round)
  )
  var random = SeededRandom(seed: seed &+ UInt64(round))
  let (first, spins) = (
    Int.random(in: 0..<400, using: &random), UInt64.random(in: 0..<200_000, using: &random)
  )
  let count = TransitionCount()
  Thread {
    while count.value.load(ordering: .relaxed) < first { sched_yield() }
    // A part of a transition passes.
    for _ in 0..<spins { count.spins.add(1, ordering: .relaxed) }
    _ = kill(getpid(), SIGKILL)
  }.start()
  while true {
    let isRequest = Int.random(in: 0..<5, using: &random) == 0
    try await model.proxy.send(isRequest ? .ask : .add(Int.random(in: 1...100, using: &random)))
    count.value.add(1, ordering: .relaxed)
  }
}

private final class TransitionCount: Sendable {
  let value = Atomic<Int>(0)
  let spins = Atomic<Int>(0)
}
