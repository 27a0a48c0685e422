import Dispatch
import Glibc
import StateGraphSQLite
import Synchronization

/// Writes from several threads at once. With full durability, their commits share flushes.
final class ShareScenario: BankScenario {
  static let start = StartingFiles.closed
  private static let roundCount = 2
  private static let threadCount = 8
  static let attempts = roundCount * threadCount
  let place: Place
  var database: Database?
  /// Guards the place, which records the results of all threads.
  private let recording = Mutex(())

  init(_ place: Place) { self.place = place }

  func prepare() throws { database = try place.open(BankMigrations.first) }

  func act() {
    guard let database else { return }
    for _ in 0..<Self.roundCount { writeAtOnce(to: database) }
  }

  /// Writes once on each thread. The first write ends when all other threads wait for it, so that
  /// the others follow each other at once.
  private func writeAtOnce(to database: Database) {
    let group = DispatchGroup()
    let followers = Self.threadCount - 1
    let shared = Shared(scenario: self, database: database)
    write(to: database) {
      for number in 0..<followers {
        DispatchQueue(label: "writer \(number)").async(group: group) {
          shared.scenario.write(to: shared.database) {}
        }
      }
      while OpenWrite(of: database).waitingCount < followers { sched_yield() }
    }
    group.wait()
  }

  private struct Shared: @unchecked Sendable {
    // SAFETY: `recording` guards the place. All other fields are constant while the threads run.
    let scenario: ShareScenario
    let database: Database
  }

  /// Makes the next write of the bank, and acknowledges it.
  private func write(to database: Database, _ body: () -> Void) {
    let number: Int
    do {
      number = try database.write {
        let number = try Int(database.rows("SELECT max(number) FROM ledger")[0][0]) ?? 0
        try place.bank.write(number + 1, to: database)
        body()
        return number + 1
      }
    } catch {
      return recording.withLock { _ in place.attempt { throw error } }
    }
    recording.withLock { _ in place.acknowledge(number) }
  }
}
