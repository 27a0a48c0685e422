import CStateGraphThreads
import StateGraphSQLite

/// Finds the state of a row's entity by the row's primary key, without retaining the state.
///
/// A state removes itself from the map in its `deinit`. Under the lock that guards the map, every
/// pointer in the map can therefore be retained. A search skips a state whose deinitialisation has
/// begun.
///
/// A search retains each state whose key it compares, because another thread may release the last
/// other reference in the meantime. The `deinit` of a state takes the lock, so no reference to a
/// state may be released while the lock is held. The caller releases the returned state and
/// `compared` after the lock.
///
/// The map is a hash table with open addressing and linear probing. Each slot of the table contains
/// a pointer and 32 bits of the hash. The key itself is in the state's row image. A dictionary with
/// keys would need a third of the memory of an entity.
struct IdentityMap {
  private var pointers: ContiguousArray<UnsafeMutableRawPointer?> = []
  private var hashes: ContiguousArray<UInt32> = []
  private(set) var count = 0
  /// The states that searches have retained, but not returned: states with the searched hash and
  /// another key. The caller releases them after the lock.
  private(set) var compared: [EntityState] = []

  /// Returns the state whose key has this hash and for whose row image `isKey` returns true.
  /// Returns nil if there is none.
  mutating func state(_ hash: UInt32, where isKey: (RowImage) -> Bool) -> EntityState? {
    entry(hash, where: isKey)?.state
  }

  mutating func state(_ key: RowKey) -> EntityState? {
    count == 0 ? nil : state(key.keyHash) { key.isKey(of: $0) }
  }

  /// Inserts `state`. If the map contains another state with the same key, `state` replaces it.
  ///
  /// - Returns: The replaced state, which the caller releases after the lock.
  @discardableResult
  mutating func insert(_ state: EntityState, hash: UInt32, keyCount: Int) -> EntityState? {
    let image = state.currentImage
    let pointer = Unmanaged.passUnretained(state).toOpaque()
    guard let entry = entry(hash, where: { $0.hasSameKey(as: image, keyCount) }) else {
      insertNew(pointer, hash: hash)
      return nil
    }
    pointers[entry.slot] = pointer
    return entry.state === state ? nil : entry.state
  }

  /// Removes and returns `compared`, so that the caller can release the states after the lock.
  mutating func takeCompared() -> [EntityState] {
    if compared.isEmpty { return [] }
    defer { compared = [] }
    return compared
  }

  /// Returns the state that has the same key as the row image.
  ///
  /// If there is none, calls `make`, inserts the result and returns it.
  mutating func state(
    _ hash: UInt32,
    image: RowImage,
    keyCount: Int,
    orInsert make: () -> EntityState?
  ) -> EntityState? {
    if let entry = entry(hash, where: { $0.hasSameKey(as: image, keyCount) }) {
      return entry.state
    }
    guard let made = make() else { return nil }
    insertNew(Unmanaged.passUnretained(made).toOpaque(), hash: hash)
    return made
  }

  /// Removes `state`, unless another state has already replaced it.
  mutating func remove(_ state: EntityState, hash: UInt32) {
    guard count > 0 else { return }
    let pointer = Unmanaged.passUnretained(state).toOpaque()
    var slot = home(hash)
    while let found = pointers[slot] {
      if found == pointer {
        close(slot)
        count -= 1
        return
      }
      slot = next(slot)
    }
  }

  /// All states in the map whose deinitialisation has not begun, in no particular order.
  ///
  /// The order must differ from the order of the hash table's slots, which is ascending by hash. An
  /// insertion of states into another map in that order would form one long run of occupied slots,
  /// and each insertion would search through the whole run.
  var states: [EntityState] {
    guard !pointers.isEmpty else { return [] }
    let step = stepOfTraversal
    var slot = 0
    var found: [EntityState] = []
    for _ in pointers.indices {
      slot += step
      if slot >= pointers.count { slot -= pointers.count }
      if let pointer = pointers[slot], let state = EntityState.retained(pointer) {
        found.append(state)
      }
    }
    return found
  }

  /// The distance between two slots that are visited one after the other.
  ///
  /// The golden section of the capacity spreads the visited slots evenly. The traversal visits each
  /// slot once, because the distance and the capacity have no common divisor greater than 1.
  private var stepOfTraversal: Int {
    var step = Int(Double(pointers.count) * 0.618_033_988_75)
    while true {
      var (divisor, rest) = (pointers.count, step)
      while rest > 0 { (divisor, rest) = (rest, divisor % rest) }
      if divisor == 1 { return step }
      step += 1
    }
  }

  /// Returns the state with this hash for which `isKey` returns true, and its slot.
  ///
  /// If the state of a row is being deinitialised, the row can already have a new state. The search
  /// therefore continues after such a state.
  private mutating func entry(
    _ hash: UInt32,
    where isKey: (RowImage) -> Bool
  ) -> (slot: Int, state: EntityState)? {
    guard count > 0 else { return nil }
    var slot = home(hash)
    while let pointer = pointers[slot] {
      if hashes[slot] == hash, let state = EntityState.retained(pointer) {
        if isKey(state.currentImage) { return (slot, state) }
        compared.append(state)
      }
      slot = next(slot)
    }
    return nil
  }

  /// Returns the slot at which the search for a hash begins.
  ///
  /// The hash is scaled to the capacity, so the capacity need not be a power of two. The map can
  /// therefore grow by a quarter or a half instead of doubling.
  @inline(__always)
  private func home(_ hash: UInt32) -> Int {
    Int((UInt64(hash) * UInt64(pointers.count)) >> 32)
  }

  @inline(__always)
  private func next(_ slot: Int) -> Int { slot + 1 == pointers.count ? 0 : slot + 1 }

  private mutating func insertNew(_ pointer: UnsafeMutableRawPointer, hash: UInt32) {
    if (count + 1) * 5 > pointers.count * 4 { grow() }
    place(pointer, hash: hash)
    count += 1
  }

  private mutating func place(_ pointer: UnsafeMutableRawPointer, hash: UInt32) {
    var slot = home(hash)
    while pointers[slot] != nil { slot = next(slot) }
    pointers[slot] = pointer
    hashes[slot] = hash
  }

  /// Empties a slot, and moves later entries back so that no gap interrupts a search.
  ///
  /// A search ends at the first empty slot. Without the moves, a search would not find the later
  /// entries.
  private mutating func close(_ slot: Int) {
    var hole = slot
    var slot = next(slot)
    while let pointer = pointers[slot] {
      let home = home(hashes[slot])
      // An entry may move to the emptied slot only if the search for its hash begins at or before
      // that slot. The comparison is cyclic, because the first slot follows the last slot.
      let staysBehind = hole <= slot ? (home <= hole || home > slot) : (home <= hole && home > slot)
      if staysBehind {
        pointers[hole] = pointer
        hashes[hole] = hashes[slot]
        hole = slot
      }
      slot = next(slot)
    }
    pointers[hole] = nil
  }

  private mutating func grow() {
    let old = (pointers, hashes)
    // A large map grows by a quarter, to save memory. A small map grows by a half, so that it grows
    // seldom.
    let more = pointers.count < 1 << 16 ? pointers.count / 2 : pointers.count / 4
    let capacity = max(8, pointers.count + more)
    pointers = ContiguousArray(repeating: nil, count: capacity)
    hashes = ContiguousArray(repeating: 0, count: capacity)
    for (pointer, hash) in zip(old.0, old.1) {
      if let pointer { place(pointer, hash: hash) }
    }
  }
}

extension EntityState {
  /// Returns the state at an address in an identity map, or nil if its deinitialisation has begun.
  ///
  /// Call under the lock that guards the map.
  fileprivate static func retained(_ pointer: UnsafeMutableRawPointer) -> EntityState? {
    guard let retained = stategraph_try_retain(pointer) else { return nil }
    return Unmanaged<EntityState>.fromOpaque(retained).takeRetainedValue()
  }
}
