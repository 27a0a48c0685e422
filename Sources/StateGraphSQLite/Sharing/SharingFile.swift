import Glibc
import Synchronization

/// The file beside a database, `<path>-sharing`, by which the processes that share the database
/// coordinate: with locks on single bytes, and with the read positions of followers.
///
/// A lock belongs to this object (to an open file description, `F_OFD_SETLK` of fcntl(2)). Two
/// objects of one process therefore exclude each other as two processes do, and the system releases
/// the locks of a process that dies. No other code opens this file, and this type opens no
/// database: closing a descriptor of a database would drop SQLite's locks on it
/// (<https://sqlite.org/howtocorrupt.html>, section 2.2).
///
/// Thread-safe. The last object that closes the file removes it.
package final class SharingFile: Sendable {
  /// The byte whose exclusive lock is the ``InterprocessWriteLock``.
  package static let writeLockByte = 0
  static let writeLockBytes = writeLockByte..<writeLockByte + 1
  /// The byte on which every process that has the file open holds a shared lock.
  package static let presenceByte = 1
  /// The bytes of the followers' slots. Each follower holds the exclusive lock on one byte.
  package static let slotBytes = 64..<(64 + slotCount)
  /// The largest number of followers at one time.
  package static let slotCount = 256

  /// The offset of the positions, which have eight bytes for each slot. Before them are the number
  /// of the last ticket (``InterprocessLockQueue``) and the count of followers
  /// (``ArrivalCounter``).
  static let positionsOffset = 4096
  /// The size of the file. It is not a multiple of 512, as the size of a database is, so that a
  /// file of another kind is recognised without being opened.
  static let byteCount = positionsOffset + 8 * slotCount + 1

  let descriptor: Int32
  let path: String
  /// Nil if the page could not be mapped. The locks of the slots then have to be read each time.
  let arrivals: ArrivalCounter?
  /// One more than the count of ``arrivals`` when the file last had no other follower; 0 if it
  /// had one.
  let vacancy = Atomic<UInt64>(0)

  /// - Parameters:
  ///   - descriptor: An open descriptor with the presence byte locked. This object closes it.
  ///   - path: The path of the file.
  init(descriptor: Int32, path: String) {
    self.descriptor = descriptor
    self.path = path
    arrivals = ArrivalCounter(descriptor)
  }

  deinit {
    // Not by upgrading the shared lock: of two objects that try this at once, neither would
    // succeed.
    unlock(byte: SharingFile.presenceByte)
    // With the exclusive lock, no other process has the file open. A process that opens it now
    // checks afterwards that the file is still in place.
    if tryLock(byte: SharingFile.presenceByte, exclusive: true), isInPlace { unlink(path) }
    close(descriptor)
  }

  /// Whether the file was removed. Cheaper than ``isInPlace``, which also finds a replaced file.
  var isRemoved: Bool {
    var information = stat()
    return fstat(descriptor, &information) == 0 && information.st_nlink == 0
  }

  /// Whether the path still leads to this file. After the file was removed, other processes create
  /// a new one, and their locks do not exclude the locks of this one.
  package var isInPlace: Bool {
    var (mine, found) = (stat(), stat())
    return fstat(descriptor, &mine) == 0 && lstat(path, &found) == 0
      && mine.st_ino == found.st_ino && mine.st_dev == found.st_dev
  }
}

extension DatabaseLocation {
  /// Nil for a database in memory, which cannot be shared.
  var sharingPath: String? {
    guard case .file(let path) = self else { return nil }
    return path + "-sharing"
  }
}
