import CStateGraphThreads
import StateGraphSQLite

/// Maps the primary key of a row to the state of its entity, without retaining the state.
///
/// A state removes itself in its `deinit`. Under the lock that guards the map, every pointer in it
/// can therefore be read; a state is retained only if its deinitialisation has not begun.
///
/// The map is a hash table with open addressing and linear probing. Each slot has a pointer and 32
/// bits of hash; the key itself is in the state's image. A dictionary with keys would take a third
/// of the memory of an entity.
struct IdentityMap {
  private var pointers: ContiguousArray<UnsafeMutableRawPointer?> = []
  private var hashes: ContiguousArray<UInt32> = []
  private(set) var count = 0

  /// Returns the state with this hash whose row image `isKey` accepts; nil if there is none.
  func state(_ hash: UInt32, where isKey: (RowImage) -> Bool) -> EntityState? {
    guard let slot = slot(hash, where: isKey), let pointer = pointers[slot] else { return nil }
    return EntityState.retained(pointer)
  }

  func state(_ key: RowKey) -> EntityState? {
    count == 0 ? nil : state(key.keyHash) { key.isKey(of: $0) }
  }

  /// Inserts `state`, and replaces the state with the same key, if there is one.
  mutating func insert(_ state: EntityState, _ hash: UInt32, keyCount: Int) {
    let image = state.currentImage
    let pointer = Unmanaged.passUnretained(state).toOpaque()
    if let slot = slot(hash, where: { $0.hasSameKey(as: image, keyCount) }) {
      pointers[slot] = pointer
      return
    }
    insertNew(pointer, hash)
  }

  /// Returns the state with the key of the row image. If there is none, calls `make`, and inserts
  /// and returns its result.
  mutating func state(
    _ hash: UInt32,
    _ image: RowImage,
    keyCount: Int,
    orInsert make: () -> EntityState?
  ) -> EntityState? {
    let slot = slot(hash) { $0.hasSameKey(as: image, keyCount) }
    if let slot, let pointer = pointers[slot], let state = EntityState.retained(pointer) {
      return state
    }
    guard let made = make() else { return nil }
    let pointer = Unmanaged.passUnretained(made).toOpaque()
    // Replaces a state whose deinitialisation has begun: that state removes only its own pointer.
    if let slot { pointers[slot] = pointer } else { insertNew(pointer, hash) }
    return made
  }

  /// Removes `state`, unless another state has replaced it.
  mutating func remove(_ state: EntityState, _ hash: UInt32) {
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

  /// All states whose deinitialisation has not begun.
  var states: [EntityState] { pointers.compactMap { $0.flatMap(EntityState.retained) } }

  private func slot(_ hash: UInt32, where isKey: (RowImage) -> Bool) -> Int? {
    guard count > 0 else { return nil }
    var slot = home(hash)
    while let pointer = pointers[slot] {
      if hashes[slot] == hash, isKey(EntityState.image(at: pointer)) { return slot }
      slot = next(slot)
    }
    return nil
  }

  /// The first slot for a hash. The hash is scaled to the capacity, which then need not be a power
  /// of two and can grow by a half.
  @inline(__always)
  private func home(_ hash: UInt32) -> Int {
    Int((UInt64(hash) * UInt64(pointers.count)) >> 32)
  }

  @inline(__always)
  private func next(_ slot: Int) -> Int { slot + 1 == pointers.count ? 0 : slot + 1 }

  private mutating func insertNew(_ pointer: UnsafeMutableRawPointer, _ hash: UInt32) {
    if (count + 1) * 5 > pointers.count * 4 { grow() }
    place(pointer, hash)
    count += 1
  }

  private mutating func place(_ pointer: UnsafeMutableRawPointer, _ hash: UInt32) {
    var slot = home(hash)
    while pointers[slot] != nil { slot = next(slot) }
    pointers[slot] = pointer
    hashes[slot] = hash
  }

  /// Empties a slot, and moves later entries of the same run into the hole, so that no search ends
  /// early.
  private mutating func close(_ slot: Int) {
    var hole = slot
    var slot = next(slot)
    while let pointer = pointers[slot] {
      let home = home(hashes[slot])
      // The entry may move to the hole only if the hole is not before its home slot, cyclically.
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
    // A large map grows by less, to save memory; a small one by more, to grow seldom.
    let more = pointers.count < 1 << 16 ? pointers.count / 2 : pointers.count / 4
    let capacity = max(8, pointers.count + more)
    pointers = ContiguousArray(repeating: nil, count: capacity)
    hashes = ContiguousArray(repeating: 0, count: capacity)
    for (pointer, hash) in zip(old.0, old.1) {
      if let pointer { place(pointer, hash) }
    }
  }
}

extension EntityState {
  /// Returns the state at an address that an identity map contains, or nil if its deinitialisation
  /// has begun. Call under the lock that guards the map.
  fileprivate static func retained(_ pointer: UnsafeMutableRawPointer) -> EntityState? {
    guard let retained = stategraph_try_retain(pointer) else { return nil }
    return Unmanaged<EntityState>.fromOpaque(retained).takeRetainedValue()
  }

  /// Returns the row image of a state whose deinitialisation may have begun. Call under the lock
  /// that guards the map.
  fileprivate static func image(at pointer: UnsafeMutableRawPointer) -> RowImage {
    Unmanaged<EntityState>.fromOpaque(pointer)._withUnsafeGuaranteedRef { $0.currentImage }
  }
}
