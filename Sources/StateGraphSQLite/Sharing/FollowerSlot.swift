import Synchronization

/// This object's place among those who follow a file's commits: while it lives, whoever writes the
/// file logs what it commits, and keeps what this follower has not read yet.
///
/// A follower that dies loses its place: it is a lock.
final class FollowerSlot: Sendable {
  let file: SharingFile
  private let slot: Int

  /// Nil where there are as many followers as there can be, or writers cannot be told that there is
  /// one more. Then commits look as if nobody had logged them.
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

  /// Gives the place back, whoever still has this object.
  func leave() { file.unlock(byte: SharingFile.slotByte(slot)) }

  /// Says that the log's rows up to `id` have been read. Where that fails they are kept longer.
  func didRead(through id: Int64) { _ = file.writePosition(id, slot: slot) }
}

extension SharingFile {
  /// Whether anyone but this object follows the file's commits. Where nobody has, and nobody has
  /// come since, the system is not asked.
  var hasOtherFollowers: Bool {
    // Before the locks: who comes later counts later.
    let arrived = arrivals.map { UInt64($0.count) + 1 } ?? 0
    if arrived > 0, arrived == vacancy.load(ordering: .relaxed) { return false }
    let isFollowed = isLockedByAnother(SharingFile.slotBytes)
    vacancy.store(isFollowed ? 0 : arrived, ordering: .relaxed)
    return isFollowed
  }

  /// The last row of the log that all other followers have read; nil where there is none.
  var positionOfSlowestFollower: Int64? {
    bytesLockedByOthers(in: SharingFile.slotBytes)
      .map { readPosition(slot: $0 - SharingFile.slotBytes.lowerBound) ?? 0 }
      .min()
  }
}
