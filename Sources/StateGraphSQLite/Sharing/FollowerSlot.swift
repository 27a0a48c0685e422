import Synchronization

/// The registration of one follower, which is a reader of a file's commits. While it exists, every
/// writer of the file logs its commits, and keeps the part of the log that this follower has not
/// read.
///
/// The registration is a file lock, so the operating system removes it when the process dies.
final class FollowerSlot: Sendable {
  let file: SharingFile
  private let slot: Int

  /// Registers a follower. Nil if all slots are taken, or if writers cannot be told of another
  /// follower. The caller must then do without the log.
  init?(_ file: SharingFile) {
    guard let arrivals = file.arrivals else { return nil }
    let free = (0..<SharingFile.slotCount).first { slot in
      file.tryLock(byte: SharingFile.slotByte(slot), exclusive: true)
    }
    guard let free else { return nil }
    (self.file, slot) = (file, free)
    _ = file.writePosition(0, slot: slot)
    guard arrivals.add() else { return nil }
  }

  deinit { leave() }

  /// Ends the registration, even if this object is kept for longer.
  func leave() { file.unlock(byte: SharingFile.slotByte(slot)) }

  /// Notes that the follower has read the rows of the log up to `id`. If this fails, the only
  /// effect is that writers keep the rows longer.
  func didRead(through id: Int64) { _ = file.writePosition(id, slot: slot) }
}

extension SharingFile {
  /// Whether another object or process follows the file's commits. It needs no system call if there
  /// was no other follower at the last check and none has come since.
  var hasOtherFollowers: Bool {
    // The count must be read before the locks. A follower that comes after this line then changes
    // the count, and the next call notices it.
    let arrived = arrivals.map { UInt64($0.count) + 1 } ?? 0
    if arrived > 0, arrived == vacancy.load(ordering: .relaxed) { return false }
    let isFollowed = isLockedByAnother(SharingFile.slotBytes)
    vacancy.store(isFollowed ? 0 : arrived, ordering: .relaxed)
    return isFollowed
  }

  /// The number of the last row in the log that all other followers have read. Nil if the file has
  /// no other follower.
  var positionOfSlowestFollower: Int64? {
    bytesLockedByOthers(in: SharingFile.slotBytes)
      .map { readPosition(slot: $0 - SharingFile.slotBytes.lowerBound) ?? 0 }
      .min()
  }
}
