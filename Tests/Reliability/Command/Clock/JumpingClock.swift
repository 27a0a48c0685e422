import CFaults
import Glibc
import Synchronization

/// The wall clock of SQLite in this process. It jumps forwards and backwards: by years, by a second
/// like a leap second, by an hour like daylight saving time.
final class JumpingClock: Sendable {
  private static let second: Int64 = 1_000
  private static let jumps: [Int64] = [
    0, second, -second, 3_600 * second, -3_600 * second, 3_650 * 86_400 * second,
    -3_650 * 86_400 * second, 1, -1,
  ]

  private let number: Atomic<Int>

  /// - Throws: ``Violation`` if SQLite does not take its time from this clock.
  init(seed: UInt64) throws {
    number = Atomic(Int(seed % 1_000))
    guard faults_vfs_install() == 0 else { throw Violation("the file system cannot be installed") }
  }

  deinit { faults_vfs_set_clock(0) }

  func jump() {
    let next = number.add(1, ordering: .relaxed).newValue
    faults_vfs_set_clock(JumpingClock.jumps[next % JumpingClock.jumps.count])
  }
}
