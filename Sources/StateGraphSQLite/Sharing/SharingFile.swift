import Glibc
import Synchronization

/// The file beside a database, `<path>-sharing`, in which those who share the database tell each
/// other what they are doing: by locks on single bytes, and by the positions of followers.
///
/// A lock belongs to this object (an open file description, `F_OFD_SETLK` of fcntl(2)): two objects
/// of one process exclude each other as two processes do, and the system drops what a process held
/// when it dies, however it dies. Nothing else opens this file, and this type opens no other: a
/// descriptor of the database itself that is closed would drop SQLite's locks on it
/// (<https://sqlite.org/howtocorrupt.html>, section 2.2).
///
/// Safe to use from several threads at once. The last one to let go of the file removes it.
package final class SharingFile: Sendable {
  /// Whoever has it, alone, may begin to write.
  package static let turnByte = 0
  static let turnBytes = turnByte..<turnByte + 1
  /// Held, with others, by everyone who has the file open.
  package static let presenceByte = 1
  /// Held, alone, by the follower of each slot.
  package static let slotBytes = 64..<(64 + slotCount)
  /// How many followers there can be at once.
  package static let slotCount = 256

  /// Where the positions begin, of eight bytes for each slot. Before them are the number of the
  /// last ticket (see ``TurnQueue``) and that of followers (``ArrivalCounter``).
  static let positionsOffset = 4096
  /// No size that a database can have, which is a multiple of 512: by its size a file of another
  /// kind is known without being opened.
  static let byteCount = positionsOffset + 8 * slotCount + 1

  let descriptor: Int32
  let path: String
  /// Nil where there is none; others have to be asked for then.
  let arrivals: ArrivalCounter?
  /// One more than what ``arrivals`` counted when nobody else followed; 0 where somebody did.
  let vacancy = Atomic<UInt64>(0)

  /// - Parameter descriptor: Becomes this object's, with presence locked.
  init(descriptor: Int32, path: String) {
    self.descriptor = descriptor
    self.path = path
    arrivals = ArrivalCounter(descriptor)
  }

  deinit {
    // Not by making the lock exclusive: of two who try that at once neither would get it.
    unlock(byte: SharingFile.presenceByte)
    // Nobody has it open, nor can be sure to have opened it before this lock is gone.
    if tryLock(byte: SharingFile.presenceByte, exclusive: true), isInPlace { unlink(path) }
    close(descriptor)
  }

  /// Whether somebody has removed the file: the cheap half of ``isInPlace``.
  var isRemoved: Bool {
    var information = stat()
    return fstat(descriptor, &information) == 0 && information.st_nlink == 0
  }

  /// Whether the file is still the one that others find at its path. It is not once somebody has
  /// removed it; who comes then opens another, and neither excludes the other any more.
  package var isInPlace: Bool {
    var (mine, found) = (stat(), stat())
    return fstat(descriptor, &mine) == 0 && lstat(path, &found) == 0
      && mine.st_ino == found.st_ino && mine.st_dev == found.st_dev
  }
}

extension DatabaseLocation {
  /// Nil in memory, which nobody shares.
  var sharingPath: String? {
    guard case .file(let path) = self else { return nil }
    return path + "-sharing"
  }
}
