#if PostgreSQL
import PostgreSQLTestSupport
import StateGraphReplication
import StateGraphReplicator
import StateGraphSQLite

/// From a commit to the observer of another machine, with two files that are replicated all the
/// time.
enum PathBenchmark {
  private static let count = 2_000

  static func run() async throws {
    let benchmark = try BenchmarkServer(PostgreSQLServer())
    try benchmark.setUp()
    let (first, second) = (try BenchmarkMachine(benchmark), try BenchmarkMachine(benchmark))
    for machine in [first, second] { try await machine.synchronize() }
    let replicators = try [first, second].map { try $0.replicator() }
    let replications = replicators.map { replicator in Task { try await replicator.run() } }
    defer { for replication in replications { replication.cancel() } }
    while !replicators.allSatisfy({ if case .live = $0.status { true } else { false } }) {
      try await Task.sleep(for: .milliseconds(10))
    }
    var shown = second.observer.moments.makeAsyncIterator()
    let session = try await PostgreSQLSession.connect(benchmark.parameters)
    var (commits, fromServer, fromMachine) = ([Double](), [Double](), [Double]())
    for number in 0..<count {
      let start = ContinuousClock.now
      let returned = try await session.run { (connection) throws(ReplicationError) in
        try connection.execute("INSERT INTO public.items VALUES ('server \(number)')")
        return ContinuousClock.now
      }
      commits.append(microseconds(returned - start))
      guard let moment = await shown.next() else { return }
      fromServer.append(max(0, microseconds(moment - returned)))
    }
    for number in 0..<count {
      let start = ContinuousClock.now
      try first.database.execute("INSERT INTO items (id) VALUES (\("machine \(number)"))")
      guard let moment = await shown.next() else { return }
      fromMachine.append(microseconds(moment - start))
    }
    reportTimes("a commit on the server", commits)
    reportTimes("its answer to the observer of a file", fromServer)
    reportTimes("a local write to the observer of another file", fromMachine)
  }

  private static func microseconds(_ duration: Duration) -> Double {
    let (seconds, attoseconds) = duration.components
    return Double(seconds) * 1e6 + Double(attoseconds) / 1e12
  }
}
#endif
