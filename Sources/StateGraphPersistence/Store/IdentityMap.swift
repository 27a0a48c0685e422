import CStateGraphThreads
import StateGraphSQLite

/// The states of a table's rows by key, unretained: at most one for each key.
///
/// A state takes itself out in its `deinit`, so what is in here can be looked at under the lock
/// that guards the map, and has to be retained with care: it may be dying. The key is in the
/// state's image; kept here are a pointer and 32 bits of hash for each, in open addressing with
/// linear probing, because a dictionary with keys would be a third of the memory of an entity.
struct IdentityMap {
  private var pointers: ContiguousArray<UnsafeMutableRawPointer?> = []
  private var hashes: ContiguousArray<UInt32> = []
  private(set) var count = 0

  /// The living state whose image `isKey` accepts.
  func state(_ hash: UInt32, where isKey: (RowImage) -> Bool) -> EntityState? {
    guard let slot = slot(hash, where: isKey), let pointer = pointers[slot] else { return nil }
    return EntityState.retained(pointer)
  }

  func state(_ key: RowKey) -> EntityState? {
    count == 0 ? nil : state(key.keyHash) { key.isKey(of: $0) }
  }

  /// Puts `state` in, in the place of the one with its key, if there is one.
  mutating func insert(_ state: EntityState, _ hash: UInt32, keyCount: Int) {
    let image = state.currentImage
    let pointer = Unmanaged.passUnretained(state).toOpaque()
    if let slot = slot(hash, where: { $0.hasSameKey(as: image, keyCount) }) {
      pointers[slot] = pointer
      return
    }
    insertNew(pointer, hash)
  }

  /// The living state with the image's key, or the one that `make` makes, put in. Nil where it
  /// makes none.
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
    // In the place of one that is dying, which leaves alone what is not its own.
    if let slot { pointers[slot] = pointer } else { insertNew(pointer, hash) }
    return made
  }

  /// Takes `state` out, unless another has taken its place.
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

  /// Every state that is alive.
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

  /// The high bits choose: any capacity will do, so that growth by a half is possible.
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

  /// Empties a slot and moves those up that had to give way to it, so that no search ends early.
  private mutating func close(_ slot: Int) {
    var hole = slot
    var slot = next(slot)
    while let pointer = pointers[slot] {
      let home = home(hashes[slot])
      // Cyclically: may the one here move to the hole without passing its home?
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
    // The memory of a large one counts, and in a small one how often it grows.
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
  /// The state at an address of an identity map, or nil where it is dying. Call under the lock that
  /// guards the map.
  fileprivate static func retained(_ pointer: UnsafeMutableRawPointer) -> EntityState? {
    guard let retained = stategraph_try_retain(pointer) else { return nil }
    return Unmanaged<EntityState>.fromOpaque(retained).takeRetainedValue()
  }

  /// What a state holds that may be dying. Call under the lock that guards the map.
  fileprivate static func image(at pointer: UnsafeMutableRawPointer) -> RowImage {
    Unmanaged<EntityState>.fromOpaque(pointer)._withUnsafeGuaranteedRef { $0.currentImage }
  }
}
