/// Follows the recorded changes of a database's files, and determines which of them a power failure
/// could lose: the changes of a file since its last flush.
struct PowerLoss {
  private var pending: [FileChange] = []
  private var random: SplitMix
  /// Whether ``outcomes()`` has returned the loss of all pending changes since the last flush. The
  /// same loss after further changes leaves the same files, so it is not checked a second time.
  private var hasLostAll = false

  init(seed: UInt64) { random = SplitMix(state: seed) }

  /// Takes the next change of the recording. If it is a flush, the pending changes of its file
  /// reach the disk. Otherwise, the change becomes pending.
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

  /// Returns the possible outcomes of a power failure at this moment. Each outcome is a list of
  /// pending changes that have reached the disk nevertheless: all, none, or some of them.
  mutating func outcomes() -> [[FileChange]] {
    var outcomes = [pending]
    if pending.isEmpty { return outcomes }
    if !hasLostAll { outcomes.append([]) }
    hasLostAll = true
    if pending.count > 1 { outcomes.append(pending.filter { _ in random.next() & 1 == 0 }) }
    return outcomes
  }
}

/// A small random generator with a fixed seed, so that each run of a test loses the same writes.
struct SplitMix {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var number = (state ^ state >> 30) &* 0xbf58_476d_1ce4_e5b9
    number = (number ^ number >> 27) &* 0x94d0_49bb_1331_11eb
    return number ^ number >> 31
  }
}
