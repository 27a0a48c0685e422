extension SharingFile {
  /// Locks one byte, or changes the kind of the lock that this object has on it, without waiting.
  /// Returns whether it has it; where not, it keeps what it had.
  package func tryLock(byte: Int, exclusive: Bool) -> Bool {
    attemptLock(byte: byte, exclusive: exclusive) == .acquired
  }

  /// The same, for those to whom it matters why not.
  func attemptLock(byte: Int, exclusive: Bool) -> ByteLock.Attempt {
    ByteLock.attempt(descriptor, byte..<byte + 1, exclusive: exclusive)
  }

  /// Lets go of the lock on one byte, where this object has it.
  package func unlock(byte: Int) {
    ByteLock.release(descriptor, byte..<byte + 1)
  }

  /// Whether anyone but this object has a lock on any of `bytes`.
  package func isLockedByAnother(_ bytes: Range<Int>) -> Bool {
    ByteLock.conflict(descriptor, bytes) != nil
  }

  /// Those of `bytes` that others have locked, in order.
  package func bytesLockedByOthers(in bytes: Range<Int>) -> [Int] {
    var found: [Int] = []
    var rest = [bytes]
    while let range = rest.popLast() {
      // Of no length it would be all that is behind.
      guard !range.isEmpty, let locked = ByteLock.conflict(descriptor, range), !locked.isEmpty
      else { continue }
      found += locked
      // The system names some lock of the range, which need not be the first.
      rest.append(locked.upperBound..<range.upperBound)
      rest.append(range.lowerBound..<locked.lowerBound)
    }
    return found.sorted()
  }
}
