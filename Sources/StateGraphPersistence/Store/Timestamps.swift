import StateGraphSQLite

extension TableContext {
  /// Returns the image of a new row. Each timestamp that the program has not set gets the time of
  /// the open write.
  func stamping(_ image: RowImage) -> RowImage {
    let timestamps = definition.insertionTimestamps + definition.updateTimestamps
    let missing = timestamps.map { keyCount + $0 }.filter { image.storageClass(at: $0) == .null }
    if missing.isEmpty { return image }
    let time = graph.writeTime.value
    return image.replacing(missing.map { ($0, time) })
  }

  /// Returns the new values of the columns with the option `.timestamp(.update)`, for an UPDATE of
  /// other columns of the row.
  ///
  /// - Parameter index: The column that the program sets. If this column is itself a timestamp, it
  ///   keeps the value that the program sets.
  func timestampChanges(besides index: Int?) -> [ColumnChange] {
    if definition.updateTimestamps.isEmpty { return [] }
    let time = graph.writeTime.value
    return definition.updateTimestamps.filter { $0 != index }
      .map { ColumnChange(index: $0, value: time) }
  }
}
