import Glibc

/// The registration of one follower, an object that reads the commits of a file.
///
/// While the registration exists, every writer of the file logs its commits. Writers also keep the
/// part of the log that this follower has not read. The registration is a lock, so the operating
/// system removes it when the process dies.
final class FollowerSlot: Sendable {
  let file: SharingFile
  private let slot: Int

  /// Registers a follower by locking a byte of the sharing file. Returns nil if all slots are
  /// taken.
  ///
  /// A writer that found no follower looks for followers again only after one time slice. The
  /// method therefore waits for this time if another object has the file open. Every write that
  /// begins afterwards is logged. See ``InterprocessWriteLock/isFollowed``.
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
    let end = monotonicNanoseconds() + InterprocessWriteLock.sliceNanoseconds
    while case let rest = end - monotonicNanoseconds(), rest > 0 {
      usleep(UInt32(rest / 1_000 + 1))
    }
  }

  deinit { leave() }

  /// Ends the registration before this object is deallocated.
  func leave() { file.unlock(byte: SharingFile.slotByte(slot)) }

  /// Records that the follower has read the rows of the commit log up to `id`.
  ///
  /// If the position cannot be written, writers keep these rows longer, which is harmless.
  func didRead(through id: Int64) { _ = file.writePosition(id, slot: slot) }
}

extension SharingFile {
  /// Whether another object or process is registered as a follower. Costs one system call.
  var hasOtherFollowers: Bool { isLockedByAnother(SharingFile.slotBytes) }

  /// The `id` of the last row in the commit log that all other followers have read. Nil if the file
  /// has no other follower.
  var positionOfSlowestFollower: Int64? {
    bytesLockedByOthers(in: SharingFile.slotBytes)
      .map { readPosition(slot: $0 - SharingFile.slotBytes.lowerBound) ?? 0 }
      .min()
  }
}
