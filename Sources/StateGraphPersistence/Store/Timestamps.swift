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

  /// Returns the changes that set each column with the option `.timestamp(.update)` to the time of
  /// the open write.
  ///
  /// - Parameter index: The column that the program sets. The result leaves this column out, so a
  ///   timestamp that the program sets keeps its value. If nil, the result leaves no column out.
  func timestampChanges(besides index: Int?) -> [ColumnChange] {
    if definition.updateTimestamps.isEmpty { return [] }
    let time = graph.writeTime.value
    return definition.updateTimestamps.filter { $0 != index }
      .map { ColumnChange(index: $0, value: time) }
  }
}
