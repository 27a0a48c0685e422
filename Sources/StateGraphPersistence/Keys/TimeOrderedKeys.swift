import FoundationEssentials
import StateGraphThreads

/// Makes the time-ordered identifiers of this process: UUIDs of version 7, and ULIDs. All threads
/// share one sequence of each kind.
final class TimeOrderedKeys: Sendable {
  private static let uuids = TimeOrderedKeys(endBits: 74)
  private static let ulids = TimeOrderedKeys(endBits: 80)

  private let numbers: Guarded<TimeOrderedNumbers>

  private init(endBits: Int) { numbers = Guarded(TimeOrderedNumbers(endBits: endBits)) }

  static func uuid() -> UUID { uuids.next().uuidV7 }
  static func ulid() -> String { ulids.next().ulid }

  private func next() -> TimeOrderedNumbers.Number {
    let seconds = Date().timeIntervalSince1970
    let milliseconds = UInt64(max(0, min(seconds * 1_000, 281_474_976_710_655)))
    let random =
      UInt128(UInt64.random(in: 0...UInt64.max)) << 64 | UInt128(UInt64.random(in: 0...UInt64.max))
    return numbers.withLock { $0.next(at: milliseconds, random: random) }
  }
}
