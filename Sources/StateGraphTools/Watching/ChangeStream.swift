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

  /// Tells commit by commit what was logged, and reads the tables where something was not.
  package func look(_ reader: CommitReader, _ output: ByteOutput) throws -> DatabaseWatch.Next {
    let isFirst = watches == nil
    let watches = try watches ?? tableWatches(on: reader.connection)
    self.watches = watches
    let isCheap = try reader.read { changeSet in
      guard !isFinished else { return true }
      guard watches.allSatisfy({ $0.knows(changeSet) }) else { return false }
      try tell(to: output) { tell in for watch in watches { try watch.follow(changeSet, tell) } }
      return true
    } everything: {
      guard !isFinished else { return }
      try tell(to: output) { tell in
        for watch in watches { try watch.look(on: reader.connection, tell) }
      }
    }
    if isFirst { didStart() }
    try output.flush()
    return isFinished ? .end : isCheap ? .lookAtOnce : .lookAgain
  }

  private var isFinished: Bool { limit.map { changeCount >= $0 } ?? false }

  private func tableWatches(on connection: Connection) throws -> [TableWatch] {
    let lookup = TableLookup(try SchemaReader(connection).tables())
    return try names.map { try TableWatch(lookup.table($0), keepsValues: keepsValues) }
  }

  /// One commit, or all that came between two looks at the tables.
  private func tell(
    to output: ByteOutput,
    _ body: ((RowChange) throws -> Void) throws -> Void
  ) throws {
    let commit = commitCount + 1
    try body { change in
      commitCount = commit
      changeCount += 1
      try change.append(to: output, commit: commit)
    }
  }
}
