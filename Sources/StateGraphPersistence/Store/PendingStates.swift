import StateGraphSQLite

/// The states (entity data) of rows that the open write has inserted. Other threads find them only
/// after the commit.
///
/// Each nested write has its own group of states, because a rollback of the nested write removes
/// the group. A state removes itself in its `deinit`.
struct PendingStates {
  private struct Level {
    let depth: Int
    var map = IdentityMap()
    /// States whose row was deleted and then inserted again for another object, in the same write.
    ///
    /// They are retained here, because the identity map can contain only one state for each key.
    var displaced: [EntityState] = []
  }

  private var levels: [Level] = []
  /// The states that searches in removed levels have retained, but not returned.
  private var compared: [EntityState] = []

  var isEmpty: Bool { levels.isEmpty }

  /// Whether there is nothing to release. If true, ``takeCompared()`` would return an empty array,
  /// so the caller need not call it.
  var isIdle: Bool { levels.isEmpty && compared.isEmpty }

  mutating func state(_ key: RowKey) -> EntityState? {
    for index in levels.indices.reversed() {
      if let state = levels[index].map.state(key) { return state }
    }
    return nil
  }

  /// Removes and returns the states that searches have retained, but not returned. The caller
  /// releases them after the lock.
  mutating func takeCompared() -> [EntityState] {
    for index in levels.indices { compared += levels[index].map.takeCompared() }
    defer { compared = [] }
    return compared
  }

  /// Adds the state of a row that the nested write at `depth` has inserted.
  ///
  /// - Parameter hash: The hash of the key in the state's row image.
  mutating func insert(_ state: EntityState, hash: UInt32, keyCount: Int, depth: Int) {
    if levels.last?.depth != depth { levels.append(Level(depth: depth)) }
    let last = levels.count - 1
    if let displaced = levels[last].map.insert(state, hash: hash, keyCount: keyCount) {
      levels[last].displaced.append(displaced)
    }
  }

  mutating func remove(_ state: EntityState, hash: UInt32) {
    for index in levels.indices { levels[index].map.remove(state, hash: hash) }
  }

  /// Moves the states of a finished nested write to the enclosing write at `depth`.
  ///
  /// - Returns: The moved states. The caller must release them without the lock, because they may
  ///   be the last references.
  mutating func join(into depth: Int, keyCount: Int) -> [EntityState] {
    guard let top = levels.last, top.depth > depth else { return [] }
    levels.removeLast()
    compared += top.map.compared
    let states = top.map.states
    for state in states {
      let hash = state.currentImage.keyHash(keyCount)
      insert(state, hash: hash, keyCount: keyCount, depth: depth)
    }
    if !top.displaced.isEmpty {
      if levels.last?.depth != depth { levels.append(Level(depth: depth)) }
      levels[levels.count - 1].displaced += top.displaced
    }
    return states
  }

  /// Removes and returns the states (entity data) of the nested writes that are deeper than
  /// `depth`.
  mutating func removeAll(below depth: Int) -> [EntityState] {
    var removed: [EntityState] = []
    while let top = levels.last, top.depth > depth {
      removed += top.map.states + top.displaced
      compared += top.map.compared
      levels.removeLast()
    }
    return removed
  }

  /// Removes and returns all states.
  ///
  /// `displaced` contains the states whose row now belongs to another object. `current` contains
  /// all other states.
  mutating func removeAll() -> (current: [EntityState], displaced: [EntityState]) {
    if levels.isEmpty { return ([], []) }
    for level in levels { compared += level.map.compared }
    defer { levels = [] }
    guard levels.count == 1 else {
      return (levels.flatMap(\.map.states), levels.flatMap(\.displaced))
    }
    return (levels[0].map.states, levels[0].displaced)
  }
}
