package import StateGraphSQLite

/// The changes of several tables as JSON lines.
package final class ChangeStream {
  private let names: [String]
  private let keepsValues: Bool
  private let limit: Int?
  private let didStart: () -> Void
  private var watches: [TableWatch]?
  private var commitCount = 0
  private var changeCount = 0

  /// - Parameter didStart: Called after the first look: what is committed from then on is told.
  package init(
    _ names: [String],
    keepsValues: Bool,
    limit: Int?,
    didStart: @escaping () -> Void
  ) {
    (self.names, self.keepsValues, self.limit) = (names, keepsValues, limit)
    self.didStart = didStart
  }

  /// Returns false when as many changes were told as were asked for.
  package func look(on connection: Connection, _ output: ByteOutput) throws -> Bool {
    guard let watches else {
      let lookup = TableLookup(try SchemaReader(connection).tables())
      let watches = try names.map { name in
        try TableWatch(lookup.table(name), keepsValues: keepsValues)
      }
      for watch in watches { try watch.look(on: connection) { _ in } }
      self.watches = watches
      didStart()
      return true
    }
    var isFirst = true
    for watch in watches {
      try watch.look(on: connection) { change in
        if isFirst { commitCount += 1 }
        isFirst = false
        changeCount += 1
        try change.append(to: output, commit: commitCount)
      }
    }
    try output.flush()
    return limit.map { changeCount < $0 } ?? true
  }
}
