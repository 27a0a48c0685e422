import StateGraphSQLite

/// The time of the open write, which all timestamps of the write have in common.
///
/// Only the thread that holds the write lock uses this object.
final class WriteTime {
  private let clock: @Sendable () -> SQLiteValue
  @exclusivity(unchecked) private var known: SQLiteValue?

  init(_ configuration: Database.Configuration) {
    clock = { [now = configuration.transactionClock] in now().value }
  }

  /// The time in the form that a column stores. The first access in a write calls the clock.
  var value: SQLiteValue {
    if let known { return known }
    let now = clock()
    known = now
    return now
  }

  /// Forgets the time. Call at the beginning of an outermost write.
  func writeWillBegin() { known = nil }
}

extension TableContext {
  /// Returns the image of a new row. Each timestamp that the program has not set gets the time of
  /// the open write.
  func stamping(_ image: RowImage) -> RowImage {
    if definition.timestampIndexes.isEmpty { return image }
    let missing = definition.timestampIndexes.filter { image.storageClass(at: $0) == .null }
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
