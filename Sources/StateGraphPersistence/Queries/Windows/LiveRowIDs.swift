import StateGraphSQLite
import StateGraphThreads

/// Reads the rowids for one node.
final class LiveRowIDs<Element: Entity>: Sendable {
  private struct Following {
    let slot: WindowSlot
    /// Keeps the slot registered for changed rows.
    let registration: SlotRegistration
  }

  private let query: Query<Element>
  /// The slot and its registration, from the first read on.
  private let following = Guarded<Following?>(nil)

  init(of query: Query<Element>) { self.query = query }

  var current: RowIDs {
    guard case .table(let table) = query.source else { return RowIDs() }
    guard !table.comparesDeletedEntity(query.shape) else { return RowIDs() }
    return table.reporting(RowIDs()) {
      let following = try follow(table)
      // The dependency is added before the read. If a commit happens between the two, the
      // evaluation is repeated.
      following.slot.signal.depend()
      return try table.reading({ try table.statement(query.shape, result: .rowIDs) }) { statement in
        // The rows of a write that is not committed, or of a snapshot, are not kept.
        if UncommittedValues.areVisible {
          return try read(statement, merge: nil, in: table.database)
        }
        let (merge, version) = following.slot.start()
        let ids = try read(statement, merge: merge, in: table.database)
        following.slot.keep(ids, readAt: version)
        return ids
      }
    }
  }

  private func follow(_ table: QueryTable<Element>) throws -> Following {
    if let known = following.withLock({ $0 }) { return known }
    let statement = try table.statement(query.shape, result: .rowIDs)
    let (slot, registration) = try table.windowSlot(query.shape, of: statement)
    let new = Following(slot: slot, registration: registration)
    // Another thread may have followed the query meanwhile.
    return following.withLock { following in
      if let following { return following }
      following = new
      return new
    }
  }

  /// Reads the rowids. With `merge`, reads only as many as it needs.
  private func read(
    _ statement: QueryStatement,
    merge: RowIDMerge?,
    in database: Database
  ) throws -> RowIDs {
    var merge = merge ?? RowIDMerge()
    if let known = merge.resultWithoutReading { return known }
    return try database.withReader { connection in
      let rows = try connection.prepare(statement.sql)
      defer { rows.reset() }
      while try rows.step() {
        if let result = merge.take(rows.integer(at: 0)) { return result }
      }
      return merge.completeResult
    }
  }
}
