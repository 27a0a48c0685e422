import StateGraphPersistence
import StateGraphSessions

/// The machine of a process that is killed. Its state repeats the rows of its writes, so a
/// difference shows a partly committed transition.
enum Ledger: EffectTransducer, RestorableTransducer {
  typealias Proxy = SyncSuspendingProxy<Event>
  struct State: NonTerminal, Codable {
    var count = 0
    var sum = 0
    var jobCount = 0
    /// The jobs whose requests are not completed.
    var openJobs: [Int] = []
  }
  enum Event: Sendable {
    case add(Int)
    case ask
    case done(Int)
    case nothing
  }
  struct Env: Sendable {
    let database: Database
    /// The number of the process among those that were killed.
    let round: Int
  }
  typealias Request = Int

  static var storedName: String { "Ledger" }
  static var initialState: State { State() }

  static func update(_ state: inout State, event: Event) -> Self.Effect? {
    switch event {
    case .add(let amount):
      state.count += 1
      state.sum += amount
      let number = state.count
      return .write("Add") { env in
        try env.database.execute("INSERT INTO entries VALUES (\(number), \(amount))")
      }
    case .ask:
      state.jobCount += 1
      let job = state.jobCount
      state.openJobs.append(job)
      return .durable("job \(job)", job)
    case .done(let job):
      state.openJobs.removeAll { $0 == job }
      // A second completion breaks the rule of the primary key.
      return .write("Finish") { env in
        try env.database.execute("INSERT INTO finished VALUES (\(job))")
      }
    case .nothing: return nil
    }
  }

  static func perform(_ job: Int, env: Env, input: Input) async -> Event {
    await Task.yield()
    _ = try? env.database.execute("INSERT INTO runs VALUES (\(env.round), \(job))")
    await Task.yield()
    return .done(job)
  }

  static func createTables(in database: Database) throws {
    try database.write {
      try database.execute(
        "CREATE TABLE entries (number INTEGER PRIMARY KEY, amount INTEGER NOT NULL)"
      )
      try database.execute("CREATE TABLE finished (job INTEGER PRIMARY KEY)")
      try database.execute("CREATE TABLE runs (round INTEGER NOT NULL, job INTEGER NOT NULL)")
    }
  }
}
