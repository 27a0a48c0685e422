import StateGraphThreads

/// Holds on to the entities that were used last, as many as its limit.
final class RecentEntities<Element: AnyObject & Sendable>: Sendable {
  private struct Ring {
    var entities: [Element] = []
    var next = 0
  }

  private let ring = Guarded(Ring())
  private let limit: Int

  init(limit: Int) {
    self.limit = limit
  }

  /// Remembers the last of `used`.
  func remember(_ used: [Element]) {
    guard limit > 0, !used.isEmpty else { return }
    var evicted: [Element] = []
    ring.withLock { ring in
      for entity in used.suffix(limit) {
        guard ring.entities.count == limit else {
          ring.entities.append(entity)
          continue
        }
        evicted.append(ring.entities[ring.next])
        ring.entities[ring.next] = entity
        ring.next = (ring.next + 1) % limit
      }
    }
    // They die here, after the lock: their `deinit` is user code.
    evicted.removeAll()
  }

  func forgetAll() {
    let forgotten = ring.withLock { ring in
      defer { ring = Ring() }
      return ring.entities
    }
    _ = forgotten
  }
}
