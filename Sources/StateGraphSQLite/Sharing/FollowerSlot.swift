/// This object's place among those who follow a file's commits: while it lives, whoever writes the
/// file logs what it commits, and keeps what this follower has not read yet.
///
/// A follower that dies loses its place: it is a lock.
final class FollowerSlot: Sendable {
  let file: SharingFile
  private let slot: Int

  /// Nil where there are as many followers as there can be. Then commits look as if nobody had
  /// logged them.
  init?(_ file: SharingFile) {
    let free = (0..<SharingFile.slotCount).first { slot in
      file.tryLock(byte: SharingFile.slotByte(slot), exclusive: true)
    }
    guard let free else { return nil }
    (self.file, slot) = (file, free)
    _ = file.writePosition(0, slot: slot)
  }

  deinit { leave() }

  /// Gives the place back, whoever still has this object.
  func leave() { file.unlock(byte: SharingFile.slotByte(slot)) }

  /// Says that the log's rows up to `id` have been read. Where that fails they are kept longer.
  func didRead(through id: Int64) { _ = file.writePosition(id, slot: slot) }
}

extension SharingFile {
  /// Whether anyone but this object follows the file's commits.
  var hasOtherFollowers: Bool { isLockedByAnother(SharingFile.slotBytes) }

  /// The last row of the log that all other followers have read; nil where there is none.
  var positionOfSlowestFollower: Int64? {
    bytesLockedByOthers(in: SharingFile.slotBytes)
      .map { readPosition(slot: $0 - SharingFile.slotBytes.lowerBound) ?? 0 }
      .min()
  }
}
