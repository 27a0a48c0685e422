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

  func remember(_ entity: Element) {
    let evicted: Element? = ring.withLock { ring in
      guard ring.entities.count == limit else {
        ring.entities.append(entity)
        return nil
      }
      let evicted = ring.entities[ring.next]
      ring.entities[ring.next] = entity
      ring.next = (ring.next + 1) % limit
      return evicted
    }
    // Dies here, after the lock: its `deinit` is user code.
    _ = evicted
  }

  func forgetAll() {
    let forgotten = ring.withLock { ring in
      defer { ring = Ring() }
      return ring.entities
    }
    _ = forgotten
  }
}
