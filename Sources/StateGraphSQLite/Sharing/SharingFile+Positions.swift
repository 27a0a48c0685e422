import Glibc

extension SharingFile {
  /// Returns the byte of the sharing file that belongs to a slot, the place of one follower. A
  /// follower reserves the slot with an exclusive lock on this byte.
  package static func slotByte(_ slot: Int) -> Int { slotBytes.lowerBound + slot }

  /// Returns the position of the follower in a slot: the `id` of the last row in the commit log
  /// that this follower has read.
  ///
  /// Returns 0 if no position was written for the slot, and nil if the file cannot be read.
  ///
  /// - Parameter slot: The number of the slot, from 0 to ``slotCount`` - 1.
  package func readPosition(slot: Int) -> Int64? {
    var position: Int64 = 0
    let count = MemoryLayout.size(ofValue: position)
    let read = pread(descriptor, &position, count, offset(of: slot))
    return read == count ? Int64(littleEndian: position) : nil
  }

  /// Writes the position of the follower in a slot: the `id` of the last row in the commit log that
  /// this follower has read.
  ///
  /// Call this only while holding the lock on the byte of the slot.
  ///
  /// - Returns: Whether the position was written. False if the disk has no room.
  package func writePosition(_ position: Int64, slot: Int) -> Bool {
    var position = position.littleEndian
    let count = MemoryLayout.size(ofValue: position)
    return pwrite(descriptor, &position, count, offset(of: slot)) == count
  }

  /// The offset of a 32-bit counter: how many followers have ever registered, modulo 2³².
  private static let arrivalsOffset: off_t = 8

  /// Increments the counter of registered followers. Call this after a follower has locked its
  /// slot.
  ///
  /// Only version 0.1 of the library reads the counter. A writer of that version looks for
  /// followers when the counter has changed. If two followers increment the counter at the same
  /// time, one increment may be lost, but the writer still sees that the counter has changed.
  func countArrival() {
    var count: UInt32 = 0
    let size = MemoryLayout.size(ofValue: count)
    _ = pread(descriptor, &count, size, SharingFile.arrivalsOffset)
    count &+= 1
    _ = pwrite(descriptor, &count, size, SharingFile.arrivalsOffset)
  }

  private func offset(of slot: Int) -> off_t {
    precondition((0..<SharingFile.slotCount).contains(slot))
    return off_t(SharingFile.positionsOffset + 8 * slot)
  }
}
