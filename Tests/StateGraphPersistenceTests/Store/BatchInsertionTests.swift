import SampleDomains
import StateGraphCore
import StateGraphTesting
import TestSupport
import Testing

@testable import StateGraphPersistence

/// `insert(contentsOf:)` of arrays and of asynchronous sequences.
@Suite(.database(.social)) struct BatchInsertionTests {
  let social: SocialDatabase
  var database: Database { social.database }
  var users: EntityStore<User> { social.users }

  init() throws { social = try SocialDatabase(.current) }

  private func people(_ range: Range<Int>) -> [User] {
    range.map { User(id: .init("u\($0)"), name: "n\($0)") }
  }

  private func expectConstraint(_ body: () throws -> Void) {
    let error = #expect(throws: DatabaseError.self) { try body() }
    #expect(error?.code == .constraint)
  }

  @Test func `many entities are inserted in one commit, with one call of an observer`() throws {
    let calls = Recorder<Int>()
    let live = users.query.live
    let subscription = withGraphTracking { live.onChange { calls.record($0.count) } }
    _ = calls.drain()
    let before = database.commitNumber
    try users.insert(contentsOf: people(0..<100))
    #expect(database.commitNumber == before + 1)
    #expect(calls.drain() == [100])
    try users.insert(contentsOf: [User]())
    #expect(database.commitNumber == before + 1)
    subscription.cancel()
  }

  @Test func `no entity is inserted if a key is taken or occurs twice`() throws {
    let taken = User(id: "u50", name: "taken")
    try users.insert(taken)
    let new = people(0..<100)
    expectConstraint { try users.insert(contentsOf: new) }
    expectConstraint { try users.insert(contentsOf: people(60..<70) + people(65..<66)) }
    #expect(users.count == 1 && taken.name == "taken")
    // The objects are as new as before, so they can be inserted again.
    try users.insert(contentsOf: new.filter { $0.id != "u50" })
    #expect(users.get(by: "u0") === new[0])
    try users.upsert(contentsOf: people(50..<52))
    #expect(taken.isDeleted && users.get(by: "u50")?.name == "n50")
  }

  @Test func `inside a write a failure undoes only its own entities`() throws {
    try database.write {
      users.add(User(id: "u5", name: "taken"))
      expectConstraint { try users.insert(contentsOf: people(0..<10)) }
      #expect(users.count == 1)
    }
    #expect(users.count == 1)
  }

  @Test func `a store in memory inserts many entities or none`() throws {
    let memory = EntityStore<User>()
    try memory.insert(contentsOf: people(0..<10))
    expectConstraint { try memory.insert(contentsOf: people(9..<12)) }
    expectConstraint { try memory.insert(contentsOf: people(20..<22) + people(20..<21)) }
    #expect(memory.count == 10)
    try memory.upsert(contentsOf: people(9..<12))
    #expect(memory.count == 12)
  }

  // MARK: Asynchronous sequences

  /// A sequence that counts the requested entities.
  private struct Counted: AsyncSequence, AsyncIteratorProtocol {
    let asked: Recorder<Int>
    let end: Int
    var failsAt: Int?
    var place = 0

    func makeAsyncIterator() -> Counted { self }

    mutating func next() async throws -> User? {
      asked.record(place)
      if place == failsAt { throw SourceError() }
      guard place < end else { return nil }
      defer { place += 1 }
      return User(id: .init("u\(place)"), name: "n")
    }
  }

  private struct SourceError: Error {}

  @Test func `batches, each in a transaction, and the rest in the last`() async throws {
    let before = database.commitNumber
    let counts = Recorder<Int>()
    let source = Counted(asked: Recorder(), end: 25)
    let count = try await users.insert(contentsOf: source, batchSize: 10) { counts.record($0) }
    #expect(count == 25 && users.count == 25)
    #expect(counts.elements == [10, 20, 25])
    #expect(database.commitNumber == before + 3)
  }

  @Test func `no entity is requested before the previous batch is committed`() async throws {
    let asked = Recorder<Int>()
    let source = Counted(asked: asked, end: 30)
    let (users, database) = (users, database)
    try await users.insert(contentsOf: source, batchSize: 10) { count in
      #expect(asked.elements.count == count)
      #expect((try? database.fetchValue(Int.self, "SELECT count(*) FROM users")) == count)
    }
    #expect(asked.elements.count == 31)
  }

  @Test func `a sequence that throws leaves the committed batches, and nothing of the last`()
    async throws
  {
    let counts = Recorder<Int>()
    let source = Counted(asked: Recorder(), end: 30, failsAt: 25)
    await #expect(throws: SourceError.self) {
      try await users.insert(contentsOf: source, batchSize: 10) { counts.record($0) }
    }
    #expect(users.count == 20 && counts.elements == [10, 20])
    try await users.upsert(contentsOf: Counted(asked: Recorder(), end: 30), batchSize: 7)
    #expect(users.count == 30)
  }

  @Test func `an entity that cannot be inserted undoes its batch`() async throws {
    users.add(User(id: "u17", name: "taken"))
    let source = Counted(asked: Recorder(), end: 30)
    let error = await #expect(throws: DatabaseError.self) {
      try await users.insert(contentsOf: source, batchSize: 10)
    }
    #expect(error?.code == .constraint)
    #expect(users.count == 11)
  }

  @Test func `a cancelled task keeps its batches and reads no further`() async throws {
    let asked = Recorder<Int>()
    let users = users
    let task = Task {
      try await users.insert(contentsOf: Counted(asked: asked, end: 1_000), batchSize: 10) {
        count in
        if count == 20 { _ = withUnsafeCurrentTask { $0?.cancel() } }
      }
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(users.count == 20 && asked.elements.count == 21)
  }

  /// An AsyncStream ends when its task is cancelled, as if it had no more elements.
  @Test func `a stream that a cancellation ends does not look complete`() async throws {
    let users = users
    let (stream, continuation) = AsyncStream<User>.makeStream()
    for user in people(0..<10) { continuation.yield(user) }
    let task = Task {
      try await users.insert(contentsOf: stream, batchSize: 10) { _ in
        _ = withUnsafeCurrentTask { $0?.cancel() }
      }
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(users.count == 10)
  }

  @MainActor
  @Test func `the sequence is read on the actor of the caller`() async throws {
    let source = AsyncStream<User> { continuation in
      for user in people(0..<5) { continuation.yield(user) }
      continuation.finish()
    }
    var counts: [Int] = []
    let onMain = source.map { @MainActor user in user }
    try await users.insert(contentsOf: onMain, batchSize: 2) { counts.append($0) }
    #expect(counts == [2, 4, 5])
  }

  @Test func `a batch size below one is refused, and memory takes batches too`() async throws {
    let error = await #expect(throws: DatabaseError.self) {
      try await users.insert(contentsOf: Counted(asked: Recorder(), end: 3), batchSize: 0)
    }
    #expect(error?.code == .misuse)
    let memory = EntityStore<User>()
    try await memory.insert(contentsOf: Counted(asked: Recorder(), end: 25), batchSize: 10)
    #expect(memory.count == 25)
  }
}
