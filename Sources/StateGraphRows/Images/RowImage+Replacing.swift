extension RowImage {
  /// Returns a copy of this row with another value in the column at `index`.
  package func replacing(_ index: Int, by value: SQLiteValue) -> RowImage {
    value.withCell { replacing(index, by: $0) }
  }

  /// Returns a copy of this row with new values in some columns.
  ///
  /// If `changes` contains several values for a column, the last value is used.
  package func replacing(_ changes: [(index: Int, value: SQLiteValue)]) -> RowImage {
    var image = self
    for change in changes { image = image.replacing(change.index, by: change.value) }
    return image
  }

  /// Returns a copy of this row with another value in one column.
  ///
  /// All other columns are copied as bytes, without decoding.
  private func replacing(_ index: Int, by cell: RowCell) -> RowImage {
    withExtendedLifetime(self) {
      let source = RowImageParts(storage)
      let start = index == 0 ? 0 : Int(source.entry(at: index - 1) >> 3)
      let oldEnd = Int(source.entry(at: index) >> 3)
      let size = Int(source.entry(at: count - 1) >> 3)
      let newEnd = start + cell.size
      let made = RowImageStorage.make(columnCount: count, payloadSize: size - oldEnd + newEnd)
      let target = RowImageParts(made)
      for other in 0..<count {
        let entry = source.entry(at: other)
        let end = Int(entry >> 3)
        if other == index {
          target.setEntry(at: other, end: newEnd, cell.storageClass)
        } else {
          target.setEntry(
            at: other,
            end: other < index ? end : end - oldEnd + newEnd,
            StorageClass(tag: entry & 7)
          )
        }
      }
      let (bytes, payload) = (UnsafeRawPointer(source.payload), target.payload)
      payload.copyMemory(from: bytes, byteCount: start)
      cell.copyBytes(to: payload + start)
      (payload + newEnd).copyMemory(from: bytes + oldEnd, byteCount: size - oldEnd)
      return RowImage(storage: made)
    }
  }
}
