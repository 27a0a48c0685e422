import StateGraphThreads
import Synchronization
import TestSupport
import Testing

@testable import StateGraphSQLite

/// Two databases of one file with writers and readers, and further databases that are opened and
/// closed. The first database is closed in between.
final class StormRound: Sendable {
  /// How often each writer of the second database writes. The writers of the first database write
  /// until it is closed.
  private static let stepCount = 40
  private static let readersOfEach = 4
  private static let subscriberCount = 4

  private let file: StormFile
  private let comment: Comment
  /// The number of acknowledged commits of each writer, including earlier rounds.
  private let done: Monitor<[Int64]>
  private let isOver = Atomic<Bool>(false)
  let readCount = Atomic<Int>(0)
  let visitCount = Atomic<Int>(0)

  init(_ file: StormFile, done: [Int64], _ comment: Comment) {
    (self.file, self.comment) = (file, comment)
    self.done = Monitor(done)
  }

  /// Returns the number of acknowledged commits of each writer.
  func run(_ random: inout SeededRandom) throws -> [Int64] {
    let (first, second) = (try StormFollower(file, comment), try StormFollower(file, comment))
    let before = current()
    let commitsUntilClose = Int64.random(in: 1..<Int64(Self.stepCount), using: &random)
    var seeds = (0..<20).map { _ in random.next() }.makeIterator()
    let next = { seeds.next() ?? 0 }
    let closing = BackgroundThread { [done] in
      done.wait { $0.reduce(0, +) >= before.reduce(0, +) + commitsUntilClose }
      try first.database.close()
    }
    let threads = [
      writer(0, first.database, stepCount: .max, next()),
      writer(2, second.database, stepCount: Self.stepCount, next()),
    ]
    let tasks = [
      task(1, first.database, stepCount: .max, next()),
      task(3, second.database, stepCount: Self.stepCount, next()),
    ]
    let others =
      [first, second].flatMap { follower in
        (0..<Self.readersOfEach).map { _ in reader(follower.database, next()) }
      } + (0..<Self.subscriberCount).map { _ in subscriber(next()) }
    for task in tasks { try task.join() }
    for thread in threads + [closing] { try thread.join() }
    isOver.store(true, ordering: .releasing)
    for other in others { try other.join() }
    let after = current()
    for writer in [0, 1] {
      #expect(first.done(by: writer) == .integer(after[writer]), comment)
    }
    try second.expectNothingMissed()
    try second.database.close()
    return after
  }

  private func current() -> [Int64] { done.change { $0 } }

  private func count(_ writer: Int) { done.change { $0[writer] += 1 } }

  // MARK: - Writers

  private func writer(
    _ writer: Int,
    _ database: Database,
    stepCount: Int,
    _ seed: UInt64
  ) -> BackgroundThread {
    BackgroundThread { [self] in
      var random = SeededRandom(seed: seed)
      for _ in 0..<stepCount {
        let step = StormStep(&random)
        do {
          try database.write { try step.perform(as: writer, on: database) }
          count(writer)
        } catch is StormStep.Undone {
          continue
        } catch let error as DatabaseError where error.code == .closed {
          return
        }
      }
    }
  }

  private func task(
    _ writer: Int,
    _ database: Database,
    stepCount: Int,
    _ seed: UInt64
  ) -> BackgroundTask {
    BackgroundTask { [self] in
      var random = SeededRandom(seed: seed)
      let executor = ThreadPerJobExecutor()
      for _ in 0..<stepCount {
        let step = StormStep(&random)
        let write = Task(executorPreference: executor) {
          try await database.write { try step.perform(as: writer, on: database) }
        }
        if step.isCancelled { write.cancel() }
        do {
          try await write.value
          count(writer)
        } catch is StormStep.Undone {
          continue
        } catch is CancellationError {
          continue
        } catch let error as DatabaseError where error.code == .closed {
          return
        }
      }
    }
  }

  // MARK: - Readers

  private func reader(_ database: Database, _ seed: UInt64) -> BackgroundThread {
    BackgroundThread { [self] in
      var random = SeededRandom(seed: seed)
      var newest: Int64 = 0
      repeat {
        do {
          let reading = try read(database, &random)
          reading.expectSound(comment)
          #expect(reading.done >= newest, comment)
          newest = reading.done
          readCount.add(1, ordering: .relaxed)
        } catch let error as DatabaseError where error.code == .closed {
          return
        }
      } while !isOver.load(ordering: .acquiring)
    }
  }

  private func read(_ database: Database, _ random: inout SeededRandom) throws -> StormReading {
    switch Int.random(in: 0..<3, using: &random) {
    case 0:
      return try database.read {
        let reading = try StormReading(database.rows(StormReading.sql))
        // The snapshot does not change, although other writers commit.
        let again = try StormReading(database.rows(StormReading.sql))
        #expect(again.done == reading.done, comment)
        return again
      }
    case 1:
      try database.catchUp()
      #expect(try database.table("entries")?.columns.count == 3, comment)
    default: break
    }
    return try StormReading(database.rows(StormReading.sql))
  }

  /// Opens the file, follows it for a while, and closes it during the reads of other threads.
  private func subscriber(_ seed: UInt64) -> BackgroundThread {
    BackgroundThread { [self] in
      var random = SeededRandom(seed: seed)
      repeat {
        let follower = try StormFollower(file, comment)
        for _ in 0..<Int.random(in: 0...3, using: &random) {
          if Bool.random(using: &random) { try follower.database.catchUp() }
          try follower.expectNothingMissed()
        }
        let reading = reader(follower.database, random.next())
        try follower.database.close()
        try reading.join()
        visitCount.add(1, ordering: .relaxed)
      } while !isOver.load(ordering: .acquiring)
    }
  }
}
