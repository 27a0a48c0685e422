import ArgumentParser
import CFaults
import Glibc
import StateGraphSQLite

/// A child process that writes so much that the log grows quickly, until its parent stops it.
struct Storm: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "storm", shouldDisplay: false)

  /// The names of the counts that the process prints, in this order.
  static let counts = ["writes", "pages", "with exclusive access", "unlocked"]
  /// The size of one write, about thirty pages.
  private static let paddingBytes = 120_000

  @Option var index: Int
  @Option var after: Int
  @Option var seed: UInt64
  @Option var directory: String
  @Flag var withoutLock = false

  func run() throws {
    // The signal is blocked, and polled between writes, so that it does not interrupt a write.
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGTERM)
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    guard faults_vfs_install() == 0 else { throw Violation("the file system cannot be installed") }
    faults_watch(true)
    let place = Place(directory: directory, seed: seed, busyTimeout: .seconds(30))
    let database = try place.open(nil)
    tell("ready")
    var number = after
    var moved: Int64 = 0
    var pause = timespec()
    while sigtimedwait(&signals, nil, &pause) != SIGTERM {
      try write(number + 1, to: database)
      number += 1
      if withoutLock { _ = faults_move_log(place.path) }
      let pages = faults_watched_pages()
      guard pages.with_lock + pages.without_lock != moved else { continue }
      moved = pages.with_lock + pages.without_lock
      report(number)
    }
    try database.close()
    report(number)
  }

  private func write(_ number: Int, to database: Database) throws {
    let key = Storm.key(of: index)
    _ = try database.write {
      try database.execute(
        """
        INSERT OR REPLACE INTO customers (id, name)
        VALUES (\(key), \(String(number)) || ' ' || hex(zeroblob(\(Self.paddingBytes / 2))))
        """
      )
    }
  }

  private func report(_ number: Int) {
    let pages = faults_watched_pages()
    tell("\(number) \(pages.with_lock) \(pages.alone) \(pages.without_lock)")
  }

  private static func key(of index: Int) -> String { "process \(index)" }

  /// The number of writes of a process in the file.
  static func count(of index: Int, in place: Place) throws -> Int {
    let database = try place.open(nil)
    defer { try? database.close() }
    let rows = try database.rows(
      "SELECT CAST(name AS INTEGER) FROM customers WHERE id = \(key(of: index))"
    )
    return rows.first.flatMap { Int($0[0]) } ?? 0
  }
}
