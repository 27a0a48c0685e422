/// The changes that have not reached the disk when the power fails.
struct PowerLoss {
  private var pending: [FileChange] = []
  private var random: SplitMix
  /// Whether no flush and no change has come since the last crash without the pending changes.
  private var hasLostAll = false

  init(seed: UInt64) { random = SplitMix(state: seed) }

  /// Takes the next change of the recording.
  ///
  /// - Returns: The changes that the disk certainly has from now on.
  mutating func take(_ change: FileChange) -> [FileChange] {
    guard change.isFlush else {
      pending.append(change)
      return []
    }
    defer { pending.removeAll { $0.file == change.file } }
    hasLostAll = false
    return pending.filter { $0.file == change.file }
  }

  /// Returns the lists of changes that the disk may have in addition, if the power fails now: all,
  /// none, and some of them.
  mutating func outcomes() -> [[FileChange]] {
    var outcomes = [pending]
    if pending.isEmpty { return outcomes }
    if !hasLostAll { outcomes.append([]) }
    hasLostAll = true
    if pending.count > 1 { outcomes.append(pending.filter { _ in random.next() & 1 == 0 }) }
    return outcomes
  }
}

/// A small generator of random numbers, so that each run loses the same writes.
struct SplitMix {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var number = (state ^ state >> 30) &* 0xbf58_476d_1ce4_e5b9
    number = (number ^ number >> 27) &* 0x94d0_49bb_1331_11eb
    return number ^ number >> 31
  }
}
