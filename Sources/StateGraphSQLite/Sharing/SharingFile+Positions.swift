import Glibc

extension SharingFile {
  /// The byte by whose exclusive lock a follower has a slot.
  package static func slotByte(_ slot: Int) -> Int { slotBytes.lowerBound + slot }

  /// The position that was written for a slot last, in this use of the file; 0 where none was, and
  /// nil where it cannot be read.
  ///
  /// - Parameter slot: From 0 to ``slotCount``, excluded.
  package func readPosition(slot: Int) -> Int64? {
    var position: Int64 = 0
    let count = MemoryLayout.size(ofValue: position)
    let read = pread(descriptor, &position, count, offset(of: slot))
    return read == count ? Int64(littleEndian: position) : nil
  }

  /// Says how far a slot's follower has come: call with its byte locked. Returns false where there
  /// is no room for it on the disk.
  package func writePosition(_ position: Int64, slot: Int) -> Bool {
    var position = position.littleEndian
    let count = MemoryLayout.size(ofValue: position)
    return pwrite(descriptor, &position, count, offset(of: slot)) == count
  }

  private func offset(of slot: Int) -> off_t {
    precondition((0..<SharingFile.slotCount).contains(slot))
    return off_t(SharingFile.positionsOffset + 8 * slot)
  }
}
