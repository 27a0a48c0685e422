/// An exclusive lock with a name beside a database, such as the lock of a session.
///
/// The lock is a byte of the sharing file, far behind its end. The hash of the name determines the
/// byte, so that the lock needs no row of the database. Two objects exclude each other, in one
/// process or in two. The operating system releases the lock of a process that dies.
package final class NamedLock: Sendable {
  /// The result of an attempt to take a lock.
  package enum Attempt: Sendable {
    case acquired(NamedLock)
    case heldByAnother
    /// The sharing file or its locks cannot be used. `reason` is one clause, without a full stop.
    case unavailable(reason: String)
  }

  /// The first byte of named locks, behind the tickets of ``InterprocessLockQueue``.
  static let firstByte = 1 << 41

  private let file: SharingFile
  private let byte: Int

  private init(_ file: SharingFile, byte: Int) {
    (self.file, self.byte) = (file, byte)
  }

  deinit { file.unlock(byte: byte) }

  /// Tries once to take a lock, without waiting. The lock is held as long as the object exists.
  package static func attempt(_ name: String, beside location: DatabaseLocation) -> Attempt {
    let file: SharingFile
    do {
      file = try SharingFile.open(beside: location)
    } catch {
      return .unavailable(reason: error.description)
    }
    let byte = byte(of: name)
    switch file.attemptLock(byte: byte, exclusive: true) {
    case .acquired: return .acquired(NamedLock(file, byte: byte))
    case .heldByAnother: return .heldByAnother
    case .unavailable(let code): return .unavailable(reason: systemMessage(code))
    }
  }

  /// Returns whether an object or a process holds a lock. True if this cannot be found out.
  package static func isHeld(_ name: String, beside location: DatabaseLocation) -> Bool {
    guard let file = try? SharingFile.open(beside: location) else { return true }
    let byte = byte(of: name)
    return file.isLockedByAnother(byte..<byte + 1)
  }

  /// Returns the byte of a name, by the 64-bit hash FNV-1a of its UTF-8 bytes.
  static func byte(of name: String) -> Int {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in name.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    // The sum must stay below the largest offset of a file.
    return firstByte + Int(hash >> 3)
  }
}
