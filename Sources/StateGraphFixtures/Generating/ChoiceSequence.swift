/// The source of all random decisions of the row generator: a seeded random generator, or a list of
/// recorded decisions to repeat.
///
/// A decision is a number below a bound. By convention, 0 is the simplest decision, so that a
/// failing test can be simplified by smaller decisions. The same seed gives the same decisions on
/// each machine.
///
/// Only one thread may use a sequence.
package final class ChoiceSequence {
  private let replayed: [UInt64]?
  private var state: UInt64
  /// Whether the sequence adds each decision to ``made``. A caller then makes few decisions,
  /// because all of them stay in memory.
  let isRecorded: Bool
  /// The decisions that the sequence has made so far, if ``isRecorded`` is true.
  package private(set) var made: [UInt64] = []
  private var count = 0

  /// Creates a sequence of random decisions that a seed determines.
  ///
  /// - Parameters:
  ///   - seed: The seed of the random generator.
  ///   - isRecording: Whether the sequence adds each decision to ``made``.
  package init(seed: UInt64, isRecording: Bool = false) {
    state = seed
    replayed = nil
    isRecorded = isRecording
  }

  /// Creates a sequence that repeats recorded decisions. After the last one, each decision is 0.
  ///
  /// If a recorded decision is too large for the bound that the caller asks for, the sequence
  /// returns the largest possible decision in its place.
  package init(replaying decisions: [UInt64]) {
    state = 0
    replayed = decisions
    isRecorded = true
  }

  /// Makes the next decision: a number from 0 to `bound - 1`. The bound must be at least 1.
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

  /// Chooses an element of an array, in which the simplest element comes first, or returns nil if
  /// the array is empty.
  package func element<Element>(of elements: [Element]) -> Element? {
    elements.isEmpty ? nil : elements[below(elements.count)]
  }

  /// Returns true on average once in `count` calls. False is the simpler decision.
  package func isRare(oneIn count: Int) -> Bool { below(count) == count - 1 && count > 1 }

  /// Returns the next number of the random generator SplitMix64.
  private func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    return ChoiceSequence.mixed(state)
  }

  /// Mixes the bits of a number, so that similar numbers give very different results. Different
  /// numbers never give the same result.
  package static func mixed(_ number: UInt64) -> UInt64 {
    var mixed = number
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }

  /// Returns a seed for the part of the work with the name `name`, such as one table. Each part
  /// gets its own seed, so that a change in one part does not change the decisions of another one.
  package static func seed(_ seed: UInt64, for name: String) -> UInt64 {
    name.utf8.reduce(mixed(seed)) { mixed($0 ^ UInt64($1)) }
  }
}
