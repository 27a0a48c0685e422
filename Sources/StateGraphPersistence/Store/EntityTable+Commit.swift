import StateGraph
import StateGraphNormalization
import StateGraphSQLite
import StateGraphThreads

extension EntityTable {
  func didCommit(_ changes: TableChanges?, schemaChanged: Bool, in epoch: inout GraphEpoch) {
    if schemaChanged { readLayoutAgain() }
    promotePending(in: &epoch)
    switch (schemaChanged, changes) {
    case (true, _), (_, .reset): reset(in: &epoch)
    case (_, .rows(let rows)): apply(rows, in: &epoch)
    case (_, nil): break
    }
  }

  /// What the user added is memory again; what was loaded from a row that SQL inserted is deleted.
  func didRollBack(to position: Int?) {
    let undone = identities.withLock { $0.pending.removeAll(after: position ?? -1) }
    guard !undone.isEmpty else { return }
    var epoch = GraphEpoch()
    for (state, isLoaded) in undone {
      if isLoaded { state.markDeleted(in: &epoch) } else { state.detach() }
    }
    epoch.publish()
  }

  private func apply(_ rows: [RowChange], in epoch: inout GraphEpoch) {
    let layout = layout
    let states = identities.withLock { identities in
      identities.generation += 1
      return rows.map { row in identities.states[row.key.values[0]]?.state }
    }
    var comers: [SQLiteValue] = []
    for (row, state) in zip(rows, states) {
      if row.old == nil || row.new == nil { comers.append(row.key.values[0]) }
      guard let state else { continue }
      if let new = row.new {
        let values = layout.values(of: new)
        if accepts(values) { state.apply(values, in: &epoch) }
      } else {
        remove(state, row.key.values[0], in: &epoch)
      }
    }
    guard !comers.isEmpty else { return }
    epoch.touch(membership)
    presence.touch(comers, in: &epoch)
  }

  /// Compares every live entity with the file: too much has changed to know what.
  private func reset(in epoch: inout GraphEpoch) {
    let live = identities.withLock { identities in
      identities.generation += 1
      return identities.states.compactMap { key, weak in weak.state.map { (key, $0) } }
    }
    let layout = layout
    for (key, state) in live {
      do {
        let query: SQL = "\(layout.selection) WHERE \(layout.matches(key))"
        if let image = try graph.database().read({ try $0.rows(query) }).first?.values {
          let values = layout.values(of: image)
          if accepts(values) { state.apply(values, in: &epoch) }
        } else {
          remove(state, key, in: &epoch)
        }
      } catch {
        graph.report(error, while: "reading \(name) again")
      }
    }
    epoch.touch(membership)
    presence.touchAll(in: &epoch)
  }

  /// The entities that the write has made are everybody's now, if their rows are still there.
  private func promotePending(in epoch: inout GraphEpoch) {
    let pending = identities.withLock { $0.pending.removeAll() }
    guard !pending.isEmpty else { return }
    let layout = layout
    for (key, states) in pending {
      let query: SQL = "\(layout.selection) WHERE \(layout.matches(key))"
      var image: [SQLiteValue]?
      var isThere = true
      do {
        image = try graph.database().read({ try $0.rows(query) }).first?.values
        isThere = image != nil
      } catch {
        // The commit stands, so the row most likely does.
        graph.report(error, while: "reading \(name) again")
      }
      for state in isThere ? states.dropLast() : states[...] { state.markDeleted(in: &epoch) }
      guard isThere, let state = states.last else { continue }
      if let image { state.apply(layout.values(of: image), in: &epoch) }
      state.settle()
      register(state, key, in: &epoch)
    }
  }

  private func register(_ state: EntityState, _ key: SQLiteValue, in epoch: inout GraphEpoch) {
    let replaced = identities.withLock { identities in
      let replaced = identities.states[key]?.state
      identities.states[key] = WeakState(state: state)
      return replaced
    }
    guard let replaced, replaced !== state else { return }
    // Another object was added under the key of a live one: that one's row is this one's now.
    replaced.markDeleted(in: &epoch)
    epoch.touch(membership)
    presence.touch([key], in: &epoch)
    graph.touchSlots(of: name, in: &epoch)
  }

  private func remove(_ state: EntityState, _ key: SQLiteValue, in epoch: inout GraphEpoch) {
    identities.withLock { $0.states[key] = nil }
    state.markDeleted(in: &epoch)
  }

  private func readLayoutAgain() {
    do {
      let database = try graph.database()
      let layout = try EntityLayout(definition, in: database)
      identities.withLock { $0.layout = layout }
      try database.watch(layout.table)
    } catch {
      graph.report(error, while: "reading the schema of \(name) again")
    }
  }
}
