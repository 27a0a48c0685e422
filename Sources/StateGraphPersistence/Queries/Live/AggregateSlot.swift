import StateGraphCore
import StateGraphLive
import StateGraphSQLite
import StateGraphThreads

/// The result in memory of a live aggregate, such as a count, or of live groups.
///
/// The changed rows of a commit update the result without SQL. The update happens during the
/// commit, because it creates no entities. In contrast, a ``ResultSlot`` updates its result at the
/// next read. Graph nodes are invalidated only if the result changes.
final class AggregateSlot: LiveSlot {
  private struct Kept {
    let plan: AggregatePlan
    var values: LiveValues
  }

  private struct State {
    /// The plan and the current values. If nil, the next read loads the values from the file.
    ///
    /// The value is nil before the first read, after a commit that may have changed any row, and
    /// after a changed row that contradicted the values.
    var kept: Kept?
    /// The number of changes that this slot has received from commits.
    ///
    /// A read stores loaded values only if this number has not changed since the read began.
    var version: UInt64 = 0
    /// The groups as the last read has decoded them, or nil before the first such read, and after a
    /// change of which groups exist.
    var decoded: DecodedGroups?

    mutating func note(before: RowImage?, now: RowImage?, in commit: CommitContext) {
      guard decoded != nil else { return }
      if before != nil, let now, decoded?.note(now) == true { return }
      drop(commit)
    }

    /// Drops the decoded groups. The commit releases them after the write, because they contain
    /// values of the user's types.
    mutating func drop(_ commit: CommitContext) {
      guard let dropped = decoded else { return }
      decoded = nil
      commit.released.append(HeldValue(dropped))
    }
  }

  let signal: Signal
  private let source: any AggregateLoader
  private let reads: QueryReads
  private let state = Guarded(State())

  init(_ source: any AggregateLoader, reads: QueryReads, named name: SignalName) {
    signal = Signal(keeping: name)
    self.source = source
    self.reads = reads
  }

  /// Returns the rows of the result as of the newest published commit.
  ///
  /// While a commit is being published, the result may include this commit before the publication
  /// ends. In this case, the graph repeats the evaluation that reads the result.
  ///
  /// - Throws: `.tooBig` if a sum of integers does not fit into 64 bits.
  func rows() throws -> [[SQLiteValue]] {
    let (known, version) = state.withLock { ($0.kept, $0.version) }
    guard var kept = known else { return try hydrate(at: version) }
    if case .one(let aggregate) = kept.values, aggregate.refill != nil {
      kept.values = try reads.read(.refill, of: signal) {
        .one(try source.refill(aggregate, plan: kept.plan))
      }
      keep(kept, readAt: version)
    }
    return try rows(of: kept.values)
  }

  /// Returns the groups of the result as of the newest published commit.
  ///
  /// If groups have changed since the last read, and all of them existed before, decodes only these
  /// groups again.
  ///
  /// - Parameter decode: Decodes the value and the result of a group.
  /// - Throws: As ``rows()``. Also the errors of `decode`.
  func groups<Group>(
    decoding decode: (SQLiteValue, SQLiteValue) throws -> Group
  ) throws -> [Group] {
    let (kept, decoded, version) = state.withLock { ($0.kept, $0.decoded, $0.version) }
    let groups: [Group]
    if let kept, case .groups(let maintained) = kept.values,
      let changed = try decoded?.groups(in: maintained, decoding: decode)
    {
      groups = changed
    } else {
      groups = try rows().map { try decode($0[0], $0[1]) }
    }
    // The replaced groups are released after the lock, because they contain values of the user.
    let old = state.withLock { state -> DecodedGroups? in
      guard state.version == version, state.kept != nil else { return nil }
      defer { state.decoded = DecodedGroups(groups) }
      return state.decoded
    }
    withExtendedLifetime((old, decoded)) {}
    return groups
  }

  private func hydrate(at version: UInt64) throws -> [[SQLiteValue]] {
    guard let plan = try source.plan() else { return try ask() }
    let values = try reads.read(.first, of: signal) { try source.hydrate(plan.values, plan: plan) }
    keep(Kept(plan: plan, values: values), readAt: version)
    return try rows(of: values)
  }

  private func keep(_ kept: Kept, readAt version: UInt64) {
    state.withLock { state in
      if state.version == version { state.kept = kept }
    }
  }

  private func rows(of values: LiveValues) throws -> [[SQLiteValue]] {
    var rows: [[SQLiteValue]] = []
    switch values {
    case .one(let aggregate):
      guard let value = try aggregate.result.value else { break }
      return [[value]]
    case .groups(let groups):
      for group in groups.visible {
        guard let value = try group.element.results.first?.value else { return try ask() }
        rows.append([group.image[0], value])
      }
      return rows
    }
    return try ask()
  }

  /// Computes the result with SQL, because the values in memory do not determine it. Counts the
  /// read.
  private func ask() throws -> [[SQLiteValue]] {
    try reads.read(.unfollowed, of: signal) { try source.rows() }
  }
}

// MARK: - From commits

extension AggregateSlot {
  func receive(_ change: RowChange, in commit: CommitContext) -> Bool {
    let (isChanged, isInconsistent) = state.withLock { state -> (Bool, Bool) in
      guard let plan = state.kept?.plan else {
        state.version += 1
        return (true, false)
      }
      guard let (old, new) = try? plan.images(of: change) else {
        // Only SQLite can evaluate the query's condition for the changed row, so the next read runs
        // the query.
        state.version += 1
        state.kept = nil
        state.drop(commit)
        return (true, false)
      }
      if old == nil, new == nil { return (false, false) }
      state.version += 1
      var kept = state.kept
      state.kept = nil
      let outcome = kept?.values.apply(old: old, new: new) {
        state.note(before: $0, now: $1, in: commit)
      }
      if outcome == .inconsistent {
        state.drop(commit)
      } else {
        state.kept = kept
      }
      return (outcome != .unchanged, outcome == .inconsistent)
    }
    if isInconsistent { reads.note(.inconsistent, of: signal) }
    return isChanged
  }

  func reset(_ commit: CommitContext) {
    state.withLock { state in
      state.version += 1
      state.kept = nil
      state.drop(commit)
    }
  }
}

extension AggregateResult {
  /// The value of the aggregate, or nil if only SQL can compute the value.
  ///
  /// - Throws: `.tooBig` if a sum of integers does not fit into 64 bits.
  var value: SQLiteValue? {
    get throws {
      switch self {
      case .value(let value): value
      case .integerOverflow: throw DatabaseError.integerOverflow()
      case .unknown: nil
      }
    }
  }
}
