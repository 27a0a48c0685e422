import StateGraph
import StateGraphNormalization
import StateGraphSQLite
import StateGraphThreads

extension EntityTable {
  func didCommit(_ changes: TableChanges?, _ commit: CommitContext, in epoch: inout GraphEpoch) {
    if commit.schemaChanged { readLayoutAgain() }
    let pending = identities.withLock { identities in
      if changes != nil || commit.schemaChanged || !identities.pending.isEmpty {
        identities.generation += 1
        identities.lastCommit = commit.count
      }
      return identities.pending.removeAll()
    }
    // Nothing has touched the table but `add`, and what that wrote stands as it was written.
    let isOwn =
      !commit.schemaChanged && !watched.isTainted && watched.eventCount == ownEventCount
    ownEventCount = 0
    promote(pending, commit, in: &epoch)
    var settled: Set<ObjectIdentifier> = []
    switch (commit.schemaChanged, changes) {
    case (true, _): reset(in: &epoch)
    case (_, .reset):
      if isOwn { touchAll(in: &epoch) } else { reset(in: &epoch) }
    case (_, .rows(let rows)): settled = apply(rows, in: &epoch)
    case (_, nil): break
    }
    guard !isOwn, !pending.current.isEmpty else { return }
    // A row that came and went, or was written over as it was, is not among the changes.
    for state in pending.current where !settled.contains(ObjectIdentifier(state)) {
      readAgain(state, in: &epoch)
    }
  }

  func nestedWriteDidEnd(at depth: Int) {
    identities.withLock { identities in
      if !identities.pending.isEmpty { identities.pending.join(into: depth, keyCount: keyCount) }
    }
  }

  /// What the user added is memory again; what was loaded from a row that SQL inserted is deleted.
  func didRollBack(below depth: Int) {
    if depth == 0 { ownEventCount = 0 }
    let undone = identities.withLock { $0.pending.removeAll(below: depth) }
    guard !undone.isEmpty else { return }
    var epoch = GraphEpoch()
    for state in undone {
      if state.isLoadedInWrite { state.markDeleted(in: &epoch) } else { state.detach() }
    }
    epoch.publish()
  }

  /// Returns the states that were found.
  private func apply(_ rows: [RowChange], in epoch: inout GraphEpoch) -> Set<ObjectIdentifier> {
    let layout = layout
    var found: Set<ObjectIdentifier> = []
    var comers: [RowKey] = []
    for row in rows {
      if row.old == nil || row.new == nil { comers.append(row.key) }
      guard let state = identities.withLock({ $0.map.state(row.key) }) else { continue }
      found.insert(ObjectIdentifier(state))
      settle(state, layout, row.new.map(layout.image(of:)), in: &epoch)
    }
    if !comers.isEmpty {
      epoch.touch(membership)
      presence.touch(comers, in: &epoch)
    }
    return found
  }

  /// Brings a state to what its row is now.
  private func settle(
    _ state: EntityState,
    _ layout: EntityLayout,
    _ image: RowImage?,
    in epoch: inout GraphEpoch
  ) {
    if let image {
      if accepts(image, layout) { state.apply(image, in: &epoch) }
    } else {
      let hash = state.currentImage.keyHash(keyCount)
      identities.withLock { $0.map.remove(state, hash) }
      state.markDeleted(in: &epoch)
    }
  }

  private func touchAll(in epoch: inout GraphEpoch) {
    epoch.touch(membership)
    presence.touchAll(in: &epoch)
  }

  private func readAgain(_ state: EntityState, in epoch: inout GraphEpoch) {
    let layout = layout
    let key = state.currentImage.key(keyCount)
    do {
      let image = try graph.database().withReader { connection -> RowImage? in
        let statement = try connection.prepare(layout.selectionByKey, binding: key)
        defer { statement.reset() }
        return try statement.step() ? statement.image(layout.names.count) : nil
      }
      settle(state, layout, image, in: &epoch)
    } catch {
      // The commit stands, so the row most likely does.
      graph.report(error, while: "reading \(name) again")
    }
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

// MARK: - Rows that are new

extension EntityTable {
  /// The entities that the write has made are everybody's now.
  private func promote(
    _ pending: (current: [EntityState], displaced: [EntityState]),
    _ commit: CommitContext,
    in epoch: inout GraphEpoch
  ) {
    for state in pending.displaced { state.markDeleted(in: &epoch) }
    var displacedKeys: [RowKey] = []
    for state in pending.current {
      let references = state.settle()
      for entity in references.values { commit.released.append(entity) }
      if let key = register(state, in: &epoch) { displacedKeys.append(key) }
    }
    guard !displacedKeys.isEmpty else { return }
    // Objects were added under the keys of live ones: their rows are these ones' now.
    epoch.touch(membership)
    presence.touch(displacedKeys, in: &epoch)
    graph.touchSlots(of: name, in: &epoch)
  }

  /// Returns the key where another object had it.
  private func register(_ state: EntityState, in epoch: inout GraphEpoch) -> RowKey? {
    let image = state.currentImage
    let hash = image.keyHash(keyCount)
    let replaced = identities.withLock { identities in
      let replaced = identities.map.state(hash) { $0.hasSameKey(as: image, keyCount) }
      identities.map.insert(state, hash, keyCount: keyCount)
      return replaced
    }
    guard let replaced, replaced !== state else { return nil }
    replaced.markDeleted(in: &epoch)
    return image.key(keyCount)
  }
}

// MARK: - When too much has changed to know what

extension EntityTable {
  /// Compares every live entity with the file.
  private func reset(in epoch: inout GraphEpoch) {
    let live = identities.withLock { $0.map.states }
    do {
      if live.count < 64 {
        for state in live { readAgain(state, in: &epoch) }
      } else {
        try readAllAgain(live, in: &epoch)
      }
    } catch {
      graph.report(error, while: "reading \(name) again")
    }
    touchAll(in: &epoch)
  }

  /// One pass over the table costs less than a look-up for each of many.
  private func readAllAgain(_ live: [EntityState], in epoch: inout GraphEpoch) throws {
    let layout = layout
    var missing = Dictionary(uniqueKeysWithValues: live.map { (ObjectIdentifier($0), $0) })
    try graph.database().withReader { connection in
      let statement = try connection.prepare(layout.selectionOfAll)
      defer { statement.reset() }
      while try statement.step() {
        let hash = statement.keyHash(keyCount)
        let state = identities.withLock {
          $0.map.state(hash) { statement.hasSameKey(as: $0, keyCount) }
        }
        guard let state else { continue }
        missing[ObjectIdentifier(state)] = nil
        settle(state, layout, statement.image(layout.names.count), in: &epoch)
      }
    }
    for state in missing.values { settle(state, layout, nil, in: &epoch) }
  }
}
