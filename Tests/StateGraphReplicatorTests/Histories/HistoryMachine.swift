#if PostgreSQL
import Foundation
import PostgreSQLTestSupport
import SQLiteTestSupport
import StateGraphReplication
import StateGraphThreads
import TestSupport

@testable import StateGraphReplicator
@testable import StateGraphSQLite

/// A machine of a history: a real file with a real replicator, and what the file must contain.
final class HistoryMachine {
  let client: String
  private let directory: TemporaryDirectory
  private let server: HistoryServer
  private let proxy: FaultProxy
  private(set) var database: Database
  /// The changes of each local transaction, by its number.
  private(set) var writes: [Int64: [ModelState.Change]] = [:]
  /// Whether a comparison has begun and no later run has ended in order.
  private var isComparing = false
  /// The file as of its last flush, which is what a power loss leaves.
  private let image: Guarded<String>
  /// How many flushes the next run may make before the power fails. Nil for any number.
  private let flushesLeft = Guarded<Int?>(nil)

  private var path: String { directory.file("model.sqlite") }

  init(_ server: HistoryServer, _ proxy: FaultProxy) throws {
    (self.server, self.proxy) = (server, proxy)
    directory = try TemporaryDirectory()
    database = try Database(path: directory.file("model.sqlite"))
    for statement in ModelState.schema { try database.execute(statement) }
    let identity = withUnsafeBytes(of: UUID().uuid) { Array($0) }
    client = UUIDText.text(of: identity)
    try StoredReplica(database).create(
      Replica(server: [], client: identity, tables: ModelState.tables)
    )
    let first = directory.file("image")
    try database.backup(to: first)
    image = Guarded(first)
  }

  private func replica() throws -> Replica {
    guard let replica = try StoredReplica(database).read() else { throw TestFailure("no replica") }
    return replica
  }

  private func newest() throws -> Int64 {
    try StoredReplica(database).readOutbox { try $0.newestSeq() }
  }

  // MARK: Steps

  func write(_ random: inout SeededRandom) throws {
    let before = try ModelState.read(database)
    var expected = before
    try database.write {
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        guard let statement = ModelStatement.random(on: expected, &random) else { continue }
        for sql in statement.sql { try database.execute(sql) }
        expected = statement.after
      }
    }
    let changes = before.changes(to: expected)
    if !changes.isEmpty { writes[try newest()] = changes }
  }

  /// Closes the file and opens it again, as a program that was killed does.
  func restart() throws {
    try database.close()
    database = try Database(path: path)
  }

  /// The power fails: all writes after the last flush are lost.
  ///
  /// - Returns: Whether a write was lost.
  func losePower() throws -> Bool {
    let image = image.withLock { $0 }
    try database.close()
    for suffix in ["", "-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: path + suffix)
    }
    try FileManager.default.copyItem(atPath: image, toPath: path)
    database = try Database(path: path)
    let newest = try newest()
    let lost = writes.keys.filter { $0 > newest }
    for number in lost { writes[number] = nil }
    return !lost.isEmpty
  }

  /// Sends and receives until a flush of the file, at which the power fails.
  ///
  /// - Parameter count: The number of flushes before it. If the run makes no more, the power fails
  ///   at its end.
  /// - Returns: What is wrong with the run, or nil.
  func run(untilPowerFailsAfter count: Int) async throws -> String? {
    flushesLeft.withLock { $0 = count }
    defer { flushesLeft.withLock { $0 = nil } }
    return try await run(mayBreak: false)
  }

  /// Sends and receives everything, or until the connection breaks.
  ///
  /// - Parameter mayBreak: Whether the proxy breaks connections.
  /// - Returns: What is wrong with the run, or nil.
  func run(mayBreak: Bool) async throws -> String? {
    try await replicate(mayBreak: mayBreak) { replicator in
      try await replicator.runOnce()
      return true
    }
  }

  /// Replicates until the file has the server's commits up to a position. Then the program ends,
  /// whatever it does at this moment.
  ///
  /// - Returns: What is wrong with the run, or nil.
  func receive(through end: UInt64) async throws -> String? {
    let database = database
    return try await replicate(mayBreak: false) { replicator in
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { try await replicator.run() }
        group.addTask {
          while try StoredReplica(database).read().map({ $0.position.bits < end }) ?? true {
            try await Task.sleep(for: .milliseconds(5))
          }
        }
        defer { group.cancelAll() }
        try await group.next()
      }
      return false
    }
  }

  /// - Parameter work: Returns whether the replicator has ended by itself.
  private func replicate(
    mayBreak: Bool,
    _ work: @escaping @Sendable (Replicator) async throws -> Bool
  ) async throws -> String? {
    let known = try replica()
    let mayCompare =
      try isComparing || known.server.isEmpty || known.mustReconcile
      || !server.hasSlot(of: client)
    let hasCompared = Guarded(false)
    let lastStatus = Guarded("no status")
    let replicator = try Replicator(database, options: options()) { status in
      if case .reconciling = status { hasCompared.withLock { $0 = true } }
      lastStatus.withLock { $0 = "\(status)" }
    }
    var (failure, hasEnded): ((any Error)?, Bool) = (nil, false)
    do {
      hasEnded = try await withThrowingTaskGroup(of: Bool.self) { group in
        group.addTask { try await work(replicator) }
        group.addTask {
          try await Task.sleep(for: .seconds(TestDeadline.seconds))
          throw TestFailure("the run does not end: \(lastStatus.withLock { $0 })")
        }
        defer { group.cancelAll() }
        return try await group.next() ?? false
      }
    } catch {
      failure = error
    }
    let compared = hasCompared.withLock { $0 }
    guard mayCompare || !compared else {
      return "\(client): the file was compared with the server without a reason"
    }
    isComparing = !hasEnded && (isComparing || compared)
    guard let failure, !(failure is PowerFailure) else { return nil }
    guard mayBreak, HistoryMachine.isOfConnection(failure) else { return "\(client): \(failure)" }
    return nil
  }

  /// Whether an error can come from a connection that breaks.
  private static func isOfConnection(_ error: any Error) -> Bool {
    if error is TestFailure { return false }
    return switch RetryDecision(after: error) {
    case .stop, .pauseIfBegun, .connect: false
    case .reconcile, .wait, .pause: true
    }
  }

  private func options() throws -> ReplicatorOptions {
    var options = try server.options(through: proxy)
    let (directory, image, flush, flushesLeft) = (directory, image, options.flush, flushesLeft)
    options.flush = { database in
      try flushesLeft.withLock { left in
        guard let count = left else { return }
        guard count > 0 else { throw PowerFailure() }
        left = count - 1
      }
      try flush(database)
      let copy = directory.file("image-\(UUID().uuidString)")
      try database.backup(to: copy)
      let former = image.withLock { exchange(&$0, copy) }
      try FileManager.default.removeItem(atPath: former)
    }
    return options
  }

  // MARK: The model

  /// Returns what is wrong with the file, or nil.
  func problem() throws -> String? {
    let (replica, newest) = (try replica(), try newest())
    guard UUIDText.text(of: replica.client) == client else {
      return "\(client): the file has got another identity"
    }
    let commit = server.commit(at: replica.position)
    let decided = commit.decided[client] ?? 0
    guard replica.decided == decided else {
      return "\(client): the file knows \(replica.decided) decided writes, and not \(decided)"
    }
    let numbers = writes.keys.filter { $0 > decided }.sorted()
    guard numbers == Array(stride(from: decided + 1, through: newest, by: 1)) else {
      return "\(client): pending are \(numbers), but the file has \(decided + 1) to \(newest)"
    }
    let (expected, setAside) = replay(numbers, on: commit.state)
    let actual = try ModelState.read(database)
    guard actual == expected else {
      return "\(client): \(numbers) are pending, \(setAside) set aside. Expected\n\(expected)\n"
        + "but the file has\n\(actual)"
    }
    let kept = try self.setAside
    guard kept == setAside else { return "\(client): \(kept) are set aside, and not \(setAside)" }
    let refused = try ReplicaContents(database).refusedWrites().map(\.sequence)
    let expectedRefused = commit.refused[client] ?? []
    guard refused == expectedRefused else {
      return "\(client): \(refused) are refused, and not \(expectedRefused)"
    }
    return nil
  }

  /// Returns the state with pending writes on top, and the numbers of those that do not fit.
  private func replay(_ numbers: [Int64], on state: ModelState) -> (ModelState, [Int64]) {
    var (expected, setAside) = (state, [Int64]())
    for number in numbers {
      if let after = expected.applying(writes[number] ?? []) {
        expected = after
      } else {
        setAside.append(number)
      }
    }
    return (expected, setAside)
  }

  /// Returns the numbers of the writes that do not fit a state of the server.
  ///
  /// - Parameter decided: The number of the last write that the server has decided.
  func misfits(on state: ModelState, after decided: Int64) -> [Int64] {
    replay(writes.keys.filter { $0 > decided }.sorted(), on: state).1
  }

  var setAside: [Int64] {
    get throws { try ReplicaContents(database).setAsideWrites().map(\.sequence) }
  }

  var pendingCount: Int64 { get throws { try newest() - replica().decided } }
}

/// The end of a run whose machine has lost its power.
private struct PowerFailure: Error {}

private func exchange<Value>(_ place: inout Value, _ new: Value) -> Value {
  defer { place = new }
  return place
}
#endif
