import CFaults
import Glibc
import Synchronization

/// The wall clock of SQLite in this process, which jumps: by years, by a second as a leap second
/// does, by the hour of a summer's time, forwards and backwards.
final class JumpingClock: Sendable {
  private static let second: Int64 = 1_000
  private static let jumps: [Int64] = [
    0, second, -second, 3_600 * second, -3_600 * second, 3_650 * 86_400 * second,
    -3_650 * 86_400 * second, 1, -1,
  ]

  private let number: Atomic<Int>

  /// - Throws: ``Violation`` where SQLite does not take its time from here.
  init(seed: UInt64) throws {
    number = Atomic(Int(seed % 1_000))
    guard faults_vfs_install() == 0 else { throw Violation("SQLite has no file system") }
  }

  deinit { faults_vfs_set_clock(0) }

  func jump() {
    let next = number.add(1, ordering: .relaxed).newValue
    faults_vfs_set_clock(JumpingClock.jumps[next % JumpingClock.jumps.count])
  }
}
