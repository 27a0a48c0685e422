/// The source of all random decisions: a seeded generator, or decisions that were recorded before.
///
/// A decision is a number below a bound. By convention, 0 is the simplest decision. The numbers of
/// a seed are the same on each machine.
///
/// Only one thread may use a sequence.
package final class ChoiceSequence {
  private let replayed: [UInt64]?
  private var state: UInt64
  /// Whether ``made`` contains the decisions. Such a sequence should have few of them.
  let isRecorded: Bool
  /// The decisions so far. Empty if the sequence does not record them.
  package private(set) var made: [UInt64] = []
  private var count = 0

  /// Creates a sequence of random decisions.
  ///
  /// - Parameters:
  ///   - seed: The seed.
  ///   - isRecording: Whether ``made`` contains the decisions.
  package init(seed: UInt64, isRecording: Bool = false) {
    state = seed
    replayed = nil
    isRecorded = isRecording
  }

  /// Creates a sequence that repeats decisions. Each further decision is 0.
  ///
  /// A decision that is too large for its bound becomes the largest one that is possible.
  package init(replaying decisions: [UInt64]) {
    state = 0
    replayed = decisions
    isRecorded = true
  }

  /// Returns a number from 0 to `bound - 1`. The bound is at least 1.
  package func below(_ bound: UInt64) -> UInt64 {
    let choice: UInt64
    if let replayed {
      choice = count < replayed.count ? min(replayed[count], bound - 1) : 0
    } else {
      choice = next().multipliedFullWidth(by: bound).high
    }
    count += 1
    if isRecorded { made.append(choice) }
    return choice
  }

  package func below(_ bound: Int) -> Int { Int(below(UInt64(max(1, bound)))) }

  /// Returns an element. The first element is the simplest one.
  package func element<Element>(of elements: [Element]) -> Element? {
    elements.isEmpty ? nil : elements[below(elements.count)]
  }

  /// Returns true once in `count` times. False is the simpler decision.
  package func isRare(oneIn count: Int) -> Bool { below(count) == count - 1 && count > 1 }

  /// SplitMix64.
  private func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    return ChoiceSequence.mixed(state)
  }

  /// Mixes the bits of a number. Different numbers have different results.
  package static func mixed(_ number: UInt64) -> UInt64 {
    var mixed = number
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }

  /// Returns the seed for one part of the work, so that another part does not change its decisions.
  package static func seed(_ seed: UInt64, for name: String) -> UInt64 {
    name.utf8.reduce(mixed(seed)) { mixed($0 ^ UInt64($1)) }
  }
}
