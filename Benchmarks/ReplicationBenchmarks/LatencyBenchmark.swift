#if PostgreSQL
import PostgreSQLTestSupport
import StateGraphReplication

/// From the answer to a COMMIT until the change is decoded.
enum LatencyBenchmark {
  static func run() async throws {
    let benchmark = try BenchmarkServer(PostgreSQLServer())
    let position = try benchmark.connect(isReplicating: true).createSlot(benchmark.slot).position
    let feed = try await benchmark.feed(position)
    let session = try await PostgreSQLSession.connect(benchmark.parameters)
    var microseconds: [Double] = []
    for number in 0..<2_000 {
      let start = try await session.run { (connection) throws(ReplicationError) in
        try connection.execute("INSERT INTO public.items VALUES ('\(number)')")
        return ContinuousClock.now
      }
      while try await feed.next().transactions.isEmpty {}
      microseconds.append(Measured.seconds(since: start) * 1e6)
    }
    reportTimes("latency", microseconds)
  }
}
#endif
