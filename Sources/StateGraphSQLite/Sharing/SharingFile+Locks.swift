extension SharingFile {
  /// Locks one byte of the file without waiting. If this object already has a lock on the byte,
  /// changes it between shared and exclusive.
  ///
  /// - Returns: Whether the lock was taken or changed. If false, an earlier lock of this object
  ///   stays as it was.
  package func tryLock(byte: Int, exclusive: Bool) -> Bool {
    attemptLock(byte: byte, exclusive: exclusive) == .acquired
  }

  /// Locks one byte of the file without waiting. If the byte cannot be locked, returns the reason.
  func attemptLock(byte: Int, exclusive: Bool) -> ByteLock.Attempt {
    ByteLock.attempt(descriptor, bytes: byte..<byte + 1, exclusive: exclusive)
  }

  /// Releases this object's lock on one byte. Does nothing if this object has no lock on the byte.
  package func unlock(byte: Int) {
    ByteLock.release(descriptor, bytes: byte..<byte + 1)
  }

  /// Returns whether another object or process has a lock on any of `bytes`.
  package func isLockedByAnother(_ bytes: Range<Int>) -> Bool {
    ByteLock.conflict(descriptor, bytes: bytes) != nil
  }

  /// Returns the bytes in the range `bytes` that other objects and processes have locked, in
  /// ascending order.
  package func bytesLockedByOthers(in bytes: Range<Int>) -> [Int] {
    var found: [Int] = []
    var rest = [bytes]
    while let range = rest.popLast() {
      // The operating system would extend a range of length zero to the end of the file.
      guard !range.isEmpty, let locked = ByteLock.conflict(descriptor, bytes: range),
        !locked.isEmpty
      else { continue }
      found += locked
      // The operating system reports any lock in the range, not always the first one. The ranges
      // before and after the reported lock are therefore searched, too.
      rest.append(locked.upperBound..<range.upperBound)
      rest.append(range.lowerBound..<locked.lowerBound)
    }
    return found.sorted()
  }
}
