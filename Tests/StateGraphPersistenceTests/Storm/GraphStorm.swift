import SampleDomains
import StateGraphCore
import StateGraphPersistence
import StateGraphThreads
import Synchronization
import TestSupport
import Testing

/// Two databases of one file, with writers, readers and observers on many threads. The first
/// database is closed in between.
final class GraphStorm: Sendable {
  private static let readersOfEach = 4
  private static let subscribersOfEach = 2

  let first: SocialDatabase
  let second: SocialDatabase
  private let comment: Testing.Comment
  /// How often each writer of the second database writes. The writers of the first database write
  /// until it is closed.
  private let stepCount: Int
  private let commitCount = Monitor<Int>(0)
  private let isClosing = Atomic<Bool>(false)
  private let isOver = Atomic<Bool>(false)
  private let outcomes = Guarded<[Int: GraphStormOutcome]>([:])
  let readCount = Atomic<Int>(0)
  let deliveryCount = Atomic<Int>(0)

  init(stepCount: Int, _ comment: Testing.Comment) throws {
    (self.stepCount, self.comment) = (stepCount, comment)
    // Sanitizers are slow, and no process keeps the write lock.
    second = try SocialDatabase(busyTimeout: .seconds(60))
    GraphStormStep.fill(second)
    first = try SocialDatabase(sharing: second, busyTimeout: .seconds(60))
  }

  /// Returns the expected outcome of each writer.
  func run(_ random: inout SeededRandom) throws -> [Int: GraphStormOutcome] {
    let commitsUntilClose = Int.random(in: 1..<stepCount, using: &random)
    var seeds = (0..<20).map { _ in random.next() }.makeIterator()
    let next = { seeds.next() ?? 0 }
    let closing = BackgroundThread { [self] in
      commitCount.wait { $0 >= commitsUntilClose }
      isClosing.store(true, ordering: .sequentiallyConsistent)
      try first.database.close()
    }
    let threads = [writer(0, first, .max, next()), writer(2, second, stepCount, next())]
    let tasks = [task(1, first, .max, next()), task(3, second, stepCount, next())]
    let others = [first, second].flatMap { social in
      (0..<Self.readersOfEach).map { _ in reader(social, next()) }
        + (0..<Self.subscribersOfEach).map { _ in subscriber(social, next()) }
    }
    for task in tasks { try task.join() }
    for thread in threads + [closing] { try thread.join() }
    isOver.store(true, ordering: .releasing)
    for other in others { try other.join() }
    return outcomes.withLock { $0 }
  }

  // MARK: - Writers

  private func writer(
    _ writer: Int,
    _ social: SocialDatabase,
    _ stepCount: Int,
    _ seed: UInt64
  ) -> BackgroundThread {
    BackgroundThread { [self] in
      var (random, outcome) = (SeededRandom(seed: seed), GraphStormOutcome())
      defer { end(writer, outcome) }
      for number in 0..<stepCount {
        let step = GraphStormStep(writer, number, after: outcome, &random)
        do {
          try social.database.write { try step.perform(on: social) }
          outcome = step.applied(to: outcome)
          commitCount.change { $0 += 1 }
        } catch is GraphStormStep.Undone {
          continue
        } catch let error as DatabaseError where error.code == .closed {
          return
        }
      }
    }
  }

  private func task(
    _ writer: Int,
    _ social: SocialDatabase,
    _ stepCount: Int,
    _ seed: UInt64
  ) -> BackgroundTask {
    BackgroundTask { [self] in
      var (random, outcome) = (SeededRandom(seed: seed), GraphStormOutcome())
      defer { end(writer, outcome) }
      let executor = ThreadPerJobExecutor()
      for number in 0..<stepCount {
        let step = GraphStormStep(writer, number, after: outcome, &random)
        let write = Task(executorPreference: executor) {
          try await social.database.write { try step.perform(on: social) }
        }
        if step.isCancelled { write.cancel() }
        do {
          try await write.value
          outcome = step.applied(to: outcome)
          commitCount.change { $0 += 1 }
        } catch is GraphStormStep.Undone {
          continue
        } catch is CancellationError {
          continue
        } catch let error as DatabaseError where error.code == .closed {
          return
        }
      }
    }
  }

  private func end(_ writer: Int, _ outcome: GraphStormOutcome) {
    outcomes.withLock { $0[writer] = outcome }
  }

  // MARK: - Readers

  /// Counts the posts in several ways, as nodes that it makes and drops.
  private func reader(_ social: SocialDatabase, _ seed: UInt64) -> BackgroundThread {
    BackgroundThread { [self] in
      var random = SeededRandom(seed: seed)
      repeat {
        let counts = Self.counts(social, below: Int.random(in: 0...100, using: &random))
        for _ in 0..<Int.random(in: 1...8, using: &random) {
          let isSnapshot = Int.random(in: 0..<4, using: &random) == 0
          let found =
            isSnapshot
            ? try? social.database.read { counts.wrappedValue } : counts.wrappedValue
          guard let found, isOpen(social) else { break }
          #expect(Set(found).count == 1, comment)
          readCount.add(1, ordering: .relaxed)
        }
      } while !isOver.load(ordering: .acquiring) && isOpen(social)
    }
  }

  /// Whether the database is open. A closed one returns no rows that were not read before.
  private func isOpen(_ social: SocialDatabase) -> Bool {
    social.database !== first.database || !isClosing.load(ordering: .sequentiallyConsistent)
  }

  static func counts(_ social: SocialDatabase, below bound: Int) -> Computed<[Int]> {
    let (posts, users) = (social.posts.query, social.users)
    let small = posts.where { $0.title < "\(bound)" }.order { $0.title.ascending }.live
    let large = posts.where { $0.title >= "\(bound)" }.live
    return Computed { _ in
      [
        (try? posts.fetchCount()) ?? 0, (try? posts.fetch().count) ?? 0,
        users.getAll().map(\.posts.count).reduce(0, +),
        small.wrappedValue.count + large.wrappedValue.count,
      ]
    }
  }

  /// Subscribes to nodes that other threads change, and cancels the subscriptions.
  private func subscriber(_ social: SocialDatabase, _ seed: UInt64) -> BackgroundThread {
    BackgroundThread { [self] in
      var random = SeededRandom(seed: seed)
      repeat {
        let number = Int.random(in: 0..<GraphStormStep.authorCount, using: &random)
        let limit = Int.random(in: 0...5, using: &random)
        let top = social.posts.query.order { $0.title.descending }.limit(limit).live
        let author = social.users.get(by: .init("u\(number)"))
        let subscription = withGraphTracking {
          top.onChange { [self] in
            #expect($0.count <= limit, comment)
            deliveryCount.add(1, ordering: .relaxed)
          }
          author?.$posts.onChange { [self] _ in deliveryCount.add(1, ordering: .relaxed) }
          author?.$name.onChange { [self] _ in deliveryCount.add(1, ordering: .relaxed) }
        }
        for _ in 0..<Int.random(in: 0...5, using: &random) { _ = top.wrappedValue }
        if Bool.random(using: &random) { subscription.cancel() }
      } while !isOver.load(ordering: .acquiring) && isOpen(social)
    }
  }
}
