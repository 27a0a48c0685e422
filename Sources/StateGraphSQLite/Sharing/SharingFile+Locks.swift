extension SharingFile {
  /// Locks one byte without waiting, or changes the kind of the lock that this object has on it.
  ///
  /// - Returns: Whether this object has the lock. If not, it keeps the lock that it had.
  package func tryLock(byte: Int, exclusive: Bool) -> Bool {
    attemptLock(byte: byte, exclusive: exclusive) == .acquired
  }

  /// Locks one byte without waiting, and says why it cannot.
  func attemptLock(byte: Int, exclusive: Bool) -> ByteLock.Attempt {
    ByteLock.attempt(descriptor, byte..<byte + 1, exclusive: exclusive)
  }

  /// Releases the lock on one byte, where this object has it.
  package func unlock(byte: Int) {
    ByteLock.release(descriptor, byte..<byte + 1)
  }

  /// Returns whether another object or process has a lock on any of `bytes`.
  package func isLockedByAnother(_ bytes: Range<Int>) -> Bool {
    ByteLock.conflict(descriptor, bytes) != nil
  }

  /// Returns the bytes of `bytes` that other objects and processes have locked, in order.
  package func bytesLockedByOthers(in bytes: Range<Int>) -> [Int] {
    var found: [Int] = []
    var rest = [bytes]
    while let range = rest.popLast() {
      // The system takes an empty range to reach to the end of the file.
      guard !range.isEmpty, let locked = ByteLock.conflict(descriptor, range), !locked.isEmpty
      else { continue }
      found += locked
      // The system reports some lock in the range, not necessarily the first.
      rest.append(locked.upperBound..<range.upperBound)
      rest.append(range.lowerBound..<locked.lowerBound)
    }
    return found.sorted()
  }
}
