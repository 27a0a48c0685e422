import StateGraphCore
import StateGraphNormalization
import StateGraphSQLite
import StateGraphThreads

extension EntityTable {
  func didCommit(_ changes: TableChanges?, _ commit: CommitContext, in epoch: inout GraphEpoch) {
    if commit.schemaChanged {
      do { try readLayoutAgain(isOpening: false) } catch { commit.failures.append(error) }
    }
    let pending = identities.withLock { identities in
      if changes != nil || commit.schemaChanged || !identities.pending.isEmpty {
        identities.generation += 1
        identities.lastCommit = commit.count
      }
      return identities.pending.removeAll()
    }
    let isOwn = !commit.schemaChanged && isOwnWrite(changes)
    ownEventCount = 0
    promote(pending, commit, in: &epoch)
    let firstReleased = commit.released.count
    switch (commit.schemaChanged, changes) {
    case (true, _): reset(commit, in: &epoch)
    case (_, .reset):
      if isOwn { touchAll(in: &epoch) } else { reset(commit, in: &epoch) }
    // None has come or gone.
    case (_, .updates): compareWithFile(commit, in: &epoch)
    case (_, .rows(let rows)): apply(rows, commit, in: &epoch)
    case (_, nil): break
    }
    guard !isOwn, !pending.current.isEmpty else { return }
    let settled = Set(commit.released[firstReleased...].map { ObjectIdentifier($0) })
    // A row that came and went, or was written over as it was, is not among the changes.
    for state in pending.current where !settled.contains(ObjectIdentifier(state)) {
      readAgain(state, commit, in: &epoch)
    }
  }

  /// Whether nothing but `add` has touched the table in the commit: what that wrote stands as it
  /// was written.
  func isOwnWrite(_ changes: TableChanges?) -> Bool {
    guard !watched.isTainted, watched.eventCount == ownEventCount else { return false }
    // Of what another process has changed there are no events here.
    return changes == nil || watched.eventCount > 0
  }

  func nestedWriteDidEnd(at depth: Int) {
    let joined = identities.withLock { identities in
      identities.pending.isEmpty ? [] : identities.pending.join(into: depth, keyCount: keyCount)
    }
    _ = joined
  }

  /// What the user added is memory again; what was loaded from a row that SQL inserted is deleted.
  func didRollBack(below depth: Int) {
    if depth == 0 { ownEventCount = 0 }
    let undone = identities.withLock { $0.pending.removeAll(below: depth) }
    guard !undone.isEmpty else { return }
    var epoch = GraphEpoch()
    for state in undone {
      if !state.isLoadedInWrite {
        state.detach()
      } else if depth == 0 {
        if !isCommitted(state, in: &epoch) { state.markDeleted(in: &epoch) }
      } else {
        keep(state, at: depth)
      }
    }
    epoch.publish()
  }

  /// A database in memory could not tell, once too much had changed, that the undone write had
  /// loaded a row of before. Makes the state that row's.
  private func isCommitted(_ state: EntityState, in epoch: inout GraphEpoch) -> Bool {
    let key = state.currentImage.key(keyCount)
    guard let database = try? graph.database(), database.location == .memory,
      let image = try? database.withReader({ try self.image(key, on: $0) }),
      refusal(of: image, layout) == nil
    else { return false }
    let other = identities.withLock { identities -> EntityState? in
      if let other = identities.map.state(key) { return other }
      identities.map.insert(state, key.keyHash, keyCount: keyCount)
      return nil
    }
    guard other == nil else { return false }
    state.apply(image, in: &epoch)
    _ = state.settle()
    return true
  }

  /// The nested write may have loaded what the one around it had inserted: the commit tells.
  private func keep(_ state: EntityState, at depth: Int) {
    let hash = state.currentImage.keyHash(keyCount)
    identities.withLock { $0.pending.insert(state, hash, keyCount: keyCount, depth: depth) }
  }

  /// The states that were found are the last of those that the commit lets go of.
  private func apply(
    _ rows: [RowChange],
    _ commit: CommitContext,
    in epoch: inout GraphEpoch
  ) {
    let layout = layout
    if rows.count > 1 { commit.released.reserveCapacity(commit.released.count + rows.count) }
    var comers: [RowKey] = []
    for row in rows {
      if row.old == nil || row.new == nil { comers.append(row.key) }
      guard let state = identities.withLock({ $0.map.state(row.key) }) else { continue }
      // Another thread may let go of it meanwhile, and what dies with it is the user's.
      commit.released.append(state)
      settle(state, layout, row.new.map(layout.image(of:)), commit, in: &epoch)
    }
    if !comers.isEmpty {
      epoch.touch(membership)
      presence.touch(comers, in: &epoch)
    }
  }

  /// Brings a state to what its row is now.
  private func settle(
    _ state: EntityState,
    _ layout: EntityLayout,
    _ image: RowImage?,
    _ commit: CommitContext,
    in epoch: inout GraphEpoch
  ) {
    // Where the key's collation holds two for one, the row can be another object's.
    if let image, image.hasSameKey(as: state.currentImage, keyCount) {
      if let refusal = refusalAtCommit(of: image, layout) {
        commit.failures.append(refusal)
      } else {
        state.apply(image, in: &epoch)
      }
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

  private func readAgain(
    _ state: EntityState,
    _ commit: CommitContext,
    in epoch: inout GraphEpoch
  ) {
    let layout = layout
    let key = state.currentImage.key(keyCount)
    do {
      let image = try graph.database().withReader { connection -> RowImage? in
        let statement = try connection.prepare(layout.selectionByKey, binding: key)
        defer { statement.reset() }
        return try statement.step() ? statement.image(layout.names.count) : nil
      }
      settle(state, layout, image, commit, in: &epoch)
    } catch {
      // The commit stands, so the row most likely does.
      commit.failures.append(error)
    }
  }

  /// Takes the table as the file declares it now.
  func readLayoutAgain(isOpening: Bool) throws {
    let database = try graph.database()
    let layout =
      try isOpening
      ? EntityLayout(opening: definition, in: database) : EntityLayout(definition, in: database)
    identities.withLock { $0.layout = layout }
    layoutForWriting = layout
    try database.watch(layout.table)
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
    for state in pending.displaced {
      state.markDeleted(in: &epoch)
      // This was the last to hold it, and it may hold others.
      commit.released.append(state)
    }
    var displacedKeys: [RowKey] = []
    for state in pending.current {
      commit.released += state.settle()
      if let key = register(state, in: &epoch) { displacedKeys.append(key) }
    }
    guard !displacedKeys.isEmpty else { return }
    // Objects were added under the keys of live ones: their rows are these ones' now.
    epoch.touch(membership)
    presence.touch(displacedKeys, in: &epoch)
    graph.resetSlots(of: name, commit, in: &epoch)
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
  private func reset(_ commit: CommitContext, in epoch: inout GraphEpoch) {
    compareWithFile(commit, in: &epoch)
    touchAll(in: &epoch)
  }

  /// Compares every live entity with the file.
  private func compareWithFile(_ commit: CommitContext, in epoch: inout GraphEpoch) {
    let live = identities.withLock { $0.map.states }
    do {
      if live.count < 64 {
        for state in live { readAgain(state, commit, in: &epoch) }
      } else {
        try readAllAgain(live, commit, in: &epoch)
      }
    } catch {
      commit.failures.append(error)
    }
  }

  /// One pass over the table costs less than a look-up for each of many.
  private func readAllAgain(
    _ live: [EntityState],
    _ commit: CommitContext,
    in epoch: inout GraphEpoch
  ) throws {
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
        settle(state, layout, statement.image(layout.names.count), commit, in: &epoch)
      }
    }
    for state in missing.values { settle(state, layout, nil, commit, in: &epoch) }
  }
}
