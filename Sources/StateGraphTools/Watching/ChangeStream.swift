import StateGraphFormats
package import StateGraphSQLite

/// Writes the row changes of several tables as JSON, one line for each changed row. The command
/// `watch` uses it.
package final class ChangeStream {
  private let names: [String]
  private let keepsValues: Bool
  private let limit: Int?
  private let didStart: ([String]) -> Void
  private var watches: [TableWatch]?
  private var leftOut: [String] = []
  private var commitCount = 0
  private var changeCount = 0

  /// Creates a stream for the tables with these names. The first ``poll(_:to:)`` reads the tables.
  ///
  /// - Parameters:
  ///   - names: The names of the tables to watch.
  ///   - keepsValues: Whether to keep the values of all rows in memory. If true, a change is
  ///     reported with the old values.
  ///   - limit: The number of changes after which the stream ends, or nil for no limit.
  ///   - didStart: Is called after the first poll. The stream reports all commits that follow this
  ///     call. The argument has a clause for each generated column that is left out, because only
  ///     the program that made the file can compute it.
  package init(
    _ names: [String],
    keepsValues: Bool,
    limit: Int?,
    didStart: @escaping ([String]) -> Void
  ) {
    (self.names, self.keepsValues, self.limit) = (names, keepsValues, limit)
    self.didStart = didStart
  }

  /// Writes the changes since the last poll. Returns when the caller must poll the next time.
  ///
  /// The stream reports each commit of the commit log separately. If the log does not contain all
  /// changes of a commit, the stream reads the complete tables instead.
  package func poll(_ reader: CommitReader, to output: ByteOutput) throws -> DatabaseWatch.Next {
    let isFirst = watches == nil
    let watches = try watches ?? tableWatches(on: reader.connection)
    self.watches = watches
    let isCheap = try reader.read { changeSet in
      guard !isFinished else { return true }
      guard watches.allSatisfy({ $0.canFollow(changeSet) }) else { return false }
      try report(to: output) { report in
        for watch in watches { try watch.follow(changeSet, report: report) }
      }
      return true
    } everything: {
      guard !isFinished else { return }
      try report(to: output) { report in
        for watch in watches { try watch.scan(on: reader.connection, report) }
      }
    }
    if isFirst { didStart(leftOut) }
    try output.flush()
    return isFinished ? .end : isCheap ? .pollOnChange : .pollAfterInterval
  }

  private var isFinished: Bool { limit.map { changeCount >= $0 } ?? false }

  private func tableWatches(on connection: Connection) throws -> [TableWatch] {
    let lookup = TableLookup(try SchemaReader(connection).tables())
    return try names.map { name in
      let table = try lookup.table(name)
      let left = uncomputable(in: table, on: connection)
      leftOut += left.map { "\(printable($0.name)) of \(printable(table.name)): \($0.reason)" }
      return try TableWatch(table, keepsValues: keepsValues, without: left.map(\.name))
    }
  }

  private func uncomputable(
    in table: TableSchema,
    on connection: Connection
  ) -> [(name: String, reason: String)] {
    table.columns.filter { $0.generation == .virtual }.compactMap { column in
      do throws(DatabaseError) {
        let sql: SQL = "SELECT \(column: column.name) FROM main.\(table: table.name)"
        _ = try connection.prepare(sql)
        return nil
      } catch {
        return error.code == .missingExtension ? (column.name, error.clause) : nil
      }
    }
  }

  /// Writes the changes of one commit with the number of this commit. If a read of the complete
  /// tables has found the changes, they count as one commit, even if several commits have made
  /// them.
  private func report(
    to output: ByteOutput,
    _ body: ((WatchEvent) throws -> Void) throws -> Void
  ) throws {
    let commit = commitCount + 1
    try body { change in
      commitCount = commit
      changeCount += 1
      try change.append(to: output, commit: commit)
    }
  }
}
