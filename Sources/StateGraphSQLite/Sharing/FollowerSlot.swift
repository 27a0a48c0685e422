import Glibc
import StateGraphThreads

/// The registration of one follower. A follower is an object that reads the commits of a file one
/// by one, usually in another process.
///
/// While the registration exists, every writer of the file logs its commits. Writers also keep the
/// part of the log that this follower has not read. The registration is a lock on one byte of the
/// sharing file, called a slot. The operating system removes the lock when the process dies.
final class FollowerSlot: Sendable {
  let file: SharingFile
  private let slot: Int

  /// Registers a follower by locking the byte of a free slot. Returns nil if all slots are taken.
  ///
  /// If another object has the file open, the method waits for one time slice, because a writer
  /// that found no follower looks for followers again only after this time. Every write that begins
  /// after the method has returned is therefore logged. See ``InterprocessWriteLock/isFollowed``.
  ///
  /// Without a registration, this process still detects commits, but it does not get the list of
  /// their changes.
  init?(_ file: SharingFile) {
    let free = (0..<SharingFile.slotCount).first { slot in
      file.tryLock(byte: SharingFile.slotByte(slot), exclusive: true)
    }
    guard let free else { return nil }
    (self.file, slot) = (file, free)
    _ = file.writePosition(0, slot: slot)
    file.countArrival()
    let presence = SharingFile.presenceByte..<SharingFile.presenceByte + 1
    if file.isLockedByAnother(presence) { FollowerSlot.waitForOneSlice() }
  }

  private static func waitForOneSlice() {
    let end = Int64(SystemClock.uptime) + InterprocessWriteLock.sliceNanoseconds
    while case let rest = end - Int64(SystemClock.uptime), rest > 0 {
      usleep(UInt32(rest / 1_000 + 1))
    }
  }

  deinit { leave() }

  /// Ends the registration before this object is deallocated. Writers then no longer log commits
  /// for this follower.
  func leave() { file.unlock(byte: SharingFile.slotByte(slot)) }

  /// Records in the sharing file that the follower has read the rows of the commit log up to `id`.
  ///
  /// If the position cannot be written, writers keep these rows longer, which is harmless.
  func didRead(through id: Int64) { _ = file.writePosition(id, slot: slot) }
}

extension SharingFile {
  /// Whether another object or process is registered as a follower, so that this writer must log
  /// its commits. Costs one system call.
  var hasOtherFollowers: Bool { isLockedByAnother(SharingFile.slotBytes) }

  /// The smallest `id` up to which any other follower has read the commit log. All other followers
  /// have read the rows up to this `id`. It is nil if the file has no other follower.
  var positionOfSlowestFollower: Int64? {
    bytesLockedByOthers(in: SharingFile.slotBytes)
      .map { readPosition(slot: $0 - SharingFile.slotBytes.lowerBound) ?? 0 }
      .min()
  }
}
