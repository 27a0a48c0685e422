#if PostgreSQL
import PostgreSQLTestSupport
import SQLiteTestSupport
import StateGraphReplication
import TestSupport

/// One random history of three machines, a program on the server, and connections that break.
final class ReplicatedHistory {
  private let server: HistoryServer
  private let machines: [HistoryMachine]
  private let proxy: FaultProxy
  private var random: SeededRandom
  private(set) var log: [String] = []
  private(set) var counts: [String: Int] = [:]

  init(seed: UInt64, on postgreSQL: PostgreSQLServer) throws {
    let server = try HistoryServer(on: postgreSQL)
    let proxy = try FaultProxy(to: server.server.folder)
    (self.server, self.proxy) = (server, proxy)
    random = SeededRandom(seed: seed)
    machines = try (0..<3).map { _ in try HistoryMachine(server, proxy) }
  }

  /// Makes random steps, and compares each file with the model after each of them. Then all
  /// machines send and receive everything.
  ///
  /// - Returns: What is wrong after a step. Nil if nothing is.
  func run(stepCount: Int) async throws -> String? {
    for place in 0..<stepCount {
      if let problem = try await step() ?? problem() { return "step \(place): \(problem)" }
    }
    return try await converge()
  }

  private func note(_ event: String, _ machine: Int? = nil) {
    counts[event, default: 0] += 1
    log.append(machine.map { "\(event) \($0)" } ?? event)
  }

  private func step() async throws -> String? {
    let place = Int.random(in: machines.indices, using: &random)
    let machine = machines[place]
    switch Int.random(in: 0..<23, using: &random) {
    case 0...6:
      note("write", place)
      try machine.write(&random)
    case 7...9:
      note("server writes")
      try server.write(&random)
    case 10...12:
      // Most numbers are in the middle of what a run sends and receives.
      let limit = Int.random(in: 1...20_000, using: &random)
      note("run cut after \(limit) bytes", place)
      counts["cut", default: 0] += 1
      proxy.set(FaultProxy.Plan(cutAfterBytes: limit))
      if let problem = try await machine.run(mayBreak: true) { return problem }
      // A machine that loses its power often does so while it sends and receives.
      if Int.random(in: 0..<3, using: &random) == 0 { try losePower(place) }
    case 13...16:
      note("run", place)
      proxy.set(FaultProxy.Plan())
      return try await machine.run(mayBreak: false)
    case 17:
      note("restart", place)
      try machine.restart()
    case 18: try losePower(place)
    case 19:
      let count = Int.random(in: 0...3, using: &random)
      note("run until flush \(count)", place)
      proxy.set(FaultProxy.Plan())
      if let problem = try await machine.run(untilPowerFailsAfter: count) { return problem }
      try losePower(place)
    case 20:
      note("slots lost")
      try server.dropSlots()
    default: return try await conflict(place)
    }
    return nil
  }

  private func losePower(_ place: Int) throws {
    note("power loss", place)
    if try machines[place].losePower() { counts["lost by power loss", default: 0] += 1 }
  }

  /// A machine has pending writes, and a program on the server changes which of them fit. The
  /// machine receives these changes before the server decides the writes.
  private func conflict(_ place: Int) async throws -> String? {
    let machine = machines[place]
    note("conflict", place)
    proxy.set(FaultProxy.Plan())
    // The file may still get rows and decisions that were committed before.
    if let problem = try await receive(machine) { return problem }
    if try machine.pendingCount == 0 { try machine.write(&random) }
    let before = try machine.setAside
    let decided = server.commits.last?.decided[machine.client] ?? 0
    let isFound = try server.write(&random) { state in
      let after = machine.misfits(on: state, after: decided)
      return before.isEmpty ? !after.isEmpty : after.count < before.count
    }
    guard isFound else { return try problem() }
    if let problem = try await receive(machine) { return problem }
    let fits = try Set(before).subtracting(machine.setAside)
    if !fits.isEmpty { counts["fits again", default: 0] += 1 }
    return nil
  }

  private func receive(_ machine: HistoryMachine) async throws -> String? {
    if let problem = try problem() { return problem }
    let end = server.commits.last?.end ?? 0
    let problem = try await server.holdingTables { try await machine.receive(through: end) }
    return try problem ?? self.problem()
  }

  /// Compares the history of the server and all files with the model.
  private func problem() throws -> String? {
    let problem = try server.readCommits { client, sequence in
      machines.first { $0.client == client }?.writes[sequence]
    }
    if let problem { return problem }
    for machine in machines {
      if let problem = try machine.problem() { return problem }
      if try !machine.setAside.isEmpty { counts["set aside", default: 0] += 1 }
    }
    return nil
  }

  private func converge() async throws -> String? {
    proxy.set(FaultProxy.Plan())
    for _ in 0..<2 {
      for machine in machines {
        if let problem = try await machine.run(mayBreak: false) ?? problem() {
          return "at the end: \(problem)"
        }
      }
    }
    for machine in machines {
      guard try machine.pendingCount == 0,
        try ModelState.read(machine.database) == server.state
      else { return "\(machine.client) does not equal the server at the end" }
      counts["refused", default: 0] += server.commits.last?.refused[machine.client]?.count ?? 0
      counts["decided", default: 0] += Int(server.commits.last?.decided[machine.client] ?? 0)
    }
    return nil
  }
}
#endif
