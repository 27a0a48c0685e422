extension RowImage {
  /// This image with one column changed.
  package func replacing(_ index: Int, by value: SQLiteValue) -> RowImage {
    value.withCell { replacing(index, by: $0) }
  }

  /// This image with some columns changed; of several for one column the last counts.
  package func replacing(_ changes: [(index: Int, value: SQLiteValue)]) -> RowImage {
    var image = self
    for change in changes { image = image.replacing(change.index, by: change.value) }
    return image
  }

  /// The bytes of the other columns are copied as they are, without a look at what they mean.
  private func replacing(_ index: Int, by cell: RowCell) -> RowImage {
    let count = count
    return storage.withUnsafeMutablePointerToElements { entries in
      let start = index == 0 ? 0 : Int(entries[index - 1] >> 3)
      let oldEnd = Int(entries[index] >> 3)
      let size = Int(entries[count - 1] >> 3)
      let newEnd = start + cell.size
      let made = RowImageStorage.make(columnCount: count, payloadSize: size - oldEnd + newEnd)
      made.withUnsafeMutablePointerToElements { target in
        let source = UnsafeRawPointer(entries + count)
        let payload = UnsafeMutableRawPointer(target + count)
        for other in 0..<index { target[other] = entries[other] }
        payload.copyMemory(from: source, byteCount: start)
        target[index] = UInt32(newEnd) << 3 | cell.storageClass.rawValue
        cell.copyBytes(to: payload + start)
        for other in index + 1..<count {
          let end = Int(entries[other] >> 3) - oldEnd + newEnd
          target[other] = UInt32(end) << 3 | entries[other] & 7
        }
        (payload + newEnd).copyMemory(from: source + oldEnd, byteCount: size - oldEnd)
      }
      return RowImage(storage: made)
    }
  }
}
