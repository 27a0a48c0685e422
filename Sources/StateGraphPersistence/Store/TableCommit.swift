import StateGraphCore
import StateGraphNormalization
import StateGraphSQLite
import StateGraphThreads

/// Updates the entities of one table in memory for one commit.
///
/// The thread that holds the write lock uses this type. No user code runs here. Objects are
/// released, and errors are logged, after the write.
struct TableCommit {
  /// The minimum number of entities in memory for which one SELECT of all rows is used. For fewer
  /// entities, one SELECT for each entity is faster.
  static let scanThreshold = 64

  private let table: AnyEntityTable
  private let context: TableContext
  private let changes: TableChanges?
  private let commit: CommitContext

  init(_ table: AnyEntityTable, changes: TableChanges?, in commit: CommitContext) {
    self.table = table
    context = table.context
    self.changes = changes
    self.commit = commit
  }

  func apply(in epoch: inout GraphEpoch) {
    if commit.schemaChanged {
      do { try context.readLayoutAgain(isOpening: false) } catch { commit.failures.append(error) }
    }
    let pending = context.state.withLock { table in
      if changes != nil || commit.schemaChanged || !table.pending.isEmpty {
        table.generation += 1
        table.lastCommit = commit.count
      }
      return table.pending.removeAll()
    }
    let isOwn = !commit.schemaChanged && table.inserter.hasOnlyOwnInsertions(changes)
    table.inserter.transactionDidEnd()
    table.dates.didCommit(changes, schemaChanged: commit.schemaChanged, isOwn: isOwn)
    promote(pending, in: &epoch)
    let firstReleased = commit.released.count
    switch (commit.schemaChanged, changes) {
    case (true, _): reset(in: &epoch)
    case (_, .reset):
      if isOwn { touchAll(in: &epoch) } else { reset(in: &epoch) }
    // The commit has only updated rows, so it cannot change which rows the table has.
    case (_, .updates):
      compareWithFile(in: &epoch)
      if table.acceptance.refusalCount > 0 { rowsMayHaveBecomeReadable(in: &epoch) }
    case (_, .rows(let rows)): apply(rows, isOwn: isOwn, in: &epoch)
    case (_, nil): break
    }
    guard !isOwn, !pending.current.isEmpty else { return }
    let updated = Set(commit.released[firstReleased...].map { ObjectIdentifier($0) })
    // The list of changes does not contain a row that was inserted and then deleted. It also does
    // not contain a row that was overwritten with equal values.
    for state in pending.current where !updated.contains(ObjectIdentifier(state)) {
      readAgain(state, in: &epoch)
    }
  }

  /// Updates the entities in memory whose rows have changed. The references to them are released
  /// after the write.
  ///
  /// If `isOwn` is true, the entity of each inserted row has its values already, except in a
  /// property that stores a column of the key.
  private func apply(_ rows: [RowChange], isOwn: Bool, in epoch: inout GraphEpoch) {
    let layout = context.layoutForWriting
    let isOwn = isOwn && layout.insertedIndexes.count == layout.names.count
    if rows.count > 1, !isOwn {
      commit.released.reserveCapacity(commit.released.count + rows.count)
    }
    var membershipKeys: [RowKey] = []
    for row in rows {
      if row.old == nil || row.new == nil { membershipKeys.append(row.key) }
      if isOwn, row.old == nil { continue }
      guard let state = context.state.withLock({ $0.map.state(row.key) }) else {
        if table.acceptance.mayHaveBecomeReadable(row, in: layout) {
          readabilityDidChange(row.key, in: &epoch)
        }
        continue
      }
      // This reference may be the last one, and a `deinit` is user code. Release the state after
      // the write.
      commit.released.append(state)
      update(state, to: row.new.map(layout.image(of:)), layout: layout, in: &epoch)
    }
    if !membershipKeys.isEmpty {
      epoch.touch(context.membership)
      context.presence.touch(membershipKeys, in: &epoch)
    }
  }

  /// Updates a state to the committed values of its row, or marks it as deleted if `image` is nil.
  private func update(
    _ state: EntityState,
    to image: RowImage?,
    layout: EntityLayout,
    in epoch: inout GraphEpoch
  ) {
    let keyCount = context.keyCount
    // The row may have another key that the collation treats as equal, such as `Ada` for `ada`. The
    // row then belongs to another state.
    if let image, image.hasSameKey(as: state.currentImage, keyCount) {
      if let refusal = table.acceptance.refusalAtCommit(of: image, layout) {
        markUnreadable(state, key: image.key(keyCount), because: refusal, in: &epoch)
      } else if state.apply(image, in: &epoch) {
        readabilityDidChange(image.key(keyCount), in: &epoch)
      }
    } else {
      let hash = state.currentImage.keyHash(keyCount)
      context.state.withLock { $0.map.remove(state, hash: hash) }
      state.markDeleted(in: &epoch)
    }
  }

  private func markUnreadable(
    _ state: EntityState,
    key: RowKey,
    because reason: DatabaseError,
    in epoch: inout GraphEpoch
  ) {
    commit.failures.append(reason)
    context.state.withLock { $0.hasUnreadable = true }
    if state.markUnreadable() { readabilityDidChange(key, in: &epoch) }
  }

  /// Invalidates the nodes whose results include or omit the row with this key.
  ///
  /// If the row has become unreadable, stores and queries now omit it. If the row has become
  /// readable, they include it.
  private func readabilityDidChange(_ key: RowKey, in epoch: inout GraphEpoch) {
    let isFirst = commit.tablesToReadAgain.insert(ByteText(context.name)).inserted
    if isFirst { epoch.touch(context.membership) }
    context.presence.touch([key], in: &epoch)
  }

  private func rowsMayHaveBecomeReadable(in epoch: inout GraphEpoch) {
    commit.tablesToReadAgain.insert(ByteText(context.name))
    touchAll(in: &epoch)
  }

  private func touchAll(in epoch: inout GraphEpoch) {
    epoch.touch(context.membership)
    context.presence.touchAll(in: &epoch)
  }

  private func readAgain(_ state: EntityState, in epoch: inout GraphEpoch) {
    let layout = context.layout
    let key = state.currentImage.key(context.keyCount)
    do {
      let image = try context.graph.database().withReader { try context.image(key, on: $0) }
      update(state, to: image, layout: layout, in: &epoch)
    } catch let error as DatabaseError where error.code == .tooBig {
      markUnreadable(state, key: key, because: context.tooLargeRow(cause: error), in: &epoch)
    } catch {
      // The commit has succeeded, but its row cannot be read. The state keeps its values, and the
      // error is logged.
      commit.failures.append(error)
    }
  }
}

// MARK: - Inserted entities

extension TableCommit {
  /// Makes the entities that the write has inserted visible to all threads.
  private func promote(
    _ pending: (current: [EntityState], displaced: [EntityState]),
    in epoch: inout GraphEpoch
  ) {
    for state in pending.displaced {
      state.markDeleted(in: &epoch)
      // This may be the last reference to the entity. Release it after the write.
      commit.released.append(state)
    }
    var displacedKeys: [RowKey] = []
    for state in pending.current {
      commit.released += state.didCommitInsertion()
      if let key = register(state, in: &epoch) { displacedKeys.append(key) }
    }
    guard !displacedKeys.isEmpty else { return }
    // Other objects are now the entities of these rows, so nodes must read the rows again.
    epoch.touch(context.membership)
    context.presence.touch(displacedKeys, in: &epoch)
    context.graph.slots.resetSlots(of: context.name, commit, in: &epoch)
  }

  /// Registers the state of an inserted row, so that all threads find the state.
  ///
  /// Returns the row's key if another object was the row's entity before. Otherwise, returns `nil`.
  private func register(_ state: EntityState, in epoch: inout GraphEpoch) -> RowKey? {
    let keyCount = context.keyCount
    let image = state.currentImage
    let hash = image.keyHash(keyCount)
    let replaced = context.state.withLock { $0.map.insert(state, hash: hash, keyCount: keyCount) }
    guard let replaced else { return nil }
    // Another thread may have released all other references.
    commit.released.append(replaced)
    replaced.markDeleted(in: &epoch)
    return image.key(keyCount)
  }
}

// MARK: - Unknown changes

extension TableCommit {
  /// Handles a commit whose changed rows are unknown.
  ///
  /// Compares all entities in memory with the file, and invalidates the nodes that depend on which
  /// rows exist.
  private func reset(in epoch: inout GraphEpoch) {
    compareWithFile(in: &epoch)
    touchAll(in: &epoch)
  }

  /// Reads the row of every entity in memory from the file again, and updates the entities.
  private func compareWithFile(in epoch: inout GraphEpoch) {
    let live = context.state.withLock { $0.map.states }
    // Another thread may release all other references to a state in the meantime.
    commit.released += live
    do {
      if live.count < TableCommit.scanThreshold {
        for state in live { readAgain(state, in: &epoch) }
      } else {
        do {
          try readAllAgain(live, in: &epoch)
        } catch let error as DatabaseError where error.code == .tooBig {
          // One row is larger than SQLite reads. The other rows can be read.
          for state in live { readAgain(state, in: &epoch) }
        }
      }
    } catch {
      commit.failures.append(error)
    }
  }

  private func readAllAgain(_ live: [EntityState], in epoch: inout GraphEpoch) throws {
    let layout = context.layout
    let keyCount = context.keyCount
    var missing = Dictionary(uniqueKeysWithValues: live.map { (ObjectIdentifier($0), $0) })
    try context.graph.database().withReader { connection in
      let statement = try connection.prepare(layout.selectionOfAll)
      defer { statement.reset() }
      while try statement.step() {
        let hash = statement.keyHash(keyCount)
        let state = context.state.withLock {
          $0.map.state(hash) { statement.hasSameKey(as: $0, keyCount) }
        }
        guard let state else { continue }
        missing[ObjectIdentifier(state)] = nil
        update(state, to: statement.image(layout.names.count), layout: layout, in: &epoch)
      }
    }
    for state in missing.values { update(state, to: nil, layout: layout, in: &epoch) }
  }
}
