import StateGraphSQLite
import Synchronization

/// Counts the commits of a ``ContendFile`` from the rows of change sets. After each change set it
/// checks the invariants of every committed state of the file.
final class ContendFollower: CommitListener, @unchecked Sendable {
  // SAFETY: touched by the holder of the database's writer lock only, but for `isEnded`.

  private var counter = 0
  private var rowCount = 0
  private var sumOfTotals = 0
  private var toldCount = 0
  private var readCount = 0
  private var violation: String?
  private let isEnded = Atomic<Bool>(false)

  /// Whether the commit of the last writer has been observed. Callable on any thread.
  var hasEnded: Bool { isEnded.load(ordering: .acquiring) }

  /// Starts to follow the database.
  init(_ database: Database) throws {
    for name in ["counter", "commits"] {
      guard let table = try database.table(name) else { throw Violation("no table \(name)") }
      try database.watch(table)
    }
    _ = database.attach { self }
    try database.write { try readAgain(database) }
  }

  func didCommit(_ changeSet: ChangeSet, in database: Database) {
    if !changeSet.schemaChanged, take(changeSet) {
      toldCount += 1
    } else {
      do { try readAgain(database) } catch { violation = violation ?? "\(error)" }
      readCount += 1
    }
    if rowCount != counter || sumOfTotals != counter * (counter + 1) / 2 {
      let state = "counter \(counter), \(rowCount) rows, sum \(sumOfTotals)"
      violation = violation ?? "change sets gave a state that no commit has: \(state)"
    }
  }

  /// Returns false if the change set does not list the rows.
  private func take(_ changeSet: ChangeSet) -> Bool {
    for (name, changes) in changeSet.tables where ["counter", "commits"].contains(name) {
      guard case .rows(let rows) = changes else { return false }
      for row in rows {
        if name == "counter" {
          counter = row.new.flatMap { Int($0[1]) } ?? .min
        } else {
          rowCount += (row.new == nil ? 0 : 1) - (row.old == nil ? 0 : 1)
          sumOfTotals += total(row.new) - total(row.old)
          if let new = row.new, Int(new[0]) == ContendFile.lastWriter { end() }
        }
      }
    }
    return true
  }

  private func total(_ image: RowImage?) -> Int { image.flatMap { Int($0[2]) } ?? 0 }

  private func readAgain(_ database: Database) throws {
    let row = try database.rows(
      """
      SELECT (SELECT n FROM counter), count(*), coalesce(sum(total), 0),
        coalesce(sum(writer = \(ContendFile.lastWriter)), 0) FROM commits
      """
    )[0].values.map { Int($0) ?? .min }
    (counter, rowCount, sumOfTotals) = (row[0], row[1], row[2])
    if row[3] > 0 { end() }
  }

  private func end() { isEnded.store(true, ordering: .releasing) }

  /// The counts of this follower. Call inside a write.
  var result: ContendFollowing {
    get throws {
      if let violation { throw Violation(violation) }
      return ContendFollowing(commitCount: counter, toldCount: toldCount, readCount: readCount)
    }
  }
}

/// The counts of a follower.
struct ContendFollowing {
  let commitCount: Int
  /// The number of change sets with rows. One change set may cover several commits.
  let toldCount: Int
  /// The number of times the follower read the tables again, because a change set had no rows.
  let readCount: Int
}

extension ContendFollowing {
  var line: String { "followed \(commitCount) \(toldCount) \(readCount)" }

  init?(_ line: String) {
    guard let numbers = integers(behind: "followed", 3, in: line) else { return nil }
    self.init(commitCount: numbers[0], toldCount: numbers[1], readCount: numbers[2])
  }
}

/// The integers after `word`, or nil if the line does not have exactly `count` of them.
func integers(behind word: Substring, _ count: Int, in line: String) -> [Int]? {
  let words = line.split(separator: " ")
  guard words.first == word else { return nil }
  let numbers = words.dropFirst().compactMap { Int($0) }
  return numbers.count == count && words.count == count + 1 ? numbers : nil
}
